import type { MetaModule } from "../../board.ts";
import { texts as all } from "../../texts.ts";

const texts = all.boards["space-conquest"].options;

/** Far stars of the picture: x, y, radius. */
const DUST = [
  [12, 20, 0.8],
  [30, 66, 1],
  [48, 12, 0.7],
  [66, 88, 0.9],
  [74, 40, 0.6],
  [98, 14, 1],
  [110, 78, 0.8],
  [140, 52, 0.7],
  [150, 18, 1],
  [88, 60, 0.6],
  [22, 90, 0.7],
  [128, 92, 0.8],
];

export function Picture() {
  return (
    <svg viewBox="0 0 160 100" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <radialGradient id="sc-light">
          <stop offset="0" stop-color="#274a7d" />
          <stop offset="1" stop-color="#0d1830" />
        </radialGradient>
      </defs>
      <rect width="160" height="100" fill="#0d1830" />
      <circle cx="36" cy="40" r="58" fill="url(#sc-light)" />
      <path
        d="M0 25h160M0 50h160M0 75h160M32 0v100M64 0v100M96 0v100M128 0v100"
        stroke="#8fa5c8"
        stroke-width="0.4"
        opacity="0.3"
      />
      {DUST.map(([x, y, r]) => (
        <circle cx={x} cy={y} r={r} fill="#dbe7ff" opacity="0.7" />
      ))}
      <path d="M36 40L118 62" stroke="#56b4e9" stroke-width="1.4" stroke-dasharray="3 3" />
      <path d="M36 40L62 20" stroke="#56b4e9" stroke-width="1.4" stroke-dasharray="3 3" />
      <path d="M89 54l-9 2.5l2.6-4.2l-.2-4.9z" fill="#56b4e9" stroke="#0d1830" stroke-width="0.6" />
      <circle cx="36" cy="40" r="11" fill="#56b4e9" />
      <circle cx="36" cy="40" r="7" fill="#0d1830" />
      <text
        x="36"
        y="43.5"
        text-anchor="middle"
        font-size="9.5"
        font-weight="800"
        fill="#fff"
        font-family="system-ui,sans-serif"
      >
        7
      </text>
      <circle cx="62" cy="20" r="6.5" fill="#8b97ab" stroke="#d7deea" />
      <circle cx="58" cy="74" r="5" fill="none" stroke="#6d82a8" stroke-dasharray="2 2" />
      <circle cx="96" cy="28" r="5" fill="none" stroke="#6d82a8" stroke-dasharray="2 2" />
      <circle cx="140" cy="78" r="5" fill="none" stroke="#6d82a8" stroke-dasharray="2 2" />
      <rect x="110" y="54" width="16" height="16" rx="2.5" transform="rotate(45 118 62)" fill="#ff8a4c" />
      <text
        x="118"
        y="65.5"
        text-anchor="middle"
        font-size="10"
        font-weight="800"
        fill="#0d1830"
        font-family="system-ui,sans-serif"
      >
        ?
      </text>
      <g fill="#ffd76a">
        <circle cx="30" cy="55" r="1.5" />
        <circle cx="34" cy="55" r="1.5" />
        <circle cx="38" cy="55" r="1.5" />
        <circle cx="42" cy="55" r="1.5" />
      </g>
    </svg>
  );
}

export const options: MetaModule["options"] = [
  { kind: "number", key: "max_turns", label: texts.turns, help: texts.turnsHelp, min: 1, max: 10000, value: 100 },
];

export const makeConfig: MetaModule["makeConfig"] = ({ options: values }) => ({ max_turns: values.max_turns });
