// What the map shows while a turn is played back: a view, and marks that come and go with events.
import type { Script } from "../shared/playback.ts";
import { distance, knownShips, starById } from "./planning.ts";
import type { Event, Fleet, Seat, Star, View } from "./types.ts";

export type Mark =
  | { kind: "built"; star: string; ships: number }
  | { kind: "rebels"; star: string }
  | { kind: "lost"; fleet: Fleet }
  | { kind: "fight"; star: string; left: number; right: number; won: boolean | null }
  | { kind: "taken"; star: string; owner: Seat | null };

export interface Scene {
  view: View;
  marks: Mark[];
}

const DURATIONS: Partial<Record<Event["type"], number>> = {
  FLEET_LAUNCHED: 140,
  REBELLION: 900,
  TURN_STARTED: 900,
  HYPERSPACE_LOSS: 900,
  FLEET_ARRIVED: 220,
  COMBAT: 1300,
  STAR_TAKEN: 600,
  GAME_OVER: 300,
};

export function sceneOf(view: View): Scene {
  return { view, marks: [] };
}

function duration(event: Event): number {
  return DURATIONS[event.type] ?? 0;
}

function withStar(view: View, id: string, change: (star: Star) => Star): View {
  return { ...view, stars: view.stars.map((star) => (star.id === id ? change(star) : star)) };
}

function withShips(view: View, id: string, ships: (old: number) => number): View {
  return withStar(view, id, (star) => {
    const known = knownShips(view, star);
    if (known === null) return star;
    return { ...star, stationed_ships: { p1: null, p2: null, [star.owner!]: Math.max(0, ships(known)) } };
  });
}

function withoutFleet(view: View, id: string): View {
  return { ...view, fleets: view.fleets.filter((fleet) => fleet.id !== id) };
}

/** All fleets one step on; those that get there wait for their FLEET_ARRIVED. */
function moved(view: View): View {
  const fleets = view.fleets.map((fleet) => ({ ...fleet, dist_remaining: Math.max(0, fleet.dist_remaining - 1) }));
  return { ...view, fleets };
}

function launched(view: View, fleet: Fleet): View {
  const steps = distance(starById(view, fleet.origin), starById(view, fleet.dest));
  const next = withShips(view, fleet.origin, (old) => old - fleet.ships);
  return { ...next, fleets: [...next.fleets, { ...fleet, dist_remaining: steps }] };
}

function arrived(view: View, id: string): View {
  const fleet = view.fleets.find((one) => one.id === id);
  return fleet ? withShips(withoutFleet(view, id), fleet.dest, (old) => old + fleet.ships) : view;
}

function reduce({ view, marks }: Scene, event: Event): Scene {
  switch (event.type) {
    case "FLEET_LAUNCHED":
      return { view: launched(view, event.fleet), marks };
    case "REBELLION":
      return {
        view: withStar(view, event.star, (star) => ({ ...star, owner: null })),
        marks: [...marks, { kind: "rebels", star: event.star }],
      };
    case "PRODUCTION":
      return {
        view: withShips(view, event.star, (old) => old + event.ships),
        marks: [...marks, { kind: "built", star: event.star, ships: event.ships }],
      };
    case "TURN_STARTED":
      return { view: { ...moved(view), turn: event.turn }, marks: marks.filter((mark) => mark.kind === "built") };
    case "HYPERSPACE_LOSS": {
      const fleet = view.fleets.find((one) => one.id === event.fleet_id);
      return { view: withoutFleet(view, event.fleet_id), marks: fleet ? [{ kind: "lost", fleet }] : [] };
    }
    case "FLEET_ARRIVED":
      return { view: arrived(view, event.fleet_id), marks: [] };
    case "COMBAT":
      return { view, marks: [{ kind: "fight", star: event.star_id, ...sides(view.viewer, event) }] };
    case "STAR_TAKEN":
      return {
        view: withStar(view, event.star, (star) => ({ ...star, owner: event.owner })),
        marks: [{ kind: "taken", star: event.star, owner: event.owner }],
      };
    default:
      return { view, marks };
  }
}

/** A fight from the viewer's side: own ships on the left. */
function sides(viewer: string, fight: Event & { type: "COMBAT" }) {
  const attacking = fight.attacker === viewer;
  const [left, right] = attacking
    ? [fight.attacker_ships, fight.defender_ships]
    : [fight.defender_ships, fight.attacker_ships];
  const won = fight.winner === null ? null : (fight.winner === "attacker") === attacking;
  return { left, right, won };
}

const STILLS: Partial<Record<Event["type"], number>> = { COMBAT: 1500, REBELLION: 1200, HYPERSPACE_LOSS: 1200 };

export const script: Script<View, Scene, Event> = {
  scene: sceneOf,
  duration,
  still: (event) => STILLS[event.type] ?? 0,
  reduce,
};
