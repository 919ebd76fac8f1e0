// The engine's types under the names this folder uses.
import type { skirmish } from "agon-engine";

export type Action = skirmish.Action;
export type Event = skirmish.Event;
export type Side = 0 | 1;
export type Slot = skirmish.Slot;
export type Unit = skirmish.Unit;
export type View = skirmish.View;
export type State = skirmish.State;
