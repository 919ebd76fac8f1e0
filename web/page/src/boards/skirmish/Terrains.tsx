// The five terrains: the other side's slots above, the viewer's below, who leads in between.
import type { JSX } from "preact";
import { texts as all } from "../../texts.ts";
import { signed } from "../shared/numbers.ts";
import { classes, SeatPatterns } from "../shared/pieces.tsx";
import { useRoving, type Spot } from "../shared/roving.ts";
import { CARD_H, CARD_W, UnitFace } from "./CardFace.tsx";
import { cardName, leader, sameSlot, unitAt } from "./cards.ts";
import { slotFromId, slotId } from "./decisions.ts";
import type { Flash, Scene } from "./scene.ts";
import type { Side, Slot, Unit, View } from "./types.ts";

const texts = all.boards.skirmish;
const TERRAIN_W = 108;
const TOP = 8;
const BAND = 46;
const WIDTH = TERRAIN_W * 5;
const HEIGHT = TOP * 2 + CARD_H * 2 + BAND;

interface Props {
  scene: Scene;
  serial: number;
  ms: number;
  bottom: Side;
  names: (side: Side) => string;
  options: Slot[];
  chosenUnit: string | null;
  aimed: Slot | undefined;
  over: Slot | null;
  /** A unit of the hand that is looking for its place. */
  deploying: string | null;
  ready: (unit: Unit) => boolean;
  pick: (slot: Slot, byKey: boolean) => void;
  inspect: (slot: Slot) => void;
  focusRef: { current: ((slot: Slot) => void) | null };
}

function corner(bottom: Side, [player, terrain]: Slot): { x: number; y: number } {
  return { x: terrain * TERRAIN_W + (TERRAIN_W - CARD_W) / 2, y: player === bottom ? TOP + CARD_H + BAND : TOP };
}

function unitWords(unit: Unit, modifier: number): string {
  const parts = [`${unit.base} ${texts.base}`];
  if (unit.buffs) parts.push(`${signed(unit.buffs)} ${texts.buffs}`);
  if (unit.damage) parts.push(`${signed(-unit.damage)} ${texts.damage}`);
  if (modifier) parts.push(`${signed(modifier)} ${texts.slot}`);
  return `${cardName(unit.card)}, ${texts.power} ${unit.power}: ${parts.join(" ")}`;
}

/** One's own unit stands where another one may be deployed: it would die. */
function isConsuming({ scene, deploying, bottom }: Props, slot: Slot): boolean {
  return deploying !== null && slot[0] === bottom && unitAt(scene.view, slot) !== null;
}

function slotLabel(props: Props, slot: Slot, valid: boolean): string {
  const { view } = props.scene;
  const unit = unitAt(view, slot),
    modifier = view.slots[slot[1]]?.modifiers[slot[0]] ?? 0;
  const where = slot[0] === props.bottom ? texts.yourSlot(slot[1]) : texts.theirSlot(slot[1], props.names(slot[0]));
  const what = unit
    ? unitWords(unit, modifier)
    : `${texts.emptySlot}${modifier ? `, ${texts.modifier(signed(modifier))}` : ""}`;
  const state = unit?.silenced ? `, ${texts.silenced}` : unit && props.ready(unit) ? `, ${texts.ready}` : "";
  const loss = valid && isConsuming(props, slot) ? `; ${texts.willConsume(cardName(unit!.card))}` : "";
  return `${what}${state}; ${where}${valid ? `; ${texts.valid}` : ""}${loss}`;
}

function Band({
  view,
  terrain,
  bottom,
  names,
}: {
  view: View;
  terrain: number;
  bottom: Side;
  names: Props["names"];
}): JSX.Element {
  const ahead = leader(view, terrain);
  const middle = { x: terrain * TERRAIN_W + TERRAIN_W / 2, y: TOP + CARD_H + BAND / 2 };
  const [low, high] = [view.slots[terrain]?.modifiers[bottom] ?? 0, view.slots[terrain]?.modifiers[1 - bottom] ?? 0];
  return (
    <g class="band" transform={`translate(${middle.x} ${middle.y})`}>
      <title>{ahead === null ? texts.contested : texts.winning(names(ahead))}</title>
      {ahead === null ? (
        <circle r="5" class="band-even" />
      ) : (
        <path d={ahead === bottom ? "M-11-5L11-5L0 10Z" : "M-11 5L11 5L0-10Z"} style={`fill:var(--seat-${ahead})`} />
      )}
      <text x="-24" y="5" class="band-number">
        {terrain + 1}
      </text>
      {low !== 0 && (
        <text x="34" y="18" class="band-mod">
          {signed(low)}
        </text>
      )}
      {high !== 0 && (
        <text x="34" y="-8" class="band-mod">
          {signed(high)}
        </text>
      )}
    </g>
  );
}

function FlashMark({ flash, bottom, ms }: { flash: Flash; bottom: Side; ms: number }): JSX.Element {
  const at = corner(bottom, flash.slot);
  return (
    <g
      class={`flash flash-${flash.kind}`}
      transform={`translate(${at.x} ${at.y})`}
      style={`--ms:${ms}ms`}
      aria-hidden="true"
    >
      {flash.ghost && (
        <g class="ghost">
          <UnitFace unit={flash.ghost} modifier={0} />
        </g>
      )}
      <rect x="-3" y="-3" width={CARD_W + 6} height={CARD_H + 6} rx="11" class="flash-frame" />
      {flash.amount !== 0 && (
        <text x={CARD_W / 2} y={CARD_H / 2 + 12} class="flash-amount">
          {signed(flash.amount)}
        </text>
      )}
    </g>
  );
}

function SlotDrawing({ view, slot, at }: { view: View; slot: Slot; at: { x: number; y: number } }): JSX.Element {
  const unit = unitAt(view, slot),
    modifier = view.slots[slot[1]]?.modifiers[slot[0]] ?? 0;
  return (
    <g transform={`translate(${at.x} ${at.y})`}>
      <rect width={CARD_W} height={CARD_H} rx="9" class="slot-floor" />
      {!unit && modifier !== 0 && (
        <text x={CARD_W / 2} y={CARD_H / 2 + 8} class="slot-mod">
          {signed(modifier)}
        </text>
      )}
      {unit && <UnitFace unit={unit} modifier={modifier} />}
      <rect x="-3" y="-3" width={CARD_W + 6} height={CARD_H + 6} rx="11" class="slot-frame" />
    </g>
  );
}

/** Says at the card itself that it would be gone. */
function ConsumeMark({ at }: { at: { x: number; y: number } }): JSX.Element {
  return (
    <g class="consume-mark" transform={`translate(${at.x + CARD_W / 2} ${at.y + CARD_H - 12})`}>
      <rect x={-CARD_W / 2 + 3} y="-11" width={CARD_W - 6} height="21" rx="6" />
      <text y="5">{texts.consumeMark}</text>
    </g>
  );
}

export function Terrains(props: Props): JSX.Element {
  const { scene, bottom } = props;
  const { view } = scene;
  const slots: Slot[] = [(1 - bottom) as Side, bottom].flatMap((side) =>
    view.slots.map((_, terrain): Slot => [side as Side, terrain]),
  );
  const spots: Spot[] = slots.map((slot) => ({ id: slotId(slot), ...corner(bottom, slot) }));
  const roving = useRoving(spots, (id) => props.pick(slotFromId(id), true), {
    first: `${bottom}-0`,
    only: props.options.map(slotId),
  });
  props.focusRef.current = (slot) => roving.focus(slotId(slot));
  return (
    <svg
      ref={roving.root as never}
      class="terrains"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="group"
      aria-label={texts.board}
    >
      <SeatPatterns />
      {view.slots.map((_, terrain) => (
        <rect key={terrain} x={terrain * TERRAIN_W + 2} y="2" width={TERRAIN_W - 4} height={HEIGHT - 4} rx="12" class="terrain" />
      ))}
      {view.slots.map((_, terrain) => (
        <Band key={terrain} view={view} terrain={terrain} bottom={bottom} names={props.names} />
      ))}
      {slots.map((slot) => {
        const valid = props.options.some((one) => sameSlot(one, slot));
        const unit = unitAt(view, slot),
          spot = roving.props(slotId(slot));
        const ready = unit !== null && props.ready(unit);
        const place = corner(bottom, slot);
        return (
          <g key={slotId(slot)}>
          <rect
            x={place.x - 3}
            y={place.y - 3}
            width={CARD_W + 6}
            height={CARD_H + 6}
            rx="11"
            role="button"
            data-slot={slotId(slot)}
            aria-label={slotLabel(props, slot, valid)}
            class={classes(
              "slot",
              valid && "is-valid",
              valid && isConsuming(props, slot) && "is-consuming",
              ready && "is-ready",
              sameSlot(props.aimed, slot) && "is-aimed",
              unit !== null && unit.cardId === props.chosenUnit && "is-chosen",
              sameSlot(props.over ?? undefined, slot) && "is-over",
            )}
            {...spot}
            onFocus={() => {
              spot.onFocus();
              props.inspect(slot);
            }}
            onClick={() => props.pick(slot, false)}
            onMouseEnter={() => props.inspect(slot)}
          />
          <g class="slot-art" aria-hidden="true">
            <SlotDrawing view={view} slot={slot} at={place} />
            {valid && isConsuming(props, slot) && <ConsumeMark at={place} />}
          </g>
          </g>
        );
      })}
      {scene.flash && <FlashMark key={props.serial} flash={scene.flash} bottom={bottom} ms={props.ms} />}
    </svg>
  );
}
