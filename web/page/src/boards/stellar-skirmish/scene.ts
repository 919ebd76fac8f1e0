// What the table shows while a battle is played back.
import type { Script } from "../shared/playback.ts";
import type { Event, Planet, State, View } from "./types.ts";

export interface Scene {
  view: View;
  /** Cards turned up after a battle; they lie there until the next one. */
  reveal: { plays: Record<string, number>; winner: number | null; atStake: boolean } | null;
  /** A planet on its way to the player who has just claimed it. */
  flying: { planet: Planet; player: number } | null;
}

const DURATIONS: Partial<Record<Event["type"], number>> = {
  PLANET_REVEALED: 420,
  CARD_PLAYED: 200,
  BATTLE_RESOLVED: 1500,
  PLANET_CLAIMED: 620,
  POT_DISCARDED: 600,
};

function sceneOf(view: View): Scene {
  return { view, reveal: null, flying: null };
}

function without(hand: readonly number[], card: number | undefined): number[] {
  const at = card === undefined ? -1 : hand.indexOf(card);
  return hand.filter((_, i) => i !== at);
}

function mapHands(view: View, change: (hand: number[], player: string) => number[]): View["hands"] {
  return Object.fromEntries(Object.entries(view.hands).map(([player, hand]) => [player, change(hand, player)]));
}

function played(view: View, event: Event & { type: "CARD_PLAYED" }): View {
  const hands =
    event.card === null
      ? view.hands
      : mapHands(view, (hand, player) => (player === String(event.player) ? without(hand, event.card!) : hand));
  return { ...view, hands, current_plays: { ...view.current_plays, [event.player]: event.card ?? "hidden" } };
}

/** The others' hands still held their hidden cards; now these are known to be gone. */
function resolved(scene: Scene, event: Event & { type: "BATTLE_RESOLVED" }): Scene {
  const { view } = scene;
  const hands = mapHands(view, (hand, player) =>
    view.current_plays[player] === "hidden" ? without(hand, event.plays[player]) : hand,
  );
  const plays = Object.fromEntries(Object.keys(view.current_plays).map((player) => [player, null]));
  return {
    view: { ...view, hands, current_plays: plays },
    reveal: { plays: event.plays, winner: event.winner, atStake: view.planet_pot.length > 0 },
    flying: null,
  };
}

function claimed(scene: Scene, event: Event & { type: "PLANET_CLAIMED" }): Scene {
  const { view } = scene;
  const at = view.planet_pot.findIndex((planet) => planet.id === event.planet.id);
  const planet_pot = event.doubled ? view.planet_pot : view.planet_pot.filter((_, i) => i !== at);
  const key = String(event.player);
  const claimed_planets = { ...view.claimed_planets, [key]: [...(view.claimed_planets[key] ?? []), event.planet] };
  return {
    ...scene,
    view: { ...view, planet_pot, claimed_planets },
    flying: { planet: event.planet, player: event.player },
  };
}

function reduce(scene: Scene, event: Event): Scene {
  const { view } = scene;
  switch (event.type) {
    case "PLANET_REVEALED":
      return {
        ...scene,
        flying: null,
        view: {
          ...view,
          planet_pot: [...view.planet_pot, event.planet],
          current_planet_index: view.current_planet_index + 1,
          revealed_count: view.revealed_count + 1,
        },
      };
    case "CARD_PLAYED":
      return { ...scene, reveal: null, flying: null, view: played(view, event) };
    case "BATTLE_RESOLVED":
      return resolved({ ...scene, view }, event);
    case "PLANET_CLAIMED":
      return claimed(scene, event);
    case "POT_DISCARDED":
      return { ...scene, flying: null, view: { ...view, planet_pot: [] } };
    default:
      return { ...scene, flying: null };
  }
}

export const script: Script<View, Scene, Event> = {
  scene: sceneOf,
  duration: (event) => DURATIONS[event.type] ?? 0,
  still: (event) => (event.type === "BATTLE_RESOLVED" ? 1700 : 0),
  reduce,
};

/** All cards open; which planets come next stays where it was, in no order. */
export function openView(state: State, viewer: View["viewer"]): View {
  return { ...state, revealed_count: state.current_planet_index, viewer };
}

export function scoreOf(view: View, player: number): number {
  return (view.claimed_planets[String(player)] ?? []).reduce((sum, planet) => sum + planet.victory_points, 0);
}

/** Everybody's cards, each marked as still in hand or gone: what can be counted on. */
export function fleet(start: readonly number[], hand: readonly number[]): { value: number; left: boolean }[] {
  let rest = [...hand];
  const marked = start.map((value) => {
    const left = rest.includes(value);
    rest = without(rest, value);
    return { value, left };
  });
  return marked;
}

/** Planets nobody has seen yet, by their points: which ones is public, their order is not. */
export function toCome(view: View): { points: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const planet of view.planet_deck.slice(view.revealed_count)) {
    counts.set(planet.victory_points, (counts.get(planet.victory_points) ?? 0) + 1);
  }
  return [...counts].map(([points, count]) => ({ points, count })).sort((a, b) => a.points - b.points);
}
