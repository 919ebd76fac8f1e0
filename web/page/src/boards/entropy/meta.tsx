import type { entropy } from "agon-engine";
import type { MetaModule } from "../../board.ts";
import { texts as all } from "../../texts.ts";

const texts = all.boards.entropy.options;

/** x, y, seat, dice */
const NODES: [number, number, number, number][] = [
  [24, 28, 0, 5],
  [58, 18, 0, 7],
  [44, 62, 2, 3],
  [84, 46, 1, 4],
  [112, 22, 1, 8],
  [122, 68, 3, 2],
  [76, 84, 2, 6],
  [146, 42, 3, 5],
  [18, 80, 2, 4],
];
const LINKS: [number, number][] = [
  [0, 1],
  [0, 2],
  [1, 3],
  [1, 4],
  [2, 3],
  [2, 6],
  [3, 5],
  [4, 7],
  [5, 7],
  [5, 6],
  [3, 4],
  [2, 8],
  [8, 0],
];

export function Picture() {
  return (
    <svg viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="160" height="100" fill="var(--surface-2)" />
      {LINKS.map(([a, b]) => {
        const one = NODES[a]!,
          two = NODES[b]!;
        const own = one[2] === two[2];
        return (
          <line
            x1={one[0]}
            y1={one[1]}
            x2={two[0]}
            y2={two[1]}
            opacity={own ? 0.6 : 0.45}
            stroke={own ? `var(--seat-${one[2]})` : "var(--ink-2)"}
            stroke-width={own ? 3 : 1.2}
          />
        );
      })}
      <path d="M66 24L78 39" stroke="var(--accent)" stroke-width="4" stroke-linecap="round" />
      {NODES.map(([x, y, seat, dice]) => (
        <g transform={`translate(${x} ${y})`}>
          <circle r="11.5" fill={`var(--seat-${seat})`} stroke="var(--surface-2)" stroke-width="1.5" />
          <circle r="7.6" fill="var(--surface)" />
          <text
            y="4"
            text-anchor="middle"
            font-size="11"
            font-weight="800"
            fill="var(--ink)"
            font-family="system-ui,sans-serif"
          >
            {dice}
          </text>
        </g>
      ))}
    </svg>
  );
}

export const options: MetaModule["options"] = [
  { kind: "number", key: "max_rounds", label: texts.rounds, min: 1, max: 1000, value: 100 },
  { kind: "choice", key: "growth", label: texts.growth, value: "turn", choices: Object.entries(texts.growths) },
];

export const makeConfig: MetaModule["makeConfig"] = ({ names, options: values }) => ({
  players: names,
  max_rounds: values.max_rounds,
  growth: values.growth,
});

export const namesOf: MetaModule["namesOf"] = (config: entropy.Config) => config.players ?? null;
