// The engine's types under the names this folder uses.
import type { stellarSkirmish } from "agon-engine";

export type Action = stellarSkirmish.Action;
export type Config = stellarSkirmish.Config;
export type Event = stellarSkirmish.Event;
export type Planet = stellarSkirmish.Planet;
export type View = stellarSkirmish.View;
export type State = stellarSkirmish.State;
