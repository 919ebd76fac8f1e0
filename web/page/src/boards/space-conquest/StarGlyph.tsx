// One star of the map: who holds it by shape, colour and letter; its RU as dots; own ships as a number.
import type { JSX } from "preact";
import { texts as all } from "../../texts.ts";
import { controlOf, isPlayer, knownShips, ownPlayer, shipsToTake, type Control } from "./planning.ts";
import type { Star, View } from "./types.ts";

const texts = all.boards["space-conquest"];

interface Props {
  view: View;
  star: Star;
  at: { x: number; y: number };
  /** Ships that stay if the orders of this turn are sent, where that is not all of them. */
  left: number | null;
  over: boolean;
  origin: boolean;
  target: boolean;
  showName: boolean;
  turns: number | null;
}

const RADIUS = 17;

/** 0 for p1, 1 for p2: the seat whose colour a star wears. */
export function seatOf(owner: string | null): number {
  return owner === "p2" ? 1 : 0;
}

export function starLabel(view: View, star: Star, turns: number | null, names: (owner: string) => string): string {
  const control = controlOf(view, star);
  const holder = star.owner && !isPlayer(view) ? names(star.owner) : texts.control[control];
  const parts = [`${star.name}, ${star.id}, ${texts.column} ${star.x}, ${texts.row} ${star.y}`, holder];
  if (star.id === ownPlayer(view)?.home_star) parts.push(texts.home);
  if (star.base_ru !== null) parts.push(`${star.base_ru} RU`);
  const ships = knownShips(view, star);
  if (ships !== null) parts.push(texts.ships(ships));
  const needed = shipsToTake(star);
  if (control === "npc" && needed) parts.push(texts.toTake(needed));
  if (turns !== null) parts.push(texts.turnsAway(turns));
  return parts.join(", ");
}

function Shape({ control, seat }: { control: Control; seat: number }): JSX.Element {
  if (control === "me") return <circle r={RADIUS} fill={`url(#sky-${seat})`} class="star-body" />;
  if (control === "opp") {
    return (
      <rect
        x={-14}
        y={-14}
        width="28"
        height="28"
        transform="rotate(45)"
        rx="4"
        fill={`url(#sky-${seat})`}
        class="star-body"
      />
    );
  }
  if (control === "unknown") return <circle r="11" class="star-body star-unknown" />;
  return <circle r="14" class={`star-body star-${control}`} />;
}

/** Beside the star, where no name covers them. */
function Resources({ ru }: { ru: number | null }): JSX.Element | null {
  if (ru === null) return null;
  const step = 6.5;
  return (
    <g class="star-ru" transform={`translate(${RADIUS + 8} ${(-(ru - 1) * step) / 2})`}>
      {Array.from({ length: ru }, (_, i) => (
        <circle cy={i * step} r="2.4" />
      ))}
    </g>
  );
}

function centerText(view: View, star: Star, control: Control, left: number | null): string {
  if (control === "me" || control === "opp") return String(left ?? knownShips(view, star) ?? "?");
  if (control === "unknown") return "?";
  return control === "npc" ? String(star.base_ru ?? "") : "·";
}

export function StarGlyph(props: Props): JSX.Element {
  const { view, star, at, left, over, origin, target, showName, turns } = props;
  const control = controlOf(view, star);
  const home = star.id === ownPlayer(view)?.home_star || (control === "opp" && star.base_ru === 4);
  const edge = star.x === 0 ? "is-left" : star.x === 11 ? "is-right" : "";
  const classes = ["star", `is-${control}`, over && "is-over", origin && "is-origin", target && "is-target"]
    .filter(Boolean)
    .join(" ");
  return (
    <g class={classes} transform={`translate(${at.x} ${at.y})`}>
      {home && <circle r={RADIUS + 4} class="star-home" />}
      <circle r={RADIUS + 4} class="star-ring" />
      <Shape control={control} seat={seatOf(star.owner)} />
      {(control === "me" || control === "opp") && <circle r="11.5" class="star-plate" />}
      <text class="star-count" y="5.5">
        {centerText(view, star, control, left)}
      </text>
      <text class="star-id" x="-28" y="-16">
        {star.id}
      </text>
      {turns !== null && (
        <text class="star-turns" x="28" y="-16">
          {turns}t
        </text>
      )}
      <Resources ru={star.base_ru} />
      {showName && (
        <text class={`star-name ${edge}`} x={edge === "is-left" ? -28 : edge === "is-right" ? 28 : 0} y={control === "unknown" ? 24 : 29}>
          {star.name}
        </text>
      )}
    </g>
  );
}

/** What the shapes on the map mean. */
export function Legend({ view, names }: { view: View; names: (owner: string) => string }): JSX.Element {
  const own = seatOf(view.viewer);
  const words: Partial<Record<Control, string>> = isPlayer(view) ? {} : { me: names("p1"), opp: names("p2") };
  const all: [Control, number][] = [
    ["me", own],
    ["opp", 1 - own],
    ["npc", 0],
    ["unknown", 0],
  ];
  const kinds = all.filter(([control]) => control !== "unknown" || !view.isOpen);
  return (
    <ul class="legend star-map-colors">
      {kinds.map(([control, seat]) => (
        <li key={control}>
          <svg viewBox="-24 -24 48 48" width="20" height="20" aria-hidden="true">
            <Shape control={control} seat={seat} />
          </svg>
          {words[control] ?? texts.legend[control as keyof typeof texts.legend]}
        </li>
      ))}
      <li>
        <svg viewBox="-5 -5 26 10" width="24" height="10" class="star-ru" aria-hidden="true">
          {[0, 1, 2].map((i) => (
            <circle key={i} cx={i * 8} r="3.2" />
          ))}
        </svg>
        {texts.legend.ru}
      </li>
    </ul>
  );
}
