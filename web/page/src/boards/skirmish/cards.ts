// What the board knows about cards: names from ids, base powers, what leads on a terrain.
import { cards } from "virtual:agon-facts/skirmish";
import { texts as all } from "../../texts.ts";
import type { Side, Slot, Unit, View } from "./types.ts";

const texts = all.boards.skirmish;

const CARDS = new Map(cards.map((card) => [card.name, card]));

/** `0-archer-2` → `archer`. */
export function cardOf(id: string): string {
  return id.split("-").slice(1, -1).join("-");
}

export function cardName(card: string): string {
  return card.charAt(0).toUpperCase() + card.slice(1);
}

/** The name of the card with this id. */
export function nameOf(id: string): string {
  return cardName(cardOf(id));
}

/** All cards there are, in the catalogue's order. */
export const cardNames: readonly string[] = cards.map((card) => card.name);

/** What a card does, in a sentence. */
export function cardText(card: string): string {
  const text = CARDS.get(card)?.text;
  return text ? `${text}.` : "";
}

/** What the target of a card is for, as a question. */
export function cardQuestion(card: string): string {
  return `${CARDS.get(card)?.asks ?? texts.inputDefault}?`;
}

export function cardKind(card: string): string {
  return texts.kinds[CARDS.get(card)?.type ?? "unit"];
}

/** Base power, or null for an action card. */
export function basePower(card: string): number | null {
  return CARDS.get(card)?.power ?? null;
}

export function hasAbility(card: string): boolean {
  return CARDS.get(card)?.cooldown !== undefined;
}

export function freshUnit(id: string, owner: Side, modifier: number): Unit {
  const card = cardOf(id),
    base = basePower(card) ?? 0;
  return {
    cardId: id,
    card: card as Unit["card"],
    owner,
    base,
    buffs: 0,
    damage: 0,
    power: Math.max(0, base + modifier),
    cooldown: CARDS.get(card)?.cooldown ?? 0,
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
