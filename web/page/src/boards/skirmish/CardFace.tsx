// A card as a drawing: power, picture, name; for a unit on the board also the parts of its power.
import type { JSX } from "preact";
import { signed } from "../shared/numbers.ts";
import { classes } from "../shared/pieces.tsx";
import { basePower, cardName, hasAbility } from "./cards.ts";
import { ICONS } from "./icons.ts";
import type { Unit } from "./types.ts";

export const CARD_W = 92;
export const CARD_H = 122;

export function CardIcon({ card, x, y, size }: { card: string; x: number; y: number; size: number }): JSX.Element {
  const path = ICONS[card];
  if (!path) {
    return (
      <text x={x + size / 2} y={y + size * 0.75} class="card-initial">
        {cardName(card).charAt(0)}
      </text>
    );
  }
  return <path d={path} transform={`translate(${x} ${y}) scale(${size / 24})`} class="card-icon" />;
}

interface FaceProps {
  card: string;
  seat: number;
  power?: number;
  wounded?: boolean;
  raised?: boolean;
}

/** The face without its place: drawn at 0, 0. */
export function Face({ card, seat, power, wounded, raised }: FaceProps): JSX.Element {
  const base = basePower(card);
  const shown = power ?? base;
  return (
    <g class={classes("face", base === null && "face-action")} style={`--seat:var(--seat-${seat})`}>
      <rect width={CARD_W} height={CARD_H} rx="9" class="face-paper" />
      <path d={`M0 9a9 9 0 0 1 9-9h${CARD_W - 18}a9 9 0 0 1 9 9v3H0z`} fill={`url(#seat-${seat})`} />
      <CardIcon card={card} x={26} y={28} size={46} />
      <text
        x={CARD_W / 2}
        y={CARD_H - 30}
        class="face-name"
        textLength={cardName(card).length > 10 ? 82 : undefined}
        lengthAdjust="spacingAndGlyphs"
      >
        {cardName(card)}
      </text>
      {shown !== null && (
        <g class={classes("face-power", wounded && "is-wounded", raised && "is-raised")}>
          <circle cx="18" cy="26" r="15" />
          <text x="18" y="32.5">
            {shown}
          </text>
        </g>
      )}
      {base === null && <path d="M18 15l3 8h8l-6.5 5l2.5 8l-7-5l-7 5l2.5-8L7 23h8z" class="face-star" />}
    </g>
  );
}

function Parts({ unit, modifier }: { unit: Unit; modifier: number }): JSX.Element {
  const parts: [string, string][] = [[String(unit.base), "base"]];
  if (unit.buffs !== 0) parts.push([signed(unit.buffs), "buff"]);
  if (unit.damage !== 0) parts.push([signed(-unit.damage), "damage"]);
  if (modifier !== 0) parts.push([signed(modifier), "slot"]);
  if (parts.length === 1) return <g />;
  const width = (CARD_W - 8) / parts.length;
  return (
    <g class="face-parts" transform={`translate(4 ${CARD_H - 22})`}>
      {parts.map(([text, kind], i) => (
        <g key={kind} class={`part part-${kind}`} transform={`translate(${i * width} 0)`}>
          <rect x="1" width={width - 2} height="17" rx="5" />
          <text x={width / 2} y="13">
            {text}
          </text>
        </g>
      ))}
    </g>
  );
}

/** Whether its ability can be used: a bolt when ready, the turns to wait, a tick when used. */
function AbilityMark({ unit }: { unit: Unit }): JSX.Element | null {
  const at = `translate(${CARD_W - 17} 26)`;
  if (unit.silenced) {
    return (
      <g class="ability is-silenced" transform={at}>
        <circle r="11" />
        <path d="M-5-5L5 5M5-5L-5 5" />
      </g>
    );
  }
  if (!hasAbility(unit.card)) return null;
  if (unit.activated)
    return (
      <g class="ability is-used" transform={at}>
        <circle r="11" />
        <path d="M-5 0L-1 4L5-4" />
      </g>
    );
  if (unit.cooldown > 0)
    return (
      <g class="ability" transform={at}>
        <circle r="11" />
        <text y="5">{unit.cooldown}</text>
      </g>
    );
  return (
    <g class="ability is-ready" transform={at}>
      <circle r="11" />
      <path d="M1-7L-4 1H0L-1 7L4-1H0Z" class="bolt" />
    </g>
  );
}

export function UnitFace({ unit, modifier }: { unit: Unit; modifier: number }): JSX.Element {
  return (
    <>
      <Face
        card={unit.card}
        seat={unit.owner}
        power={unit.power}
        wounded={unit.power < unit.base}
        raised={unit.power > unit.base}
      />
      <Parts unit={unit} modifier={modifier} />
      <AbilityMark unit={unit} />
    </>
  );
}
