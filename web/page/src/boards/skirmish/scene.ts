// What the table shows while a chain of effects is played back, one event at a time.
import type { Script } from "../shared/playback.ts";
import { basePower, cardOf, freshUnit, unitAt } from "./cards.ts";
import type { Event, Side, Slot, State, Unit, View } from "./types.ts";

export type FlashKind = "deploy" | "hurt" | "grow" | "shrink" | "die" | "leave" | "silence" | "ability" | "slot";

export interface Flash {
  slot: Slot;
  kind: FlashKind;
  amount: number;
  /** A unit that has just left, fading away. */
  ghost: Unit | null;
}

export interface Scene {
  view: View;
  flash: Flash | null;
  /** The event to be told in words above the table. */
  told: Event | null;
  /** An action card held up for all to see. */
  spotlight: string | null;
  /** A unit pushed aside by a swap, until its own move comes. */
  aside: Unit | null;
}

const DURATIONS: Partial<Record<Event["type"], number>> = {
  CARD_PLAYED: 450,
  CARD_DRAWN: 110,
  UNIT_DEPLOYED: 380,
  UNIT_CONSUMED: 260,
  UNIT_DIED: 480,
  UNIT_BOUNCED: 450,
  UNIT_MOVED: 380,
  UNIT_DAMAGED: 480,
  UNIT_POWER_CHANGED: 400,
  UNIT_SILENCED: 450,
  SLOT_MODIFIER_CHANGED: 360,
  ABILITY_ACTIVATED: 420,
  PLAYER_PASSED: 700,
  ROUND_ENDED: 1900,
  ROUND_STARTED: 700,
  CONQUER_TRIGGERED: 700,
  MATCH_ENDED: 500,
};

function sceneOf(view: View): Scene {
  return { view, flash: null, told: null, spotlight: null, aside: null };
}

function duration(event: Event, { told }: Scene): number {
  // A blow has been shown with what it took away: its change of power need not be.
  const shown = told?.type === "UNIT_DAMAGED" && event.type === "UNIT_POWER_CHANGED" && told.unitId === event.unitId;
  if (shown) return 0;
  if (event.type === "CARD_PLAYED" && basePower(cardOf(event.cardId)) === null) return 900;
  return DURATIONS[event.type] ?? 0;
}

function withUnit(view: View, [player, terrain]: Slot, unit: Unit | null): View {
  const slots = view.slots.map((pair, i) => {
    if (i !== terrain) return pair;
    const units: [Unit | null, Unit | null] = [...pair.units];
    units[player] = unit;
    return { ...pair, units };
  });
  return { ...view, slots };
}

function changeUnit(view: View, id: string, change: (unit: Unit, modifier: number) => Unit): View {
  const slots = view.slots.map((pair) => ({
    ...pair,
    units: pair.units.map((unit, side) =>
      unit?.cardId === id ? change(unit, pair.modifiers[side as Side]) : unit,
    ) as [Unit | null, Unit | null],
  }));
  return { ...view, slots };
}

/** Moves cards between the piles of a player: in full where they are known, else by number. */
function withPiles(view: View, player: Side, hand: (cards: string[]) => string[], count: number, deck = 0): View {
  const players = view.players.map((side) =>
    side.id !== player
      ? side
      : {
          ...side,
          hand: typeof side.hand === "number" ? Math.max(0, side.hand + count) : hand(side.hand),
          deck: Math.max(0, side.deck + deck),
        },
  ) as View["players"];
  return { ...view, players };
}

function slotOfUnit(view: View, id: string): Slot | null {
  for (const pair of view.slots) {
    const side = pair.units.findIndex((unit) => unit?.cardId === id);
    if (side >= 0) return [side as Side, pair.id];
  }
  return null;
}

function modifierAt(view: View, [player, terrain]: Slot): number {
  return view.slots[terrain]?.modifiers[player] ?? 0;
}

/** Units say where they are by terrain only; whose they are is in their id. */
function ownerOf(id: string): Side {
  return id.startsWith("1") ? 1 : 0;
}

function left(scene: Scene, event: { unitId: string; slotId: number; player: Side }, kind: FlashKind): Scene {
  const slot: Slot = [event.player, event.slotId];
  const ghost = unitAt(scene.view, slot);
  return { ...scene, view: withUnit(scene.view, slot, null), flash: { slot, kind, amount: 0, ghost } };
}

function moved(scene: Scene, event: Event & { type: "UNIT_MOVED" }): Scene {
  const from: Slot = [event.player, event.from],
    to: Slot = [event.player, event.to];
  const at = slotOfUnit(scene.view, event.unitId);
  const unit = at ? unitAt(scene.view, at) : scene.aside;
  const pushed = unitAt(scene.view, to);
  let view = scene.view;
  if (at && at[1] === event.from) view = withUnit(view, from, null);
  view = withUnit(view, to, unit);
  const aside = pushed && pushed.cardId !== event.unitId ? pushed : null;
  return { ...scene, view, aside, flash: { slot: to, kind: "deploy", amount: 0, ghost: null } };
}

function newPower(scene: Scene, event: Event & { type: "UNIT_POWER_CHANGED" }): Scene {
  const view = changeUnit(scene.view, event.unitId, (unit, modifier) => ({
    ...unit,
    power: event.newPower,
    // A power of 0 may stand for less: it tells nothing about the buffs.
    buffs: event.newPower === 0 ? unit.buffs : event.newPower - unit.base + unit.damage - modifier,
  }));
  const kind = event.amount < 0 ? "shrink" : "grow";
  return {
    ...scene,
    view,
    flash: { slot: [ownerOf(event.unitId), event.slotId], kind, amount: event.amount, ghost: null },
  };
}

function newModifier(scene: Scene, event: Event & { type: "SLOT_MODIFIER_CHANGED" }): Scene {
  const slots = scene.view.slots.map((pair) =>
    pair.id !== event.slotId
      ? pair
      : {
          ...pair,
          modifiers: pair.modifiers.map((old, side) => (side === event.player ? event.new : old)) as [number, number],
        },
  );
  const slot: Slot = [event.player, event.slotId];
  return {
    ...scene,
    view: { ...scene.view, slots },
    flash: { slot, kind: "slot", amount: event.new - event.old, ghost: null },
  };
}

function flashed(scene: Scene, unitId: string, slotId: number, kind: FlashKind, amount = 0): Scene {
  return { ...scene, flash: { slot: [ownerOf(unitId), slotId], kind, amount, ghost: null } };
}

function cleared(view: View): View {
  return {
    ...view,
    slots: view.slots.map((pair) => ({ ...pair, units: [null, null], modifiers: [0, 0] })),
    hasPassed: [false, false],
  };
}

function piles(scene: Scene, event: Event): Scene | null {
  switch (event.type) {
    case "CARD_PLAYED": {
      const view = withPiles(scene.view, event.player, (cards) => cards.filter((id) => id !== event.cardId), -1);
      const spotlight = basePower(cardOf(event.cardId)) === null ? event.cardId : null;
      return { ...scene, view, spotlight };
    }
    case "CARD_DRAWN":
      return {
        ...scene,
        view: withPiles(scene.view, event.player, (cards) => (event.cardId ? [...cards, event.cardId] : cards), 1, -1),
      };
    case "UNIT_BOUNCED":
      return left(
        { ...scene, view: withPiles(scene.view, event.player, (cards) => [...cards, event.unitId], 1) },
        event,
        "leave",
      );
    default:
      return null;
  }
}

function units(scene: Scene, event: Event): Scene | null {
  switch (event.type) {
    case "UNIT_DEPLOYED": {
      const slot: Slot = [event.player, event.slotId];
      const unit = freshUnit(event.unitId, event.player, modifierAt(scene.view, slot));
      return {
        ...scene,
        view: withUnit(scene.view, slot, unit),
        flash: { slot, kind: "deploy", amount: 0, ghost: null },
      };
    }
    case "UNIT_DIED":
      return left(scene, event, "die");
    case "UNIT_MOVED":
      return moved(scene, event);
    case "UNIT_DAMAGED":
      return flashed(
        {
          ...scene,
          view: changeUnit(scene.view, event.unitId, (unit) => ({
            ...unit,
            damage: unit.damage + event.amount,
            power: Math.max(0, unit.power - event.amount),
          })),
        },
        event.unitId,
        event.slotId,
        "hurt",
        -event.amount,
      );
    case "UNIT_POWER_CHANGED":
      return newPower(scene, event);
    case "UNIT_SILENCED":
      return flashed(
        { ...scene, view: changeUnit(scene.view, event.unitId, (unit) => ({ ...unit, silenced: true })) },
        event.unitId,
        event.slotId,
        "silence",
      );
    case "ABILITY_ACTIVATED": {
      const slot = slotOfUnit(scene.view, event.unitId);
      return slot ? flashed(scene, event.unitId, slot[1], "ability") : scene;
    }
    case "CONQUER_TRIGGERED":
      return flashed(scene, event.unitId, event.slotId, "ability");
    case "SLOT_MODIFIER_CHANGED":
      return newModifier(scene, event);
    default:
      return null;
  }
}

function table(scene: Scene, event: Event): Scene {
  const { view } = scene;
  switch (event.type) {
    case "PLAYER_PASSED":
      return {
        ...scene,
        view: { ...view, hasPassed: view.hasPassed.map((old, i) => old || i === event.player) as [boolean, boolean] },
      };
    case "TURN_STARTED":
      return { ...scene, view: { ...view, currentPlayer: event.player } };
    case "ROUND_ENDED":
      return {
        ...scene,
        view: {
          ...view,
          roundsWon: view.roundsWon.map((old, i) => old + (event.winner === null || event.winner === i ? 1 : 0)) as [
            number,
            number,
          ],
        },
      };
    case "ROUND_STARTED":
      return { ...scene, view: { ...cleared(view), currentRound: event.round } };
    default:
      return scene;
  }
}

function reduce(scene: Scene, event: Event): Scene {
  const base: Scene = { ...scene, flash: null, spotlight: null, told: event };
  return piles(base, event) ?? units(base, event) ?? table(base, event);
}

const STILLS: Partial<Record<Event["type"], number>> = { ROUND_ENDED: 1900, UNIT_DIED: 700, UNIT_DAMAGED: 700 };

export const script: Script<View, Scene, Event> = {
  scene: sceneOf,
  duration,
  still: (event) => STILLS[event.type] ?? 0,
  reduce,
};

/** Both hands open, as no player sees them. */
export function openView(state: State, viewer: View["viewer"]): View {
  const players = state.players.map((side) => ({ ...side, deck: side.deck.length })) as View["players"];
  return { ...state, players, viewer };
}
