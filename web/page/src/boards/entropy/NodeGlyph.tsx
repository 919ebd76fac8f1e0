// One node: owner by colour, pattern and letter; dice as a number and as dots around it.
import type { JSX } from "preact";
import { classes, seatLetter } from "../shared/pieces.tsx";
import type { Point } from "./layout.ts";
import { territory } from "./scene.ts";
import type { Node } from "./types.ts";

export const RADIUS = 36;
const PIP_RING = 30;

interface Props {
  node: Node;
  index: number;
  at: Point;
  chosen: boolean;
  ready: boolean;
  odds: string | null;
  gained: number;
}

/** Eight places around the ring; as many are filled as there are dice. */
function Pips({ dice }: { dice: number }): JSX.Element {
  return (
    <g class="pips">
      {Array.from({ length: 8 }, (_, i) => {
        const angle = (i / 8) * 2 * Math.PI - Math.PI / 2;
        return (
          <circle
            key={i}
            cx={Math.cos(angle) * PIP_RING}
            cy={Math.sin(angle) * PIP_RING}
            r="4"
            class={i < dice ? "pip" : "pip pip-off"}
          />
        );
      })}
    </g>
  );
}

export function NodeGlyph({ node, index, at, chosen, ready, odds, gained }: Props): JSX.Element {
  const held = territory(node);
  if (!held) {
    return <circle cx={at.x} cy={at.y} r="11" class="node-empty" />;
  }
  return (
    <g
      class={classes("node", chosen && "is-chosen", ready && "is-ready", odds !== null && "is-target")}
      transform={`translate(${at.x} ${at.y})`}
    >
      <circle r={RADIUS + 8} class="node-halo" />
      <circle r={RADIUS} fill={`url(#seat-${held.owner})`} class="node-ring" />
      <Pips dice={held.dice} />
      <circle r="23" class="node-plate" />
      <text class="node-dice" y="7">
        {held.dice}
      </text>
      <text class="node-owner" y="18.5">
        {seatLetter(held.owner)}
      </text>
      <text class="node-index" x={RADIUS - 4} y={RADIUS + 2}>
        {index}
      </text>
      {odds !== null && (
        <g class="node-odds" transform={`translate(0 ${-RADIUS - 4})`}>
          <rect x="-27" y="-14" width="54" height="24" rx="12" />
          <text y="4">{odds}</text>
        </g>
      )}
      {gained > 0 && (
        <text class="node-gain" y={-RADIUS - 6}>
          +{gained}
        </text>
      )}
    </g>
  );
}
