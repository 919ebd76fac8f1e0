// Space Conquest: the types of its JSON (docs/games/space-conquest.md).
import type { Generator, Seed, Spectator } from "./common.js";
import type { Event } from "./space-conquest.tables.js";

export type * from "./space-conquest.tables.js";

export type Player = "p1" | "p2";
/** A letter, A to P. */
export type StarId = string;
export type FleetId = string;
export type Control = "me" | "opp" | "npc" | "none";
export type Outcome = Player | "draw";

export interface Config {
  seed?: Seed;
  max_turns?: number;
}

interface StarPlace {
  id: StarId;
  name: string;
  /** 0 to 11. */
  x: number;
  /** 0 to 9. */
  y: number;
}
export interface Star extends StarPlace {
  base_ru: number;
  owner: Player | null;
  npc_ships: number;
  stationed_ships: Record<Player, number>;
}
/** A star as a viewer knows it: null is what is not known. */
export interface SeenStar extends StarPlace {
  base_ru: number | null;
  owner: Player | null;
  npc_ships: null;
  stationed_ships: Record<Player, number | null> | null;
}

export interface Fleet {
  id: FleetId;
  owner: Player;
  ships: number;
  origin: StarId;
  dest: StarId;
  dist_remaining: number;
}

export interface PlayerEntry {
  id: Player;
  home_star: StarId;
  visited_stars: StarId[];
  known_ru: Record<StarId, number>;
  known_control: Record<StarId, Control>;
}

export interface Move {
  from: StarId;
  to: StarId;
  ships: number;
}
export interface Orders {
  moves: Move[];
  committed: boolean;
  too_many: boolean;
}

export type OrderFault =
  | "bad_count"
  | "unknown_origin"
  | "unknown_destination"
  | "same_star"
  | "not_owned"
  | "too_many"
  | "over_commitment";
export interface OrderError {
  /** Index of the order; null for the whole set. */
  order: number | null;
  reason: OrderFault;
  text: string;
}

export interface CombatReport {
  star_id: StarId;
  star_name: string;
  combat_type: "npc" | "pvp";
  attacker: Player;
  defender: Player | "npc";
  attacker_ships: number;
  defender_ships: number;
  winner: "attacker" | "defender" | null;
  attacker_survivors: number;
  defender_survivors: number;
  attacker_losses: number;
  defender_losses: number;
  control_before: Player | "npc" | null;
  control_after: Player | "npc" | null;
  simultaneous: boolean;
}
export interface RebellionReport {
  star: StarId;
  star_name: string;
  owner: Player;
  ru: number;
  garrison_before: number;
  rebel_ships: number;
  outcome: "lost";
  garrison_after: number;
  rebel_survivors: number;
}
export interface LossReport {
  fleet_id: FleetId;
  owner: Player;
  ships: number;
  origin: StarId;
  dest: StarId;
}

interface Table {
  turn: number;
  fleets: Fleet[];
  winner: Outcome | null;
  max_turns: number;
  order_errors: Partial<Record<Player, OrderError[]>>;
  combats_last_turn: CombatReport[];
  rebellions_last_turn: RebellionReport[];
  hyperspace_losses_last_turn: LossReport[];
}

export interface State extends Table {
  seed: Seed;
  stars: Star[];
  players: [PlayerEntry, PlayerEntry];
  fleet_counter: Record<Player, number>;
  orders: Record<Player, Orders>;
  rng: Generator;
}

export interface View extends Table {
  viewer: Player | Spectator;
  stars: SeenStar[];
  /** One's own entry in full, of the other only the id. */
  players: [PlayerEntry | { id: Player }, PlayerEntry | { id: Player }];
  committed: Record<Player, boolean>;
  fleet_counter: Partial<Record<Player, number>>;
  /** One's own orders so far. */
  orders: Partial<Record<Player, Orders>>;
}

/** A whole set of orders, handed in. */
export interface MoveSet {
  moves: Move[];
}
/** Adds one order. */
export interface Order extends Move {
  type: "order";
}
/** Hands in what has been ordered. */
export interface Commit {
  type: "commit";
}
export type Action = MoveSet | Order | Commit;

export interface SpaceConquest {
  Player: Player;
  Config: Config;
  State: State;
  View: View;
  Action: Action;
  Event: Event;
}
