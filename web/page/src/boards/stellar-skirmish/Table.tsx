// The table: the pot in the middle, a card in front of every player, planets flying to their winner.
import type { JSX } from "preact";
import { texts as all } from "../../texts.ts";
import { classes, SeatPatterns, seatLetter, shorten } from "../shared/pieces.tsx";
import type { Seat } from "../../board.ts";
import type { Scene } from "./scene.ts";
import type { Planet, View } from "./types.ts";
import { planetName } from "./words.ts";

const texts = all.boards["stellar-skirmish"];
export const CARD_W = 50;
export const CARD_H = 70;

interface Size {
  width: number;
  height: number;
}

/** Worlds differ in hue by their points, and say them in a number. */
export function PlanetDisc({ planet, r }: { planet: Planet; r: number }): JSX.Element {
  const doubles = planet.abilities.some((ability) => ability.type === "double_next_planet_no_combat");
  const tone = planet.victory_points < 0 ? "loss" : Math.min(3, Math.max(1, planet.victory_points));
  return (
    <g class={`planet planet-${tone}`}>
      {planet.victory_points >= 3 && <ellipse rx={r * 1.5} ry={r * 0.42} class="planet-belt" transform="rotate(-18)" />}
      {doubles && <title>{texts.doubles}</title>}
      <circle r={r} class="planet-body" />
      <path d={`M${-r * 0.8} ${-r * 0.25}Q0 ${r * 0.25} ${r * 0.85} ${-r * 0.2}`} class="planet-band" />
      <path d={`M${-r * 0.6} ${r * 0.5}Q0 ${r * 0.85} ${r * 0.65} ${r * 0.45}`} class="planet-band" />
      <text y={r * 0.36} style={`font-size:${r}px`}>
        {planet.victory_points}
      </text>
      {doubles && (
        <text y={-r - 3} class="planet-double" style={`font-size:${r * 0.55}px`}>
          ×2 ▸
        </text>
      )}
    </g>
  );
}

export function CardShape({ value, seat }: { value: number | null; seat: number }): JSX.Element {
  return (
    <g class={classes("ship-card", value === null && "is-back")} style={`--seat:var(--seat-${seat})`}>
      <rect x={-CARD_W / 2} y={-CARD_H / 2} width={CARD_W} height={CARD_H} rx="7" class="ship-paper" />
      {value === null ? (
        <>
          <rect
            x={-CARD_W / 2 + 5}
            y={-CARD_H / 2 + 5}
            width={CARD_W - 10}
            height={CARD_H - 10}
            rx="4"
            fill={`url(#sky-${seat})`}
          />
          <path d="M0-16L12 14L0 7L-12 14Z" class="ship-mark" />
        </>
      ) : (
        <>
          <path d="M0-28L6-14L0-17L-6-14Z" class="ship-small" />
          <text y="14" class={String(value).length > 1 ? "is-long" : ""}>
            {value}
          </text>
        </>
      )}
    </g>
  );
}

/** The viewer below the pot, the others in an arc above it. */
export function seatPlaces(count: number, own: number, size: Size): { x: number; y: number }[] {
  const others = count - 1;
  return Array.from({ length: count }, (_, seat) => {
    if (seat === own) return { x: size.width / 2, y: size.height - CARD_H / 2 - 26 };
    const i = (seat - own - 1 + count) % count;
    const t = others === 1 ? 0.5 : i / (others - 1);
    const spread = size.width - CARD_W - 24;
    const dip = others > 2 ? 26 * (2 * t - 1) ** 2 : 0;
    return { x: size.width / 2 + (t - 0.5) * spread * (others < 4 ? 0.62 : 1), y: CARD_H / 2 + 8 + dip };
  });
}

interface Props {
  scene: Scene;
  serial: number;
  seats: Seat[];
  own: number;
  narrow: boolean;
}

function Plays({ scene, seats, narrow, at }: Props & { at: { x: number; y: number }[] }): JSX.Element {
  // Many names side by side would run into each other; the letter is in the list below, too.
  const label = (seat: Seat) =>
    narrow && seats.length > 5 ? seatLetter(seat.index) : `${seatLetter(seat.index)} ${shorten(seat.name, 12)}`;
  return (
    <>
      {seats.map((seat) => {
        const { x, y } = at[seat.index]!;
        const key = String(seat.player);
        const play = scene.view.current_plays[key] ?? null;
        const up = scene.reveal?.plays[key] ?? (typeof play === "number" ? play : null);
        const won = scene.reveal?.winner === seat.player;
        const dull = scene.reveal !== null && !won;
        return (
          <g
            key={key}
            transform={`translate(${x} ${y})`}
            class={classes("play", won && "is-winner", dull && "is-dull")}
          >
            <rect x={-CARD_W / 2} y={-CARD_H / 2} width={CARD_W} height={CARD_H} rx="7" class="play-place" />
            {scene.reveal ? (
              <g key="up" class="flip">
                <CardShape value={up} seat={seat.index} />
              </g>
            ) : (
              play !== null && (
                <g key="down" class="lay">
                  <CardShape value={up} seat={seat.index} />
                </g>
              )
            )}
            <text y={CARD_H / 2 + 16} class="play-name">
              <title>{seat.name}</title>
              {label(seat)}
            </text>
          </g>
        );
      })}
    </>
  );
}

function Pot({ pot, size }: { pot: Planet[]; size: Size }): JSX.Element {
  const step = Math.min(66, (size.width - 90) / Math.max(1, pot.length));
  return (
    <g transform={`translate(${size.width / 2} ${size.height / 2 + 6})`}>
      {pot.map((planet, i) => (
        <g key={`${planet.id}-${i}`} transform={`translate(${(i - (pot.length - 1) / 2) * step} 0)`}>
          <g class="planet-in">
            <PlanetDisc planet={planet} r={pot.length > 4 ? 18 : 24} />
          </g>
        </g>
      ))}
    </g>
  );
}

/** Why nothing lies in the pot: a planet is still to be turned up, or there is none left. */
function emptyText({ current_planet_index: index, planet_deck: deck }: View): string {
  return index < deck.length ? texts.emptyPot : texts.noMore;
}

/** The table in words, for those who cannot see it. */
function tableLabel({ scene, seats }: Props): string {
  const { planet_pot: pot, current_plays: plays } = scene.view;
  const total = pot.reduce((sum, planet) => sum + planet.victory_points, 0);
  const stakes = pot.length
    ? `${texts.pot}: ${pot.map(planetName).join(", ")}; ${texts.potValue(total)}`
    : emptyText(scene.view);
  const cards = seats.map((seat) => {
    const play = scene.reveal?.plays[String(seat.player)] ?? plays[String(seat.player)] ?? null;
    return `${seat.name}: ${play === null ? texts.notYet : play === "hidden" ? texts.faceDown : play}`;
  });
  return `${texts.table}. ${stakes}. ${cards.join(", ")}`;
}

export function Table(props: Props): JSX.Element {
  const { scene, seats, own, narrow } = props;
  const size = narrow ? { width: 400, height: 320 } : { width: 680, height: 310 };
  const at = seatPlaces(seats.length, own, size);
  const { planet_pot: pot } = scene.view;
  const total = pot.reduce((sum, planet) => sum + planet.victory_points, 0);
  const target = scene.flying ? at[scene.flying.player - 1]! : null;
  return (
    <svg class="stellar-table on-dark board-drawing" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={tableLabel(props)}>
      <SeatPatterns prefix="sky" />
      <rect width={size.width} height={size.height} rx="14" class="sky" />
      <ellipse cx={size.width / 2} cy={size.height / 2 + 6} rx={size.width * 0.4} ry="54" class="pot-ring" />
      <Pot pot={pot} size={size} />
      {pot.length === 0 && !scene.view.game_over && scene.reveal === null && (
        <text x={size.width / 2} y={size.height / 2 + 10} class="pot-hint">
          {emptyText(scene.view)}
        </text>
      )}
      {pot.length > 1 && (
        <text x={size.width / 2} y={size.height / 2 + 50} class="pot-total">
          {texts.potValue(total)}
        </text>
      )}
      <Plays {...props} at={at} />
      {scene.flying && target && (
        <g key={props.serial} class="flying" transform={`translate(${size.width / 2} ${size.height / 2 + 6})`}>
          <g style={`--dx:${target.x - size.width / 2}px;--dy:${target.y - size.height / 2 - 6}px`} class="flight">
            <PlanetDisc planet={scene.flying.planet} r={22} />
          </g>
        </g>
      )}
    </svg>
  );
}
