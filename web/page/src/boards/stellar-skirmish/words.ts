// Events and actions in words, for the log and for replays.
import type { Seat, Words } from "../../board.ts";
import { texts as all } from "../../texts.ts";
import { scoreOf } from "./scene.ts";
import type { Action, Event, Planet, View } from "./types.ts";

const texts = all.boards["stellar-skirmish"];

export function planetName(planet: Planet): string {
  return planet.name ?? planet.id;
}

export function describeEvent(event: Event, words: Words<View>): string | null {
  switch (event.type) {
    case "PLANET_REVEALED":
      return texts.logRevealed(planetName(event.planet), event.planet.victory_points);
    case "CARD_PLAYED":
      return event.card === null
        ? texts.logPlayed(words.name(event.player))
        : texts.logPlayedWhat(words.name(event.player), event.card);
    case "BATTLE_RESOLVED": {
      const plays = Object.entries(event.plays)
        .map(([player, card]) => `${words.name(Number(player))} ${card}`)
        .join(", ");
      return event.winner === null ? texts.logTie(plays) : texts.logWin(plays, words.name(event.winner));
    }
    case "PLANET_CLAIMED":
      return texts.logClaimed(
        words.name(event.player),
        planetName(event.planet),
        event.planet.victory_points,
        event.doubled,
      );
    case "POT_DISCARDED":
      return texts.logDiscarded;
    case "GAME_OVER":
      return texts.ends[event.end_reason] ?? texts.over;
  }
}

export function describeAction(action: Action, _words: Words<View>): string {
  return texts.play(action.card).toLowerCase();
}

export function describeSeat(seat: Seat, words: Words<View>): string | null {
  return texts.points(scoreOf(words.view, seat.index + 1));
}
