// Small pieces that every board uses: seats by colour, pattern and letter, the live region, keys.
import "./pieces.css";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";

export const MAX_SEATS = 8;

export function seatLetter(seat: number): string {
  return String.fromCharCode(65 + seat);
}

/** The second mark of a seat besides its colour: drawn over the fill. */
const PATTERNS: (() => JSX.Element | null)[] = [
  () => null,
  () => <path d="M-1 9L9-1M-1 1L1-1M7 9L9 7" />,
  () => <circle cx="4" cy="4" r="1.5" class="dot" />,
  () => <path d="M0 4H8" />,
  () => <path d="M-1-1L9 9M-1 7L1 9M7-1L9 1" />,
  () => <path d="M4 0V8M0 4H8" />,
  () => <path d="M4 0V8" />,
  () => <path d="M0 2L2 0L6 4L8 2M0 6L2 4L6 8L8 6" />,
];

function SeatPattern({ prefix, seat }: { prefix: string; seat: number }): JSX.Element {
  const Ink = PATTERNS[seat % MAX_SEATS]!;
  return (
    <pattern id={`${prefix}-${seat}`} width="8" height="8" patternUnits="userSpaceOnUse">
      <rect width="8" height="8" style={`fill:var(--seat-${seat})`} />
      <g class="pattern-ink">
        <Ink />
      </g>
    </pattern>
  );
}

/**
 * To be put into a drawing whose shapes have `fill="url(#seat-N)"`. Names are shared by the whole
 * page, so a drawing with colours of its own takes a prefix of its own.
 */
export function SeatPatterns({ prefix = "seat" }: { prefix?: string }): JSX.Element {
  return (
    <defs>
      {PATTERNS.map((_, seat) => (
        <SeatPattern key={seat} prefix={prefix} seat={seat} />
      ))}
    </defs>
  );
}

export function SeatBadge({ seat, size = 24 }: { seat: number; size?: number }): JSX.Element {
  return (
    <svg class="seat-badge" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <defs>
        <SeatPattern prefix="badge" seat={seat % MAX_SEATS} />
      </defs>
      <circle cx="12" cy="12" r="11" fill={`url(#badge-${seat % MAX_SEATS})`} />
      <circle cx="12" cy="12" r="7" class="badge-plate" />
      <text x="12" y="15.8" class="badge-letter">
        {seatLetter(seat)}
      </text>
    </svg>
  );
}

/** Read out by screen readers whenever its text changes. */
export function LiveRegion({ text }: { text: string }): JSX.Element {
  return (
    <div class="sr-only" role="status" aria-live="polite" data-testid="board-live">
      {text}
    </div>
  );
}

/** Runs a handler for single keys while the board is on the page and no field has the focus. */
export function useHotkeys(keys: Record<string, (() => void) | null>): void {
  // Not an effect after painting: a key pressed on what is seen must meet what belongs to it.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (target?.closest("input:not([type=range]), select, textarea, dialog")) return;
      const run = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  });
}

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const media = window.matchMedia(query);
    const update = () => setMatches(media.matches);
    update();
    media.addEventListener("change", update);
    return () => media.removeEventListener("change", update);
  }, [query]);
  return matches;
}

interface PanelProps {
  title: string;
  class?: string;
  children: ComponentChildren;
}

export function Panel({ title, children, ...rest }: PanelProps): JSX.Element {
  return (
    <section class={`board-panel ${rest.class ?? ""}`}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** A name where there is room for so many letters; what is cut says so. */
export function shorten(name: string, most: number): string {
  const letters = [...name];
  return letters.length <= most ? name : `${letters.slice(0, most - 1).join("").trimEnd()}…`;
}

export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
