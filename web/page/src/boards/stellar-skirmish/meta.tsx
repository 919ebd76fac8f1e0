import type { stellarSkirmish } from "agon-engine";
import type { MetaModule } from "../../board.ts";
import { texts as all } from "../../texts.ts";

const texts = all.boards["stellar-skirmish"].options;

type PlanetConfig = stellarSkirmish.PlanetConfig;
const DOUBLE: stellarSkirmish.Ability[] = [{ type: "double_next_planet_no_combat", params: [] }];

/** Fifteen worlds, some of them with a mind of their own. */
const WILD: PlanetConfig[] = [
  ...[
    ["Rigel", 1],
    ["Vega", 2],
    ["Procyon", 2],
  ].map(([name, points]) => ({
    id: String(name),
    name: String(name),
    victory_points: Number(points),
    abilities: DOUBLE,
  })),
  ...[
    ["Maelstrom", -2],
    ["Cinder", -1],
    ["Ashfall", -1],
  ].map(([name, points]) => ({ id: String(name), name: String(name), victory_points: Number(points) })),
  ...[
    ["Aurora", 1],
    ["Borealis", 1],
    ["Calypso", 2],
    ["Dione", 2],
    ["Elara", 2],
    ["Fornax", 3],
    ["Ganymede", 3],
    ["Halcyon", 4],
    ["Ixion", 5],
  ].map(([name, points]) => ({ id: String(name), name: String(name), victory_points: Number(points) })),
];

function Card({ x, angle, value, seat }: { x: number; angle: number; value: string; seat: number }) {
  return (
    <g transform={`translate(${x} 78) rotate(${angle})`}>
      <rect
        x="-11"
        y="-16"
        width="22"
        height="32"
        rx="3"
        fill="#f7f4ea"
        stroke={`var(--seat-${seat})`}
        stroke-width="2.2"
      />
      <text
        y="5"
        text-anchor="middle"
        font-size="14"
        font-weight="800"
        fill="#10131a"
        font-family="system-ui,sans-serif"
      >
        {value}
      </text>
    </g>
  );
}

export function Picture() {
  return (
    <svg viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <rect width="160" height="100" fill="#0f1a2e" />
      <g fill="#dbe7ff" opacity="0.7">
        <circle cx="14" cy="14" r="0.9" />
        <circle cx="42" cy="26" r="0.7" />
        <circle cx="150" cy="12" r="1" />
        <circle cx="132" cy="44" r="0.8" />
        <circle cx="22" cy="52" r="0.8" />
        <circle cx="64" cy="10" r="0.7" />
        <circle cx="146" cy="88" r="0.9" />
        <circle cx="8" cy="90" r="0.8" />
      </g>
      <ellipse cx="80" cy="36" rx="62" ry="25" fill="#16263f" stroke="#3a5580" stroke-dasharray="3 4" />
      <ellipse
        cx="80"
        cy="34"
        rx="29"
        ry="7"
        fill="none"
        stroke="#f7e3b0"
        stroke-width="2.5"
        transform="rotate(-16 80 34)"
      />
      <circle cx="80" cy="34" r="18" fill="#f2c45a" />
      <path d="M64 30q16 8 32 1M66 42q14 7 27 0" fill="none" stroke="#fff" stroke-width="2" opacity="0.45" />
      <text
        x="80"
        y="40.5"
        text-anchor="middle"
        font-size="18"
        font-weight="800"
        fill="#10131a"
        font-family="system-ui,sans-serif"
      >
        3
      </text>
      <circle cx="42" cy="38" r="9" fill="#7fd0a8" />
      <circle cx="117" cy="36" r="10" fill="#8fb8d8" />
      <Card x={52} angle={-12} value="7" seat={0} />
      <Card x={80} angle={0} value="?" seat={2} />
      <Card x={108} angle={12} value="9" seat={1} />
    </svg>
  );
}

export const options: MetaModule["options"] = [
  {
    kind: "choice",
    key: "deck",
    label: texts.deck,
    help: texts.deckHelp,
    value: "standard",
    choices: Object.entries(texts.decks),
  },
  { kind: "choice", key: "reveal", label: texts.reveal, value: "battle", choices: Object.entries(texts.reveals) },
  { kind: "choice", key: "final_tie", label: texts.tie, value: "keep", choices: Object.entries(texts.ties) },
];

export const makeConfig: MetaModule["makeConfig"] = ({ names, options: values }) => ({
  player_count: names.length,
  final_tie: values.final_tie,
  reveal: values.reveal,
  ...(values.deck === "wild" ? { planets: WILD } : {}),
});
