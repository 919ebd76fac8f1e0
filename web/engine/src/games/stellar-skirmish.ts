// Stellar Skirmish: the types of its JSON (docs/games/stellar-skirmish.md).
import type { Generator, Seed, Spectator } from "./common.js";
import type { Action, Event } from "./stellar-skirmish.tables.js";

export type * from "./stellar-skirmish.tables.js";

/** Numbered from 1. */
export type Player = number;

export type PlanetClass =
  | "trade_post_colony"
  | "research_colony"
  | "mining_colony"
  | "tribal_world"
  | "industrial_world"
  | "space_faring_world"
  | "station";

export type AbilityType =
  | "double_next_planet_no_combat"
  | "class_set_bonus"
  | "choose_class"
  | "lose_victory_points";

export interface Ability {
  type: AbilityType;
  params: unknown;
}

export interface Planet {
  id: string;
  victory_points: number;
  name: string | null;
  class: PlanetClass | null;
  abilities: Ability[];
}

export type PlanetConfig = Pick<Planet, "id" | "victory_points"> & Partial<Planet>;
export type FinalTie = "keep" | "discard";
/** When a planet is turned up: before anybody chooses, or by the first card of a battle. */
export type Reveal = "battle" | "first_play";
export type EndReason =
  | "normal"
  | "ships_exhausted_planets_remaining"
  | "player_out_of_cards_early"
  | "final_tie_pot_discarded";

export interface Config {
  player_count?: number;
  planets?: PlanetConfig[];
  fleet_values?: number[];
  seed?: Seed | null;
  shuffle?: boolean;
  final_tie?: FinalTie;
  reveal?: Reveal;
}

interface Table<Play> {
  player_count: number;
  /** Keyed by player number. In a view a hand whose owner has a card face down still holds it. */
  hands: Record<string, number[]>;
  /** The whole deck. In a view: what has been revealed in its order, then the rest by id. */
  planet_deck: Planet[];
  current_planet_index: number;
  planet_pot: Planet[];
  claimed_planets: Record<string, Planet[]>;
  current_plays: Record<string, Play>;
  game_over: boolean;
  end_reason: EndReason | null;
  final_tie: FinalTie;
  reveal: Reveal;
}

export interface State extends Table<number | null> {
  fleet_values: number[];
  rng: Generator;
}

export interface View extends Table<number | "hidden" | null> {
  /** So many planets of `planet_deck` are in their true order. */
  revealed_count: number;
  viewer: Player | Spectator;
}

export interface StellarSkirmish {
  Player: Player;
  Config: Config;
  State: State;
  View: View;
  Action: Action;
  Event: Event;
}
