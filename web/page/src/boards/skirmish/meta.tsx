import { decks } from "virtual:agon-facts/skirmish";
import type { MetaModule } from "../../board.ts";
import { texts as all } from "../../texts.ts";

const texts = all.boards.skirmish.options;
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const DECKS = decks.map(({ name, summary }): [string, string] => [name, `${capital(name)}: ${summary}`]);

const SHIELD = "M12 2l8 3v6c0 5-3 9-8 11c-5-2-8-6-8-11V5z";
const CROWN = "M4 18L3 7l5 4l4-7l4 7l5-4l-1 11zM4 21h16";
const FLAME = "M12 21a6 6 0 0 1-6-6c0-4 3-5 3-9c3 1 4 3 4 5c1-1 1-2 1-3c3 2 4 4 4 7a6 6 0 0 1-6 6z";
const BOW = "M6 3c9 2 13 8 13 18M6 3l13 18M4 20L16 8M16 8h-4M16 8v4";

/** x, y, seat, power, drawing */
const CARDS: [number, number, number, number, string][] = [
  [10, 6, 1, 4, BOW],
  [66, 6, 1, 7, FLAME],
  [94, 6, 1, 2, SHIELD],
  [10, 54, 0, 5, CROWN],
  [38, 54, 0, 3, SHIELD],
  [122, 54, 0, 6, BOW],
];

export function Picture() {
  return (
    <svg viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="160" height="100" fill="var(--surface-2)" />
      {[0, 1, 2, 3, 4].map((i) => (
        <rect x={8 + i * 28} y="4" width="28" height="92" rx="4" fill="var(--surface)" opacity={i % 2 ? 0.25 : 0.6} />
      ))}
      {CARDS.map(([x, y, seat, power, icon]) => (
        <g transform={`translate(${x} ${y})`}>
          <rect
            width="24"
            height="40"
            rx="3.5"
            fill="var(--surface)"
            stroke={`var(--seat-${seat})`}
            stroke-width="1.6"
          />
          <path d="M0 4a3.5 3.5 0 0 1 3.5-3.5h17a3.5 3.5 0 0 1 3.5 3.5z" fill={`var(--seat-${seat})`} />
          <path
            d={icon}
            transform="translate(4.5 14) scale(0.64)"
            fill="none"
            stroke="var(--ink)"
            stroke-width="2"
            stroke-linejoin="round"
            stroke-linecap="round"
          />
          <circle cx="5" cy="9" r="5" fill={`var(--seat-${seat})`} />
          <text
            x="5"
            y="11.6"
            text-anchor="middle"
            font-size="7.5"
            font-weight="800"
            fill="var(--seat-ink)"
            font-family="system-ui,sans-serif"
          >
            {power}
          </text>
        </g>
      ))}
      <path d="M18 52l4-5l4 5z" transform="translate(0 0)" fill="var(--seat-0)" />
      <path d="M74 48l4 5l4-5z" fill="var(--seat-1)" transform="rotate(180 78 50.5)" />
    </svg>
  );
}

export const options: MetaModule["options"] = [
  { kind: "choice", key: "deck0", label: texts.deck(1), value: "vanguard", choices: DECKS },
  { kind: "choice", key: "deck1", label: texts.deck(2), value: "vanguard", choices: DECKS },
];

export const makeConfig: MetaModule["makeConfig"] = ({ options: values }) => ({ decks: [values.deck0, values.deck1] });
