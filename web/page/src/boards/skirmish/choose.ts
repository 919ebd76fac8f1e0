// From clicks to one action: the valid actions, narrowed down step by step. Only what is left can be
// clicked, so nothing invalid is ever offered.
import { cardOf, sameSlot, unitAt } from "./cards.ts";
import type { Action, Side, Slot, View } from "./types.ts";

/** What has been picked so far. */
export interface Choice {
  /** A card of the hand by its name, a unit by its id; null while nothing is picked. */
  card?: string;
  unit?: string;
  /** A card of the graveyard (Necromancer). */
  grave?: string;
  target?: Slot;
  /** Where a unit would be deployed over one's own: to be confirmed. */
  confirm?: Slot;
}

export interface Options {
  /** Slots that can be clicked next. */
  slots: Slot[];
  /** Graveyard cards that can be clicked next. */
  graves: string[];
  /** The slots are destinations of something already aimed. */
  moving: boolean;
}

/** The slot an action names first. */
function slotOf(action: Action, viewer: Side): Slot | undefined {
  if (action.type === "PLAY_CARD" && action.slotId !== undefined) return [viewer, action.slotId];
  return "target" in action ? action.target : undefined;
}

function destination(action: Action): Slot | undefined {
  if (action.type !== "PLAY_CARD" || action.to === undefined || !action.target) return undefined;
  return [action.target[0], action.to];
}

function startsWith(action: Action, choice: Choice): boolean {
  if (choice.card !== undefined) return action.type === "PLAY_CARD" && cardOf(action.cardId) === choice.card;
  if (choice.unit !== undefined) return action.type === "ACTIVATE" && action.unitId === choice.unit;
  return action.type === "INPUT";
}

export function matching(actions: readonly Action[], choice: Choice, viewer: Side): Action[] {
  return actions.filter(
    (action) =>
      startsWith(action, choice) &&
      (choice.grave === undefined || (action.type === "ACTIVATE" && action.cardId === choice.grave)) &&
      (choice.target === undefined || sameSlot(slotOf(action, viewer), choice.target)),
  );
}

function unique(slots: (Slot | undefined)[]): Slot[] {
  const kept: Slot[] = [];
  for (const slot of slots) if (slot && !kept.some((old) => sameSlot(old, slot))) kept.push(slot);
  return kept;
}

export function optionsFor(actions: readonly Action[], choice: Choice, viewer: Side): Options {
  const left = matching(actions, choice, viewer);
  if (choice.target !== undefined) return { slots: unique(left.map(destination)), graves: [], moving: true };
  const graves =
    choice.grave !== undefined
      ? []
      : [...new Set(left.flatMap((action) => (action.type === "ACTIVATE" && action.cardId ? [action.cardId] : [])))];
  if (graves.length > 0) return { slots: [], graves, moving: false };
  return { slots: unique(left.map((action) => slotOf(action, viewer))), graves: [], moving: false };
}

/** After a click on a slot: the action, or the choice that still needs a destination. */
export function pickSlot(
  actions: readonly Action[],
  choice: Choice,
  viewer: Side,
  slot: Slot,
): { action: Action } | { choice: Choice } | null {
  if (choice.target !== undefined) {
    const action = matching(actions, choice, viewer).find((one) => sameSlot(destination(one), slot));
    return action ? { action } : null;
  }
  const left = matching(actions, { ...choice, target: slot }, viewer);
  if (left.length === 0) return null;
  const direct = left.find((one) => destination(one) === undefined);
  return direct ? { action: direct } : { choice: { ...choice, target: slot } };
}

/** Where an action puts a unit in the place of one's own; null: it does not. */
export function consumes(action: Action, view: View, viewer: Side): Slot | null {
  if (action.type !== "PLAY_CARD" || action.slotId === undefined) return null;
  const slot: Slot = [viewer, action.slotId];
  return unitAt(view, slot) ? slot : null;
}

/** An ability that needs no target goes off at once. */
export function untargeted(actions: readonly Action[], unit: string): Action | null {
  return actions.find((one) => one.type === "ACTIVATE" && one.unitId === unit && !one.target && !one.cardId) ?? null;
}

export function playable(actions: readonly Action[], card: string): boolean {
  return actions.some((one) => one.type === "PLAY_CARD" && cardOf(one.cardId) === card);
}

export function ready(actions: readonly Action[], unit: string): boolean {
  return actions.some((one) => one.type === "ACTIVATE" && one.unitId === unit);
}
