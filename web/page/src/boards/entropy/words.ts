// Events and actions in words, for the log and for replays.
import type { Seat, Words } from "../../board.ts";
import { texts as all } from "../../texts.ts";
import { territoriesOf } from "./scene.ts";
import type { Action, Event, View } from "./types.ts";

const texts = all.boards.entropy;

export function describeEvent(event: Event, words: Words<View>): string | null {
  switch (event.type) {
    case "TURN_STARTED":
      return texts.logTurn(words.name(event.player), event.round);
    case "ATTACK":
      return texts.logAttack(
        words.name(event.player),
        event.from,
        event.to,
        event.attack_roll,
        event.defense_roll,
        event.success,
      );
    case "PLAYER_OUT":
      return texts.logOut(words.name(event.player));
    case "GROWTH":
      return texts.logGrowth(words.name(event.player), event.nodes.length);
    case "GAME_OVER":
      return texts.logOver(event.winners.map((player) => words.name(player)).join(", "));
    default:
      return null;
  }
}

export function describeAction(action: Action, _words: Words<View>): string {
  return action.type === "attack" ? texts.actAttack(action.from, action.to) : texts.actEnd;
}

export function describeSeat(seat: Seat, words: Words<View>): string | null {
  const total = words.view.nodes.filter((node) => "owner" in node).length;
  const gone = words.view.out.find((one) => one.player === seat.index);
  return gone ? texts.out(gone.round) : texts.held(territoriesOf(words.view, seat.index).length, total);
}
