// What the board shows while a turn is played back.
import type { Script } from "../shared/playback.ts";
import type { Event, Node, Territory, View } from "./types.ts";

export interface Clash {
  from: number;
  to: number;
  player: number;
  attackRoll: number;
  defenseRoll: number;
  attackMost: number;
  defenseMost: number;
  success: boolean;
}

export interface Scene {
  view: View;
  /** The attack that is being rolled. Its outcome is in `after`, and drawn from the next frame on. */
  clash: Clash | null;
  /** Dice that a node has just gained. */
  grown: Record<number, number>;
  after: View | null;
}

const DURATIONS: Partial<Record<Event["type"], number>> = {
  ATTACK: 1000,
  GROWTH: 700,
  PLAYER_OUT: 500,
  TURN_STARTED: 120,
};

export function territory(node: Node | undefined): Territory | null {
  return node && "owner" in node ? node : null;
}

function withNodes(view: View, change: (node: Territory, index: number) => Territory): View {
  return { ...view, nodes: view.nodes.map((node, i) => ("owner" in node ? change(node, i) : node)) };
}

function fought(view: View, clash: Clash): View {
  const moved = (territory(view.nodes[clash.from])?.dice ?? 1) - 1;
  return withNodes(view, (node, i) => {
    if (i === clash.from) return { ...node, dice: 1 };
    return i === clash.to && clash.success ? { ...node, owner: clash.player, dice: moved } : node;
  });
}

function clashOf(view: View, event: Event & { type: "ATTACK" }): Clash {
  return {
    from: event.from,
    to: event.to,
    player: event.player,
    success: event.success,
    attackRoll: event.attack_roll,
    defenseRoll: event.defense_roll,
    attackMost: 6 * (territory(view.nodes[event.from])?.dice ?? 1),
    defenseMost: 6 * (territory(view.nodes[event.to])?.dice ?? 1),
  };
}

function sceneOf(view: View): Scene {
  return { view, clash: null, grown: {}, after: null };
}

function reduce(scene: Scene, event: Event): Scene {
  const view = scene.after ?? scene.view;
  switch (event.type) {
    case "ATTACK": {
      const clash = clashOf(view, event);
      return { view, clash, grown: {}, after: fought(view, clash) };
    }
    case "GROWTH": {
      const grown: Record<number, number> = {};
      for (const node of event.nodes) grown[node] = (grown[node] ?? 0) + 1;
      const next = withNodes(view, (node, i) => ({ ...node, dice: Math.min(8, node.dice + (grown[i] ?? 0)) }));
      return { ...sceneOf(next), grown };
    }
    case "TURN_STARTED":
      return sceneOf({ ...view, current_player: event.player, round: event.round });
    case "PLAYER_OUT":
      return sceneOf({ ...view, out: [...view.out, { player: event.player, round: event.round }] });
    default:
      return sceneOf(view);
  }
}

export const script: Script<View, Scene, Event> = {
  scene: sceneOf,
  duration: (event) => DURATIONS[event.type] ?? 0,
  still: (event) => (event.type === "ATTACK" ? 1100 : 0),
  reduce,
};

export function territoriesOf(view: View, player: number): Territory[] {
  return view.nodes.map(territory).filter((node): node is Territory => node?.owner === player);
}
