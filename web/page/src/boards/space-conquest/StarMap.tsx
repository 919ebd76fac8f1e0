// The star map: grid, fog, ranges, orders, fleets and marks. It draws and reports clicks and drags;
// what they mean is decided by the board.
import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { texts as all } from "../../texts.ts";
import { SeatPatterns } from "../shared/pieces.tsx";
import { randomFrom } from "../shared/random.ts";
import { useRoving } from "../shared/roving.ts";
import { arrow, CELL, fleetPlaces, MARGIN, mapOf, place, starSpots, type Chart } from "./geometry.ts";
import { Marks } from "./Marks.tsx";
import { distance, ownPlayer, starById, type Budget } from "./planning.ts";
import type { Scene } from "./scene.ts";
import { seatOf, StarGlyph, starLabel } from "./StarGlyph.tsx";
import type { Move, View } from "./types.ts";

const texts = all.boards["space-conquest"];

interface Props {
  scene: Scene;
  serial: number;
  moves: readonly Move[];
  budgets: readonly Budget[];
  origin: string | null;
  target: string | null;
  upright: boolean;
  pick: (id: string) => void;
  drag: (from: string, to: string) => void;
  mayDrag: (id: string) => boolean;
  focusRef: { current: (() => void) | null };
  names: (owner: string) => string;
}

function Grid({ chart }: { chart: Chart }): JSX.Element {
  const right = MARGIN + chart.columns * CELL,
    bottom = MARGIN + chart.rows * CELL;
  return (
    <g class="map-grid" aria-hidden="true">
      {Array.from({ length: chart.columns + 1 }, (_, i) => (
        <line x1={MARGIN + i * CELL} y1={MARGIN} x2={MARGIN + i * CELL} y2={bottom} />
      ))}
      {Array.from({ length: chart.rows + 1 }, (_, i) => (
        <line x1={MARGIN} y1={MARGIN + i * CELL} x2={right} y2={MARGIN + i * CELL} />
      ))}
      {Array.from({ length: chart.columns }, (_, i) => (
        <text x={MARGIN + (i + 0.5) * CELL} y={MARGIN - 11}>
          {i}
        </text>
      ))}
      {Array.from({ length: chart.rows }, (_, i) => (
        <text x={MARGIN - 16} y={MARGIN + (i + 0.5) * CELL + 5}>
          {i}
        </text>
      ))}
      <text class="map-axes" x={MARGIN - 16} y={MARGIN - 11}>
        {chart.upright ? "x↓" : "y↓"}
      </text>
    </g>
  );
}

/** Far stars behind the map: always the same, and only there to be looked at. */
function Dust({ chart }: { chart: Chart }): JSX.Element {
  const random = randomFrom(16);
  return (
    <g class="map-dust" aria-hidden="true">
      {Array.from({ length: 90 }, (_, i) => (
        <circle
          key={i}
          cx={MARGIN + random() * chart.columns * CELL}
          cy={MARGIN + random() * chart.rows * CELL}
          r={0.4 + random() * 0.9}
          opacity={0.15 + random() * 0.5}
        />
      ))}
    </g>
  );
}

/** The unexplored lies in the dark: light falls around visited stars and own fleets. */
function Fog({ chart, view }: { chart: Chart; view: View }): JSX.Element {
  const visited = ownPlayer(view)?.visited_stars ?? [];
  return (
    <g aria-hidden="true" class="map-fog">
      <defs>
        <radialGradient id="light">
          <stop offset="35%" stop-color="#000" />
          <stop offset="100%" stop-color="#fff" />
        </radialGradient>
        <mask id="fog" maskUnits="userSpaceOnUse" x="0" y="0" width={chart.width} height={chart.height}>
          <rect width={chart.width} height={chart.height} fill="#fff" />
          <g style="mix-blend-mode:darken">
            {visited.map((id) => {
              const at = place(chart, starById(view, id));
              return <circle cx={at.x} cy={at.y} r={CELL * 1.9} fill="url(#light)" style="mix-blend-mode:darken" />;
            })}
          </g>
        </mask>
      </defs>
      <rect
        x={MARGIN}
        y={MARGIN}
        width={chart.columns * CELL}
        height={chart.rows * CELL}
        rx="6"
        class="fog"
        mask="url(#fog)"
      />
    </g>
  );
}

/** Squares of equal distance around the chosen star, each with its number of turns. */
function Ranges({ chart, from }: { chart: Chart; from: { x: number; y: number } }): JSX.Element {
  const at = place(chart, from);
  return (
    <g class="map-ranges" aria-hidden="true" clip-path="url(#map-clip)">
      <clipPath id="map-clip">
        <rect x={MARGIN} y={MARGIN} width={chart.columns * CELL} height={chart.rows * CELL} />
      </clipPath>
      {Array.from({ length: 11 }, (_, i) => {
        const half = (i + 1.5) * CELL;
        return (
          <g>
            <rect
              x={at.x - half}
              y={at.y - half}
              width={half * 2}
              height={half * 2}
              class={i % 2 ? "range" : "range range-odd"}
            />
            <text x={at.x} y={at.y - half + 13}>
              {i + 1}
            </text>
            <text x={at.x} y={at.y + half - 5}>
              {i + 1}
            </text>
            <text x={at.x - half + 9} y={at.y + 4}>
              {i + 1}
            </text>
            <text x={at.x + half - 9} y={at.y + 4}>
              {i + 1}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface OrderProps {
  chart: Chart;
  view: View;
  moves: readonly Move[];
}

function orderLines({ chart, view, moves }: OrderProps) {
  return moves.map((move) => ({
    move,
    line: arrow(place(chart, starById(view, move.from)), place(chart, starById(view, move.to))),
  }));
}

function OrderArrows(props: OrderProps): JSX.Element {
  return (
    <g class={`map-orders seat-${seatOf(props.view.viewer)}`} aria-hidden="true">
      {orderLines(props).map(({ line }) => (
        <line x1={line.x1} y1={line.y1} x2={line.x2} y2={line.y2} marker-end="url(#head)" />
      ))}
    </g>
  );
}

/** Above the stars, so that no name covers a number. */
function OrderShips(props: OrderProps): JSX.Element {
  return (
    <g class={`map-orders seat-${seatOf(props.view.viewer)}`} aria-hidden="true">
      {orderLines(props).map(({ move, line }) => (
        <g transform={`translate(${line.mx} ${line.my})`}>
          <rect x="-17" y="-12" width="34" height="24" rx="12" />
          <text y="5">{move.ships}</text>
        </g>
      ))}
    </g>
  );
}

function Fleets({ chart, view }: { chart: Chart; view: View }): JSX.Element {
  return (
    <g class="map-fleets" aria-hidden="true">
      {view.fleets.map((fleet) => {
        const a = place(chart, starById(view, fleet.origin)),
          b = place(chart, starById(view, fleet.dest));
        return (
          <line key={fleet.id} x1={a.x} y1={a.y} x2={b.x} y2={b.y} class={`fleet-path seat-${seatOf(fleet.owner)}`} />
        );
      })}
      {fleetPlaces(chart, view).map(({ fleet, x, y, angle }) => (
        <g key={fleet.id} class={`fleet seat-${seatOf(fleet.owner)}`} style={`transform:translate(${x}px,${y}px)`}>
          <path d="M13 0L-9 9L-5 0L-9-9Z" transform={`rotate(${angle})`} />
          <g class="fleet-label" transform="translate(0 -17)">
            <rect x="-12" y="-9" width="24" height="17" rx="8" />
            <text y="4">{fleet.ships}</text>
          </g>
        </g>
      ))}
    </g>
  );
}

/** A point of the page in units of the drawing. */
function toDrawing(svg: SVGSVGElement, event: PointerEvent): { x: number; y: number } {
  const box = svg.getBoundingClientRect();
  const unit = svg.viewBox.baseVal.width / box.width;
  return { x: (event.clientX - box.left) * unit, y: (event.clientY - box.top) * unit };
}

interface Drag {
  from: string;
  x: number;
  y: number;
  moved: boolean;
}

function useDrag(props: Props, chart: Chart, svg: { current: SVGSVGElement | null }) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const under = (point: { x: number; y: number }) =>
    starSpots(chart, props.scene.view).find(
      (spot) => Math.abs(spot.x - point.x) < CELL / 2 && Math.abs(spot.y - point.y) < CELL / 2,
    )?.id ?? null;
  const down = (event: PointerEvent) => {
    if (!svg.current || event.button !== 0) return;
    const point = toDrawing(svg.current, event),
      from = under(point);
    if (from && props.mayDrag(from)) setDrag({ from, ...point, moved: false });
  };
  const move = (event: PointerEvent) => {
    if (!drag || !svg.current) return;
    const point = toDrawing(svg.current, event);
    setDrag({ ...drag, ...point, moved: drag.moved || under(point) !== drag.from });
  };
  const up = () => {
    if (drag?.moved) {
      const to = under(drag);
      if (to && to !== drag.from) props.drag(drag.from, to);
    }
    setDrag(null);
  };
  return {
    drag,
    over: drag?.moved ? under(drag) : null,
    handlers: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerLeave: () => setDrag(null) },
  };
}

export function StarMap(props: Props): JSX.Element {
  const { scene, moves, budgets, origin, upright } = props;
  const { view } = scene;
  const chart = mapOf(upright);
  const svg = useRef<SVGSVGElement>(null);
  const { drag, over, handlers } = useDrag(props, chart, svg);
  const roving = useRoving(starSpots(chart, view), props.pick, { first: ownPlayer(view)?.home_star });
  props.focusRef.current = roving.focusHome;
  const source = drag?.moved ? drag.from : origin;
  const from = source ? starById(view, source) : null;
  return (
    <svg
      ref={(node) => {
        svg.current = node;
        roving.root.current = node as never;
      }}
      class={`star-map board-drawing${upright ? " is-upright" : ""}`}
      viewBox={`0 0 ${chart.width} ${chart.height}`}
      role="group"
      aria-label={texts.mapLabel}
      {...handlers}
    >
      <SeatPatterns prefix="sky" />
      <defs>
        <marker id="head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto">
          <path d="M0 0L10 5L0 10z" />
        </marker>
      </defs>
      <rect x={MARGIN} y={MARGIN} width={chart.columns * CELL} height={chart.rows * CELL} rx="6" class="map-space" />
      {!view.isOpen && <Fog chart={chart} view={view} />}
      <Dust chart={chart} />
      <Grid chart={chart} />
      {from && <Ranges chart={chart} from={from} />}
      <OrderArrows chart={chart} view={view} moves={moves} />
      <Fleets chart={chart} view={view} />
      {drag?.moved && from && (
        <line class="map-drag" x1={place(chart, from).x} y1={place(chart, from).y} x2={drag.x} y2={drag.y} />
      )}
      {view.stars.map((star) => {
        const budget = budgets.find((one) => one.star.id === star.id);
        const turns = from && from.id !== star.id ? distance(from, star) : null;
        const spot = roving.props(star.id);
        const spotAt = place(chart, star);
        return (
          <g key={star.id}>
          <rect
            class="star-button"
            x={spotAt.x - 29}
            y={spotAt.y - 29}
            width="58"
            height="58"
            role="button"
            aria-label={starLabel(view, star, turns, props.names)}
            aria-pressed={star.id === origin}
            onClick={() => props.pick(star.id)}
            {...spot}
          />
          <g class="star-art" aria-hidden="true">
            <StarGlyph
              view={view}
              star={star}
              at={spotAt}
              turns={turns}
              showName={!upright}
              left={budget && budget.ordered > 0 ? budget.left : null}
              over={budget?.over ?? false}
              origin={star.id === source}
              target={star.id === (over ?? props.target)}
            />
          </g>
          </g>
        );
      })}
      <OrderShips chart={chart} view={view} moves={moves} />
      <Marks key={props.serial} chart={chart} scene={scene} />
    </svg>
  );
}
