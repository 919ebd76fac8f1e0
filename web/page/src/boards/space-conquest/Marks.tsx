// What happens on the map for a moment: ships built, fights, rebellions, fleets lost.
import type { JSX } from "preact";
import { texts as all } from "../../texts.ts";
import { place, type Chart } from "./geometry.ts";
import { progress, starById } from "./planning.ts";
import type { Mark, Scene } from "./scene.ts";

const texts = all.boards["space-conquest"];

const SPARKS = [0, 45, 90, 135, 180, 225, 270, 315];

function Burst({ label }: { label: string }): JSX.Element {
  return (
    <g class="mark-burst">
      {SPARKS.map((angle) => (
        <line x1="10" x2="26" transform={`rotate(${angle})`} />
      ))}
      <text y="-32">{label}</text>
    </g>
  );
}

function drawing(mark: Mark): JSX.Element {
  switch (mark.kind) {
    case "built":
      return (
        <text class="mark-built" x="26" y="-10">
          +{mark.ships}
        </text>
      );
    case "rebels":
      return <Burst label={texts.markRebels} />;
    case "lost":
      return <Burst label={texts.markLost} />;
    case "taken":
      return <circle r="30" class="mark-taken" />;
    case "fight": {
      const result = mark.won === null ? "even" : mark.won ? "won" : "lost";
      return (
        <g class={`mark-fight is-${result}`}>
          {SPARKS.map((angle) => (
            <line x1="22" x2="32" transform={`rotate(${angle})`} />
          ))}
          <rect x="-34" y="-58" width="68" height="26" rx="13" />
          <text y="-40">
            {mark.left} : {mark.right}
          </text>
        </g>
      );
    }
  }
}

function whereIs(mark: Mark, chart: Chart, scene: Scene): { x: number; y: number } {
  if (mark.kind !== "lost") return place(chart, starById(scene.view, mark.star));
  const from = place(chart, starById(scene.view, mark.fleet.origin));
  const to = place(chart, starById(scene.view, mark.fleet.dest));
  const t = progress(scene.view, mark.fleet);
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
}

export function Marks({ chart, scene }: { chart: Chart; scene: Scene }): JSX.Element {
  return (
    <g class="marks" aria-hidden="true">
      {scene.marks.map((mark) => {
        const at = whereIs(mark, chart, scene);
        return <g transform={`translate(${at.x} ${at.y})`}>{drawing(mark)}</g>;
      })}
    </g>
  );
}
