// Space Conquest: types made by agon-describe of the game's tables.
import type { Fleet, FleetId, OrderFault, Outcome, Player, StarId } from "./space-conquest.js";

/** What only some may know is null for the others. */
export type Event =
  | { type: "ORDERS_COMMITTED"; player: Player }
  | { type: "FLEET_LAUNCHED"; fleet: Fleet }
  | { type: "ORDER_REJECTED"; player: Player; order: number | null; reason: OrderFault }
  | { type: "REBELLION_ROLL"; star: StarId; d6: number }
  | { type: "REBELLION"; star: StarId; star_name: string; owner: Player; ru: number; garrison_before: number; rebel_ships: number; outcome: "lost"; garrison_after: number; rebel_survivors: number }
  | { type: "PRODUCTION"; star: StarId; owner: Player; ships: number }
  | { type: "TURN_STARTED"; turn: number }
  | { type: "HYPERSPACE_ROLL"; fleet_id: FleetId; d50: number }
  | { type: "HYPERSPACE_LOSS"; fleet_id: FleetId; owner: Player; ships: number; origin: StarId; dest: StarId }
  | { type: "FLEET_ARRIVED"; fleet_id: FleetId; star: StarId }
  | { type: "STAR_REVEALED"; player: Player; star: StarId; ru: number }
  | { type: "COMBAT"; star_id: StarId; star_name: string; combat_type: "npc" | "pvp"; attacker: Player; defender: Player | "npc"; attacker_ships: number; defender_ships: number; winner: "attacker" | "defender" | null; attacker_survivors: number; defender_survivors: number; attacker_losses: number; defender_losses: number; control_before: Player | null; control_after: Player | null; simultaneous: boolean }
  | { type: "STAR_TAKEN"; star: StarId; owner: Player | null }
  | { type: "GAME_OVER"; winner: Outcome };
