// Lays a board out as a graph: pure, the same picture for the same adjacency.
// A force layout gives the shape, then single nodes are moved to where fewer links cross and no
// link runs over a node. Links to empty nodes weigh little: nobody ever attacks along them.

import { randomFrom } from "../shared/random.ts";

export interface Point {
  x: number;
  y: number;
}
export interface Graph {
  neighbors: number[][];
  empty: boolean[];
}
export interface Layout {
  points: Point[];
  width: number;
  height: number;
}

interface Link {
  a: number;
  b: number;
  weight: number;
}

const STARTS = 2;
const FORCE_ROUNDS = 120;
const MOVES_PER_NODE = 160;
const EMPTY_WEIGHT = 0.12;

/** Every pair of neighbours once, whichever of the two lists names it. */
export function linksOf(graph: Graph): Link[] {
  const seen = new Set<string>();
  const links: Link[] = [];
  graph.neighbors.forEach((list, a) =>
    list.forEach((b) => {
      const key = a < b ? `${a}-${b}` : `${b}-${a}`;
      if (a === b || seen.has(key)) return;
      seen.add(key);
      links.push({ a, b, weight: graph.empty[a] || graph.empty[b] ? EMPTY_WEIGHT : 1 });
    }),
  );
  return links;
}

function side(p: Point, q: Point, r: Point): number {
  return (q.x - p.x) * (r.y - p.y) - (q.y - p.y) * (r.x - p.x);
}

export function segmentsCross(p: Point, q: Point, r: Point, s: Point): boolean {
  return side(p, q, r) * side(p, q, s) < 0 && side(r, s, p) * side(r, s, q) < 0;
}

/** Distance of r from the segment p–q. */
export function distanceToSegment(r: Point, p: Point, q: Point): number {
  const dx = q.x - p.x,
    dy = q.y - p.y;
  const length = dx * dx + dy * dy || 1e-9;
  const t = Math.max(0, Math.min(1, ((r.x - p.x) * dx + (r.y - p.y) * dy) / length));
  const ex = r.x - p.x - t * dx,
    ey = r.y - p.y - t * dy;
  return Math.sqrt(ex * ex + ey * ey);
}

/** How many pairs of links between territories cross: what the eye has to untangle. */
export function countCrossings(graph: Graph, points: Point[]): number {
  const links = linksOf(graph).filter((link) => link.weight === 1);
  let count = 0;
  links.forEach((one, i) =>
    links.slice(i + 1).forEach((two) => {
      if (segmentsCross(points[one.a]!, points[one.b]!, points[two.a]!, points[two.b]!)) count++;
    }),
  );
  return count;
}

/** Springs along links and repulsion between all nodes, in a field of about one unit per node. */
function forceLayout(n: number, links: Link[], field: Point, random: () => number): Point[] {
  const points = Array.from({ length: n }, () => ({ x: random() * field.x, y: random() * field.y }));
  for (let round = 0; round < FORCE_ROUNDS; round++) {
    const heat = 0.6 * (1 - round / FORCE_ROUNDS) + 0.02;
    const push = points.map(() => ({ x: 0, y: 0 }));
    repel(points, push);
    attract(points, links, push);
    points.forEach((p, i) => {
      const force = push[i]!;
      const size = Math.hypot(force.x, force.y) || 1;
      const step = Math.min(size, heat) / size;
      p.x = Math.max(0, Math.min(field.x, p.x + force.x * step));
      p.y = Math.max(0, Math.min(field.y, p.y + force.y * step));
    });
  }
  return points;
}

function repel(points: Point[], push: Point[]): void {
  for (let i = 0; i < points.length; i++) {
    for (let j = i + 1; j < points.length; j++) {
      const dx = points[i]!.x - points[j]!.x,
        dy = points[i]!.y - points[j]!.y;
      const square = dx * dx + dy * dy + 0.01;
      push[i]!.x += dx / square;
      push[i]!.y += dy / square;
      push[j]!.x -= dx / square;
      push[j]!.y -= dy / square;
    }
  }
}

function attract(points: Point[], links: Link[], push: Point[]): void {
  for (const { a, b, weight } of links) {
    const dx = points[b]!.x - points[a]!.x,
      dy = points[b]!.y - points[a]!.y;
    const pull = Math.hypot(dx, dy) * (weight === 1 ? 0.8 : 0.35);
    push[a]!.x += dx * pull;
    push[a]!.y += dy * pull;
    push[b]!.x -= dx * pull;
    push[b]!.y -= dy * pull;
  }
}

const GAP = 0.92;
const CLEARANCE = 0.46;

/** The penalty for a link that runs close to a node. Most are far away: a box test rules them out. */
function closeness(r: Point, p: Point, q: Point): number {
  if (r.x < Math.min(p.x, q.x) - CLEARANCE || r.x > Math.max(p.x, q.x) + CLEARANCE) return 0;
  if (r.y < Math.min(p.y, q.y) - CLEARANCE || r.y > Math.max(p.y, q.y) + CLEARANCE) return 0;
  const near = distanceToSegment(r, p, q);
  return near < CLEARANCE ? (CLEARANCE - near) * 9 : 0;
}

function crowding(i: number, points: Point[]): number {
  const here = points[i]!;
  let cost = 0;
  for (let j = 0; j < points.length; j++) {
    const dx = here.x - points[j]!.x,
      dy = here.y - points[j]!.y;
    const square = dx * dx + dy * dy;
    if (j !== i && square < GAP * GAP) cost += (GAP - Math.sqrt(square)) * 40;
  }
  return cost;
}

function linkCost(own: Link, points: Point[], links: Link[]): number {
  const p = points[own.a]!,
    q = points[own.b]!;
  const dx = p.x - q.x,
    dy = p.y - q.y;
  const left = Math.min(p.x, q.x),
    right = Math.max(p.x, q.x);
  let cost = Math.sqrt(dx * dx + dy * dy) * 0.35;
  for (const other of links) {
    const r = points[other.a]!,
      s = points[other.b]!;
    if ((r.x < left && s.x < left) || (r.x > right && s.x > right)) continue;
    if (other.a === own.a || other.a === own.b || other.b === own.a || other.b === own.b) continue;
    if (segmentsCross(p, q, r, s)) cost += other.weight;
  }
  for (let j = 0; j < points.length; j++) {
    if (j !== own.a && j !== own.b) cost += closeness(points[j]!, p, q);
  }
  return cost * own.weight;
}

/** What it costs that node i stands where it stands: crossings, closeness, long links. */
function nodeCost(i: number, points: Point[], links: Link[], mine: Link[]): number {
  let cost = crowding(i, points);
  for (const own of mine) cost += linkCost(own, points, links);
  for (const other of links) {
    if (other.a === i || other.b === i) continue;
    cost += other.weight * closeness(points[i]!, points[other.a]!, points[other.b]!);
  }
  return cost;
}

/** Tries new places for single nodes; worse ones are taken now and then while it is still warm. */
function improve(points: Point[], links: Link[], field: Point, random: () => number): void {
  const n = points.length;
  const mine = points.map((_, i) => links.filter((link) => link.a === i || link.b === i));
  const total = MOVES_PER_NODE * n;
  for (let move = 0; move < total; move++) {
    const warmth = 1 - move / total;
    const i = Math.floor(random() * n);
    const old = points[i]!;
    const before = nodeCost(i, points, links, mine[i]!);
    const reach = 0.15 + 2.4 * warmth;
    points[i] =
      random() < 0.15 * warmth
        ? { x: random() * field.x, y: random() * field.y }
        : {
            x: Math.max(0, Math.min(field.x, old.x + (random() - 0.5) * 2 * reach)),
            y: Math.max(0, Math.min(field.y, old.y + (random() - 0.5) * 2 * reach)),
          };
    const gain = before - nodeCost(i, points, links, mine[i]!);
    if (gain < 0 && random() >= Math.exp(gain / (0.9 * warmth + 0.001))) points[i] = old;
  }
}

function totalCost(points: Point[], links: Link[]): number {
  return points.reduce(
    (sum, _, i) =>
      sum +
      nodeCost(
        i,
        points,
        links,
        links.filter((link) => link.a === i || link.b === i),
      ),
    0,
  );
}

/** The board's picture in units of about one node; `aspect` is width over height. */
export function layoutGraph(graph: Graph, aspect = 1.5): Layout {
  const n = graph.neighbors.length;
  const links = linksOf(graph);
  const area = Math.max(4, n * 1.55);
  const field = { x: Math.sqrt(area * aspect), y: Math.sqrt(area / aspect) };
  let best: Point[] = [],
    bestCost = Infinity;
  for (let start = 0; start < STARTS; start++) {
    const random = randomFrom(0xa60 + start * 7919);
    const points = forceLayout(n, links, field, random);
    improve(points, links, field, random);
    const cost = totalCost(points, links);
    if (cost < bestCost) {
      best = points;
      bestCost = cost;
    }
  }
  return cropped(best);
}

/** Moves the picture to its corner and leaves out the empty rim. */
function cropped(points: Point[]): Layout {
  const left = Math.min(...points.map((p) => p.x)),
    top = Math.min(...points.map((p) => p.y));
  const moved = points.map((p) => ({ x: p.x - left, y: p.y - top }));
  return { points: moved, width: Math.max(...moved.map((p) => p.x)), height: Math.max(...moved.map((p) => p.y)) };
}
