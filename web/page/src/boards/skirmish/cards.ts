// What the board knows about cards: names from ids, base powers, what leads on a terrain.
import { texts as all } from "../../texts.ts";
import type { Side, Slot, Unit, View } from "./types.ts";

const texts = all.boards.skirmish;

const BASE: Record<string, number> = {
  acolyte: 1,
  apprentice: 3,
  archer: 3,
  bard: 2,
  champion: 5,
  dragon: 7,
  engineer: 1,
  ghoul: 1,
  hunter: 4,
  knight: 3,
  mimic: 1,
  necromancer: 2,
  noble: 4,
  priest: 2,
  ranger: 4,
  rogue: 2,
  rookie: 3,
  roots: 2,
  scout: 2,
  sentinel: 3,
  squire: 1,
  turret: 3,
  vampire: 2,
  veteran: 4,
  warlock: 3,
  wizard: 3,
};
const COOLDOWN: Record<string, number> = { necromancer: 1, ranger: 1, rookie: 2, vampire: 1 };

/** `0-archer-2` → `archer`. */
export function cardOf(id: string): string {
  return id.split("-").slice(1, -1).join("-");
}

export function cardName(card: string): string {
  return texts.cardNames[card] ?? card.charAt(0).toUpperCase() + card.slice(1);
}

/** The name of the card with this id. */
export function nameOf(id: string): string {
  return cardName(cardOf(id));
}

/** Base power, or null for an action card. */
export function basePower(card: string): number | null {
  return BASE[card] ?? null;
}

export function hasAbility(card: string): boolean {
  return card in COOLDOWN;
}

export function freshUnit(id: string, owner: Side, modifier: number): Unit {
  const card = cardOf(id),
    base = BASE[card] ?? 0;
  return {
    cardId: id,
    card: card as Unit["card"],
    owner,
    base,
    buffs: 0,
    damage: 0,
    power: Math.max(0, base + modifier),
    cooldown: COOLDOWN[card] ?? 0,
    activated: false,
    silenced: false,
  };
}

export function unitAt(view: View, [player, terrain]: Slot): Unit | null {
  return view.slots[terrain]?.units[player] ?? null;
}

export function sameSlot(a: Slot | undefined, b: Slot | undefined): boolean {
  return a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1];
}

/** Who would win a terrain if the skirmish ended now. A Rogue turns the comparison round. */
export function leader(view: View, terrain: number): Side | null {
  const [a, b] = view.slots[terrain]?.units ?? [null, null];
  if (!a || !b) return a ? 0 : b ? 1 : null;
  if (a.power === b.power) return null;
  const turned = [a, b].some((unit) => unit.card === "rogue" && !unit.silenced);
  return a.power > b.power !== turned ? 0 : 1;
}

export function leads(view: View): [number, number] {
  const winners = view.slots.map((_, terrain) => leader(view, terrain));
  return [winners.filter((side) => side === 0).length, winners.filter((side) => side === 1).length];
}

/** A hand with equal cards together: they are one choice. */
export function stacks(hand: readonly string[]): { card: string; count: number; id: string }[] {
  const found = new Map<string, { card: string; count: number; id: string }>();
  for (const id of hand) {
    const card = cardOf(id),
      old = found.get(card);
    if (old) old.count++;
    else found.set(card, { card, count: 1, id });
  }
  return [...found.values()];
}
