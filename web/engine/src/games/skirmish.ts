// Skirmish: the types of its JSON (docs/games/skirmish.md).
import type { Generator, Seed, Spectator } from "./common.js";
import type { Event } from "./skirmish.tables.js";

export type * from "./skirmish.tables.js";

export type Player = 0 | 1;
/** `owner-card-copy`, e.g. `0-archer-1`. */
export type CardId = string;
/** 0 to 4. */
export type Terrain = number;
/** A slot of the board: whose, and on which terrain. */
export type Slot = [player: Player, terrain: Terrain];

export type UnitName =
  | "acolyte" | "apprentice" | "archer" | "bard" | "champion" | "dragon" | "engineer" | "ghoul"
  | "hunter" | "knight" | "mimic" | "necromancer" | "noble" | "priest" | "ranger" | "rogue"
  | "rookie" | "roots" | "scout" | "sentinel" | "squire" | "turret" | "vampire" | "veteran"
  | "warlock" | "wizard";
export type ActionCardName =
  | "assassinate" | "energize" | "fireball" | "repositioning" | "seed" | "strike" | "unsummon";
export type CardName = UnitName | ActionCardName;
export type StarterDeck = "vanguard" | "harvest" | "bulwark" | "ambush";

export interface Config {
  decks?: [StarterDeck | CardName[], StarterDeck | CardName[]];
  max_copies?: number;
  seed?: Seed;
}

export interface Unit {
  cardId: CardId;
  card: UnitName;
  owner: Player;
  base: number;
  buffs: number;
  damage: number;
  /** base + buffs - damage + the slot's modifier, not below 0. */
  power: number;
  cooldown: number;
  activated: boolean;
  silenced: boolean;
}

export interface SlotPair {
  id: Terrain;
  units: [Unit | null, Unit | null];
  modifiers: [number, number];
}

export interface PendingInput {
  player: Player;
  source: CardId;
  kind: CardName;
  choices: Slot[];
  optional: boolean;
}

/** What waits in the queue of effects. */
export interface Effect {
  type:
    | "CONSUME" | "DEPLOY" | "PLAY" | "ACTIVATE" | "DEATHS" | "DEPLOY_ABILITY" | "CONSUME_ABILITY"
    | "CONSUMED_ABILITY" | "TURN_START_ABILITY" | "CONQUER_ABILITY" | "SAW_DEATH" | "SAW_DAMAGE"
    | "SAW_ACTION";
  source?: CardId;
  [detail: string]: unknown;
}

interface Table<Side> {
  players: [Side, Side];
  currentPlayer: Player;
  startingPlayer: Player;
  /** The public lists of both decks. */
  decks: [CardName[], CardName[]];
  slots: SlotPair[];
  currentRound: number;
  roundsWon: [number, number];
  tieRounds: number;
  hasPassed: [boolean, boolean];
  activating: boolean;
  pendingInput: PendingInput | null;
  queue: Effect[];
  /** Absent while the match goes on; null is a draw. */
  matchWinner?: Player | null;
  /** Per player the cards in hand that everybody knows to be there. */
  known?: [CardId[], CardId[]];
}

export interface FullSide {
  id: Player;
  hand: CardId[];
  /** The next draw first. */
  deck: CardId[];
  /** The oldest first. */
  discard: CardId[];
  vp: number;
}

export interface SeenSide {
  id: Player;
  /** One's own in full; of the other their number. */
  hand: CardId[] | number;
  deck: number;
  discard: CardId[];
  vp: number;
}

export interface State extends Table<FullSide> {
  rng: Generator;
}
export interface View extends Table<SeenSide> {
  viewer: Player | Spectator;
}

export interface PlayCard {
  type: "PLAY_CARD";
  cardId: CardId;
  /** A unit's terrain. */
  slotId?: Terrain;
  /** An action card's slot. */
  target?: Slot;
  /** Where Repositioning moves the unit. */
  to?: Terrain;
}
export interface Activate {
  type: "ACTIVATE";
  unitId: CardId;
  target?: Slot;
  /** A card of the graveyard, for the Necromancer. */
  cardId?: CardId;
}
export type Input = { type: "INPUT"; target: Slot } | { type: "INPUT"; skip: true };
export type Action = PlayCard | Activate | Input | { type: "END_TURN" } | { type: "PASS" };

export type DeathCause = "damage" | "kill" | "consumed" | "power";

export interface Skirmish {
  Player: Player;
  Config: Config;
  State: State;
  View: View;
  Action: Action;
  Event: Event;
}
