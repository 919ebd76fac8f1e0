// The board as a graph: links below, nodes above, and the attack that is being rolled.
import type { JSX } from "preact";
import { percent } from "../shared/numbers.ts";
import { classes, SeatPatterns } from "../shared/pieces.tsx";
import { useRoving } from "../shared/roving.ts";
import { texts as all } from "../../texts.ts";
import { layoutGraph, linksOf, type Graph as Shape, type Layout, type Point } from "./layout.ts";
import { NodeGlyph, RADIUS } from "./NodeGlyph.tsx";
import { attackOdds } from "./odds.ts";
import { territory, type Clash, type Scene } from "./scene.ts";
import type { Attack, View } from "./types.ts";

const texts = all.boards.entropy;
const UNIT = 100;
const EDGE = 62;

interface Props {
  scene: Scene;
  serial: number;
  ms: number;
  attacks: readonly Attack[];
  from: number | null;
  upright: boolean;
  names: (player: number) => string;
  pick: (node: number) => void;
  point: (node: number | null) => void;
}

const drawn = new Map<string, Layout>();

/** Boards do not change their links during a match, so each is laid out once. */
export function layoutOf(view: View, upright: boolean): Layout {
  const shape: Shape = {
    neighbors: view.nodes.map((node) => node.neighbors),
    empty: view.nodes.map((node) => "empty" in node),
  };
  const key = JSON.stringify([shape, upright]);
  const known = drawn.get(key) ?? layoutGraph(shape, upright ? 2.1 : 1.5);
  if (drawn.size > 8) drawn.clear();
  drawn.set(key, known);
  return known;
}

function places(layout: Layout, upright: boolean): Point[] {
  return layout.points.map(({ x, y }) => ({
    x: EDGE + (upright ? y : x) * UNIT,
    y: EDGE + (upright ? x : y) * UNIT,
  }));
}

function Links({ view, at, from }: { view: View; at: Point[]; from: number | null }): JSX.Element {
  const shape = {
    neighbors: view.nodes.map((node) => node.neighbors),
    empty: view.nodes.map((node) => "empty" in node),
  };
  return (
    <g class="links" aria-hidden="true">
      {linksOf(shape).map(({ a, b, weight }) => {
        const one = territory(view.nodes[a]),
          two = territory(view.nodes[b]);
        const same = one && two && one.owner === two.owner;
        const lit = from !== null && (a === from || b === from);
        return (
          <line
            key={`${a}-${b}`}
            x1={at[a]!.x}
            y1={at[a]!.y}
            x2={at[b]!.x}
            y2={at[b]!.y}
            class={classes("link", weight < 1 && "link-empty", same && "link-own", lit && weight === 1 && "link-lit")}
            style={same ? `--seat:var(--seat-${one.owner})` : undefined}
          />
        );
      })}
    </g>
  );
}

/** Both numbers meet between the two nodes; the higher one stays. */
function ClashMark({ clash, at, ms }: { clash: Clash; at: Point[]; ms: number }): JSX.Element {
  const a = at[clash.from]!,
    b = at[clash.to]!;
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const reach = Math.max(0, length - RADIUS - 12) / length;
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  return (
    <g class={classes("clash", clash.success ? "is-won" : "is-lost")} style={`--ms:${ms}ms`} aria-hidden="true">
      <line
        x1={a.x}
        y1={a.y}
        x2={a.x + (b.x - a.x) * reach}
        y2={a.y + (b.y - a.y) * reach}
        pathLength="1"
        class="clash-arrow"
        style={`--seat:var(--seat-${clash.player})`}
      />
      <circle cx={b.x} cy={b.y} r={RADIUS + 6} class="clash-ring" />
      <g transform={`translate(${middle.x} ${middle.y})`} class="clash-rolls">
        <rect x="-64" y="-37" width="128" height="70" rx="14" />
        <text y="-19" class="roll-note">
          {clash.success ? texts.conquered : texts.repelled}
        </text>
        <text x="-34" y="8" class="roll">
          {clash.attackRoll}
        </text>
        <text y="7" class="roll-sign">
          {clash.success ? ">" : "≤"}
        </text>
        <text x="34" y="8" class="roll">
          {clash.defenseRoll}
        </text>
        <text x="-34" y="24" class="roll-most">
          {texts.rollOf(clash.attackMost)}
        </text>
        <text x="34" y="24" class="roll-most">
          {texts.rollOf(clash.defenseMost)}
        </text>
      </g>
    </g>
  );
}

function nodeLabel(props: Props, index: number, odds: string | null): string {
  const node = props.scene.view.nodes[index]!,
    held = territory(node);
  if (!held) return texts.emptyLabel(index);
  const parts = [
    texts.nodeLabel(index, props.names(held.owner), held.dice),
    texts.neighbors(node.neighbors.join(", ")),
  ];
  if (props.from === index) parts.push(texts.chosen);
  else if (odds) parts.push(texts.target(odds));
  else if (props.attacks.some((one) => one.from === index)) parts.push(texts.canAttack);
  return parts.join("; ");
}

export function Graph(props: Props): JSX.Element {
  const { scene, attacks, from, upright } = props;
  const { view } = scene;
  const layout = layoutOf(view, upright);
  const at = places(layout, upright);
  const spots = at.flatMap((point, i) => ("empty" in view.nodes[i]! ? [] : [{ id: String(i), ...point }]));
  const first = attacks[0] ? String(attacks[0].from) : undefined;
  const only = attacks.filter((one) => one.from === from).map((one) => String(one.to));
  const roving = useRoving(spots, (id) => props.pick(Number(id)), { first, only });
  const [width, height] = upright ? [layout.height, layout.width] : [layout.width, layout.height];
  const oddsOf = (to: number): string | null => {
    const attack = attacks.find((one) => one.from === from && one.to === to);
    if (!attack) return null;
    const mine = territory(view.nodes[attack.from]),
      theirs = territory(view.nodes[to]);
    return mine && theirs ? percent(attackOdds(mine.dice, theirs.dice).chance) : null;
  };
  return (
    <svg
      ref={roving.root as never}
      class="graph"
      role="group"
      aria-label={texts.map}
      viewBox={`0 0 ${width * UNIT + 2 * EDGE} ${height * UNIT + 2 * EDGE}`}
    >
      <SeatPatterns />
      <Links view={view} at={at} from={from} />
      {view.nodes.map((node, i) => {
        const odds = oddsOf(i);
        const glyph = (
          <NodeGlyph
            node={node}
            index={i}
            at={at[i]!}
            chosen={from === i}
            odds={odds}
            ready={from === null && attacks.some((one) => one.from === i)}
            gained={scene.grown[i] ?? 0}
          />
        );
        if ("empty" in node)
          return (
            <g key={i} aria-hidden="true">
              {glyph}
            </g>
          );
        const spot = roving.props(String(i));
        return (
          <g key={i}>
          <circle
            cx={at[i]!.x}
            cy={at[i]!.y}
            r="34"
            role="button"
            class="node-button"
            aria-label={nodeLabel(props, i, odds)}
            aria-pressed={from === i}
            {...spot}
            onFocus={() => {
              spot.onFocus();
              props.point(i);
            }}
            data-owner={node.owner}
            onClick={() => props.pick(i)}
            onMouseEnter={() => props.point(i)}
            onMouseLeave={() => props.point(null)}
          />
          <g class="node-art" aria-hidden="true">{glyph}</g>
          </g>
        );
      })}
      {scene.clash && <ClashMark key={props.serial} clash={scene.clash} at={at} ms={props.ms} />}
    </svg>
  );
}
