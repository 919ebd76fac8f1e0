// Arrow keys among things that lie in a plane: one of them is in the tab order, the arrows go to the
// nearest one in their direction. Boards use it for stars, nodes, slots and cards alike.
import { useRef, useState } from 'preact/hooks';

export interface Spot { id: string; x: number; y: number }
export type Direction = 'left' | 'right' | 'up' | 'down';

const ARROWS: Record<string, Direction> = {
  ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down',
};

/** The spot one gets to by an arrow key: near, and more ahead than aside. */
export function neighborSpot(spots: readonly Spot[], from: string, direction: Direction): Spot | null {
  const here = spots.find((spot) => spot.id === from);
  if (!here) return spots[0] ?? null;
  let best: Spot | null = null, bestScore = Infinity;
  for (const spot of spots) {
    const dx = spot.x - here.x, dy = spot.y - here.y;
    const ahead = { left: -dx, right: dx, up: -dy, down: dy }[direction];
    const aside = Math.abs(direction === 'left' || direction === 'right' ? dy : dx);
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
  'data-spot': string;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Props for each spot. `pick` is called for Enter and Space; clicks are the board's own business.
 * Without a spot that had the focus before, `first` (or the first spot) is the one Tab reaches.
 */
export function useRoving(spots: readonly Spot[], pick: (id: string) => void, first?: string) {
  const root = useRef<SVGSVGElement & HTMLDivElement>(null);
  const [last, setLast] = useState<string | null>(null);
  const home = spots.some((spot) => spot.id === last) ? last
    : spots.some((spot) => spot.id === first) ? first : spots[0]?.id;

  const focus = (id: string) => {
    root.current?.querySelector<SVGElement>(`[data-spot="${CSS.escape(id)}"]`)?.focus();
  };
  const onKeyDown = (id: string, event: KeyboardEvent) => {
    const direction = ARROWS[event.key];
    if (direction) {
      const next = neighborSpot(spots, id, direction);
      event.preventDefault();
      if (next) focus(next.id);
    } else if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      pick(id);
    }
  };
  const props = (id: string): RovingProps => ({
    tabIndex: id === home ? 0 : -1,
    'data-spot': id,
    onFocus: () => setLast(id),
    onKeyDown: (event) => onKeyDown(id, event),
  });
  return { root, props, focus, focused: last };
}
