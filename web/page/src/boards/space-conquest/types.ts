// The engine's types under the names this folder uses.
import type { spaceConquest } from "agon-engine";

export type Action = spaceConquest.Action;
export type Event = spaceConquest.Event;
export type Fleet = spaceConquest.Fleet;
export type Move = spaceConquest.Move;
export type Seat = spaceConquest.Player;
export type Star = Omit<spaceConquest.SeenStar, "npc_ships"> & { npc_ships: number | null };
export type State = spaceConquest.State;
/** What a player knows; or everything, where there is nothing to hide any more. */
export type View = Omit<spaceConquest.View, "viewer" | "stars"> & { stars: Star[]; viewer: spaceConquest.View["viewer"] | "everything"; isOpen?: true };
/** One's own entry is full, the other's has nothing but its id. */
export type Player = spaceConquest.PlayerEntry;
export type Combat = spaceConquest.CombatReport;
