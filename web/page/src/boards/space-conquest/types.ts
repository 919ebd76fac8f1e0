// The engine's types under the names this folder uses.
import type { spaceConquest } from "agon-engine";

export type Action = spaceConquest.Action;
export type Event = spaceConquest.Event;
export type Fleet = spaceConquest.Fleet;
export type Move = spaceConquest.Move;
export type Seat = spaceConquest.Player;
export type Star = spaceConquest.SeenStar;
export type View = spaceConquest.View;
/** One's own entry is full, the other's has nothing but its id. */
export type Player = spaceConquest.PlayerEntry;
export type Combat = spaceConquest.CombatReport;
