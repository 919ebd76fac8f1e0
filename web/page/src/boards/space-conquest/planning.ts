// What a player wants to know about an order before sending it: pure sums over the view.
import type { Fleet, Move, Player, Seat, Star, State, View } from "./types.ts";

/** Lost in one turn of flight: 1 on a d50. */
const SAFE_STEP = 49 / 50;

export function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y));
}

export function arrivalChance(steps: number): number {
  return SAFE_STEP ** steps;
}

export function starById(view: View, id: string): Star {
  return view.stars.find((star) => star.id === id)!;
}

/** The viewer's own entry; a spectator has none. */
export function ownPlayer(view: View): Player | null {
  const found = view.players.find((player) => player.id === view.viewer);
  return found && "home_star" in found ? found : null;
}

/** From whose side the map is drawn; whoever plays no side is shown the first player's. */
export function sideOf(view: View): Seat {
  return view.viewer === "p2" ? "p2" : "p1";
}

export function isPlayer(view: View): boolean {
  return view.viewer === "p1" || view.viewer === "p2";
}

export function shipsAt(view: View, star: Star): number {
  return star.owner === view.viewer ? (star.stationed_ships?.[star.owner] ?? 0) : 0;
}

/** Ships at a star as far as they are known; null: they are not. */
export function knownShips(view: View, star: Star): number | null {
  if (star.owner === null) return null;
  return view.isOpen || star.owner === view.viewer ? (star.stationed_ships?.[star.owner] ?? 0) : null;
}

/** The fog has lifted: both sides as they were. */
export function openView(state: State, viewer: View["viewer"]): View {
  const { orders } = state;
  const committed = { p1: orders.p1.committed, p2: orders.p2.committed };
  return { ...state, viewer, committed, isOpen: true };
}

/** Orders already handed to the engine this turn (a match loaded in the middle of a turn has some). */
export function sentMoves(view: View): Move[] {
  return view.orders[view.viewer as Seat]?.moves ?? [];
}

export function ordered(moves: readonly Move[], from: string): number {
  return moves.reduce((sum, move) => sum + (move.from === from ? move.ships : 0), 0);
}

export interface Budget {
  star: Star;
  ships: number;
  ordered: number;
  left: number;
  over: boolean;
}

/** What the orders do to every star of the viewer's: nothing is over-committed iff none is `over`. */
export function budgets(view: View, moves: readonly Move[]): Budget[] {
  return view.stars
    .filter((star) => star.owner === view.viewer)
    .map((star) => {
      const ships = shipsAt(view, star),
        sum = ordered(moves, star.id);
      return { star, ships, ordered: sum, left: ships - sum, over: sum > ships };
    });
}

/** A star that is nobody's home rebels on 4, 5 or 6 when it keeps fewer ships than its RU. */
export function mayRebel(view: View, budget: Budget): boolean {
  const home = ownPlayer(view)?.home_star;
  return budget.star.id !== home && budget.star.base_ru !== 4 && budget.left < (budget.star.base_ru ?? 0);
}

/** Adding to an order that goes the same way keeps the list short. */
export function withMove(moves: readonly Move[], move: Move): Move[] {
  const same = moves.findIndex((old) => old.from === move.from && old.to === move.to);
  if (same < 0) return [...moves, move];
  return moves.map((old, i) => (i === same ? { ...old, ships: old.ships + move.ships } : old));
}

export function withoutMove(moves: readonly Move[], index: number): Move[] {
  return moves.filter((_, i) => i !== index);
}

export function withShips(moves: readonly Move[], index: number, ships: number): Move[] {
  return moves.map((move, i) => (i === index ? { ...move, ships } : move));
}

/** Where a fleet is on its way, as a share of it: 0 at the origin, 1 at the destination. */
export function progress(view: View, fleet: Fleet): number {
  const whole = distance(starById(view, fleet.origin), starById(view, fleet.dest));
  return whole === 0 ? 1 : (whole - fleet.dist_remaining) / whole;
}

export type Control = "me" | "opp" | "npc" | "none" | "unknown";

/** Who holds a star, as far as the viewer knows. */
export function controlOf(view: View, star: Star): Control {
  if (star.owner) return star.owner === sideOf(view) ? "me" : "opp";
  if (view.isOpen) return (star.npc_ships ?? 0) > 0 ? "npc" : "none";
  return ownPlayer(view)?.known_control[star.id] ?? "unknown";
}

/** Ships that take a neutral star for sure if nobody else is there: one more than its garrison. */
export function shipsToTake(star: Star): number | null {
  return star.base_ru === null ? null : star.base_ru + 1;
}

/** Ships that can go while the star stays safe from rebellion. */
export function safeShips(view: View, budget: Budget): number {
  const mayFall = mayRebel(view, { ...budget, left: -1 });
  return Math.max(0, budget.left - (mayFall ? (budget.star.base_ru ?? 0) : 0));
}
