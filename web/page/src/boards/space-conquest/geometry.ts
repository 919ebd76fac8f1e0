// From cells of the map to the drawing. On a tall screen the map lies on its side: x runs down.
import type { Spot } from "../shared/roving.ts";
import { progress, starById } from "./planning.ts";
import type { Fleet, View } from "./types.ts";

export const CELL = 60;
export const MARGIN = 34;
const COLUMNS = 12,
  ROWS = 10;

export interface Chart {
  upright: boolean;
  width: number;
  height: number;
  columns: number;
  rows: number;
}

export function mapOf(upright: boolean): Chart {
  const [columns, rows] = upright ? [ROWS, COLUMNS] : [COLUMNS, ROWS];
  return { upright, columns, rows, width: columns * CELL + MARGIN + 6, height: rows * CELL + MARGIN + 6 };
}

export function place(map: Chart, cell: { x: number; y: number }): { x: number; y: number } {
  const [column, row] = map.upright ? [cell.y, cell.x] : [cell.x, cell.y];
  return { x: MARGIN + (column + 0.5) * CELL, y: MARGIN + (row + 0.5) * CELL };
}

export function starSpots(map: Chart, view: View): Spot[] {
  return view.stars.map((star) => ({ id: star.id, ...place(map, star) }));
}

export interface FleetPlace {
  fleet: Fleet;
  x: number;
  y: number;
  angle: number;
}

/** Fleets along their lines; those that would cover each other stand side by side. */
export function fleetPlaces(map: Chart, view: View): FleetPlace[] {
  const taken = new Crowd();
  return view.fleets.map((fleet) => {
    const from = place(map, starById(view, fleet.origin));
    const to = place(map, starById(view, fleet.dest));
    const t = progress(view, fleet);
    const dx = to.x - from.x,
      dy = to.y - from.y,
      length = Math.hypot(dx, dy) || 1;
    const x = from.x + dx * t,
      y = from.y + dy * t;
    const aside = taken.add(`${Math.round(x / 14)},${Math.round(y / 14)}`) * 15;
    return {
      fleet,
      x: x - (dy / length) * aside,
      y: y + (dx / length) * aside,
      angle: (Math.atan2(dy, dx) * 180) / Math.PI,
    };
  });
}

class Crowd {
  private counts: Record<string, number> = {};
  /** How many were there before. */
  add(key: string): number {
    const before = this.counts[key] ?? 0;
    this.counts[key] = before + 1;
    return before;
  }
}

/** An arrow from star to star that ends at the rim of the stars. */
export function arrow(from: { x: number; y: number }, to: { x: number; y: number }, rim = 24) {
  const dx = to.x - from.x,
    dy = to.y - from.y,
    length = Math.hypot(dx, dy) || 1;
  const ux = dx / length,
    uy = dy / length;
  return {
    x1: from.x + ux * rim,
    y1: from.y + uy * rim,
    x2: to.x - ux * rim,
    y2: to.y - uy * rim,
    mx: from.x + dx * 0.5,
    my: from.y + dy * 0.5,
  };
}
