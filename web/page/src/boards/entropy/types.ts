// The engine's types under the names this folder uses.
import type { entropy } from "agon-engine";

export type Action = entropy.Action;
export type Attack = entropy.Attack;
export type Event = entropy.Event;
export type Node = entropy.Node;
export type Territory = entropy.Territory;
export type View = entropy.View;
