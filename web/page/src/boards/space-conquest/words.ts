// Events and actions in words, for the log and for replays.
import type { Player, Seat as PageSeat, Words } from "../../board.ts";
import { texts as all } from "../../texts.ts";
import { starById } from "./planning.ts";
import { combatText } from "./Report.tsx";
import type { Action, Event, View } from "./types.ts";

const texts = all.boards["space-conquest"];

export function describeEvent(event: Event, words: Words<View>): string | null {
  const star = (id: string) => starById(words.view, id).name;
  const name = (player: string) => words.name(player as Player);
  switch (event.type) {
    case "ORDERS_COMMITTED":
      return texts.logCommitted(name(event.player));
    case "FLEET_LAUNCHED":
      return texts.logLaunched(event.fleet.ships, star(event.fleet.origin), star(event.fleet.dest));
    case "REBELLION":
      return texts.rebellion(event.star_name, event.garrison_before, event.rebel_ships);
    case "TURN_STARTED":
      return texts.logTurn(event.turn);
    case "HYPERSPACE_LOSS":
      return texts.lossLine(event.ships, star(event.dest));
    case "FLEET_ARRIVED":
      return texts.logArrived(star(event.star));
    case "STAR_REVEALED":
      return texts.logRevealed(star(event.star), event.ru);
    case "COMBAT":
      return combatText(event, String(words.viewer), name);
    case "STAR_TAKEN":
      return event.owner ? texts.logTaken(name(event.owner), star(event.star)) : texts.logLostStar(star(event.star));
    case "GAME_OVER":
      return texts.logOver(event.winner === "draw" ? null : name(event.winner));
    default:
      return null;
  }
}

export function describeAction(action: Action, _words: Words<View>): string {
  if ("moves" in action) return texts.actMoves(action.moves.length);
  return action.type === "commit" ? texts.actCommit : texts.actOrder(action.ships, action.from, action.to);
}

/** How many stars a player holds, as far as the viewer knows; nothing where that would be a guess. */
export function describeSeat(seat: PageSeat, words: Words<View>): string | null {
  if (seat.player !== words.viewer && !words.view.isOpen) return "";
  return texts.stars(words.view.stars.filter((star) => star.owner === seat.player).length);
}
