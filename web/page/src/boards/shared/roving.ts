// Arrow keys among things that lie in a plane: one of them is in the tab order, the arrows go to the
// nearest one in their direction. Boards use it for stars, nodes, slots and cards alike.
import { useLayoutEffect, useRef, useState } from "preact/hooks";

export interface Spot {
  id: string;
  x: number;
  y: number;
}
export type Direction = "left" | "right" | "up" | "down";

const ARROWS: Record<string, Direction> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

/** The spot one gets to by an arrow key: near, and more ahead than aside. */
export function neighborSpot(spots: readonly Spot[], from: string, direction: Direction): Spot | null {
  const here = spots.find((spot) => spot.id === from);
  if (!here) return spots[0] ?? null;
  let best: Spot | null = null,
    bestScore = Infinity;
  for (const spot of spots) {
    const dx = spot.x - here.x,
      dy = spot.y - here.y;
    const ahead = { left: -dx, right: dx, up: -dy, down: dy }[direction];
    const aside = Math.abs(direction === "left" || direction === "right" ? dy : dx);
    const score = ahead + 2.2 * aside;
    if (ahead > 0.001 && score < bestScore && aside < ahead * 4 + 0.001) {
      best = spot;
      bestScore = score;
    }
  }
  return best;
}

export interface RovingProps {
  tabIndex: number;
  "data-spot": string;
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

interface Options {
  /** The spot Tab reaches first. */
  first?: string | undefined;
  /** While these are to choose from, the arrows go to nothing else. */
  only?: readonly string[];
}

/**
 * Props for each spot. `pick` is called for Enter and Space; clicks are the board's own business.
 * A spot that has the focus and vanishes hands it to its neighbours: nobody is thrown back to the
 * top of the page by a card that has been played.
 */
export function useRoving(spots: readonly Spot[], pick: (id: string) => void, { first, only = [] }: Options = {}) {
  const root = useRef<SVGSVGElement & HTMLDivElement>(null);
  const hadFocus = useRef(false);
  const [last, setLast] = useState<string | null>(null);
  const home = spots.some((spot) => spot.id === last)
    ? last
    : spots.some((spot) => spot.id === first)
      ? first
      : spots[0]?.id;

  const focus = (id: string | null | undefined) => {
    if (id == null) return;
    root.current?.querySelector<SVGElement>(`[data-spot="${CSS.escape(id)}"]`)?.focus({ preventScroll: true });
  };
  useLayoutEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) focus(home);
  });
  const onKeyDown = (id: string, event: KeyboardEvent) => {
    const direction = ARROWS[event.key];
    if (direction) {
      const ways = only.length > 0 ? spots.filter((spot) => spot.id === id || only.includes(spot.id)) : spots;
      event.preventDefault();
      const next = neighborSpot(ways, id, direction);
      focus(next?.id);
      if (next)
        root.current
          ?.querySelector(`[data-spot="${CSS.escape(next.id)}"]`)
          ?.scrollIntoView?.({ block: "nearest", inline: "nearest" });
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      pick(id);
    }
  };
  const props = (id: string): RovingProps => ({
    tabIndex: id === home ? 0 : -1,
    "data-spot": id,
    onFocus: () => {
      hadFocus.current = true;
      setLast(id);
    },
    onBlur: (event) => {
      // A spot that vanishes is blurred too; only who leaves it has really left.
      const spot = event.currentTarget as Element;
      queueMicrotask(() => {
        if (spot.isConnected) hadFocus.current = root.current?.contains(document.activeElement) ?? false;
      });
    },
    onKeyDown: (event) => onKeyDown(id, event),
  });
  return { root, props, focus, focusHome: () => focus(home) };
}
