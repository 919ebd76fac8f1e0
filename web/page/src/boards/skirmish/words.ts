// Events and actions in words, for the log, the banner and replays.
import type { Seat, Words } from "../../board.ts";
import { signed } from "../shared/numbers.ts";
import { texts as all } from "../../texts.ts";
import { nameOf } from "./cards.ts";
import type { Action, Event, View } from "./types.ts";

const texts = all.boards.skirmish;
const say = texts.events;

function unitEvent(event: Event): string | null {
  switch (event.type) {
    case "UNIT_DEPLOYED":
      return say.deployed(nameOf(event.unitId), event.slotId);
    case "UNIT_CONSUMED":
      return say.consumed(nameOf(event.unitId), nameOf(event.by));
    case "UNIT_DIED":
      return event.cause === "consumed" ? null : say.died(nameOf(event.unitId));
    case "UNIT_BOUNCED":
      return say.bounced(nameOf(event.unitId));
    case "UNIT_MOVED":
      return say.moved(nameOf(event.unitId), event.to);
    case "UNIT_DAMAGED":
      return say.damaged(nameOf(event.unitId), event.amount, nameOf(event.source));
    case "UNIT_POWER_CHANGED":
      return say.power(nameOf(event.unitId), event.oldPower, event.newPower);
    case "UNIT_SILENCED":
      return say.silenced(nameOf(event.unitId));
    case "ABILITY_ACTIVATED":
      return say.activated(nameOf(event.unitId));
    case "CONQUER_TRIGGERED":
      return say.conquer(nameOf(event.unitId));
    default:
      return null;
  }
}

export function describeEvent(event: Event, words: Words<View>): string | null {
  const name = (player: 0 | 1) => words.name(player);
  switch (event.type) {
    case "CARD_PLAYED":
      return say.played(name(event.player), nameOf(event.cardId));
    case "CARD_DRAWN":
      return event.cardId ? say.drawnWhat(name(event.player), nameOf(event.cardId)) : say.drawn(name(event.player));
    case "SLOT_MODIFIER_CHANGED":
      return say.modifier(name(event.player), event.slotId, signed(event.new));
    case "INPUT_REQUIRED":
      return say.input(name(event.player), nameOf(event.source));
    case "PLAYER_PASSED":
      return say.passed(name(event.player));
    case "ROUND_STARTED":
      return say.round(event.round, name(event.startingPlayer));
    case "ROUND_ENDED":
      return texts.roundResult(event.winner === null ? null : name(event.winner), event.vp[0], event.vp[1]);
    case "MATCH_ENDED":
      return event.winner === null ? say.matchDraw : say.matchWon(name(event.winner));
    default:
      return unitEvent(event);
  }
}

export function describeAction(action: Action, _words: Words<View>): string {
  switch (action.type) {
    case "PLAY_CARD":
      return action.slotId !== undefined
        ? texts.act.slot(nameOf(action.cardId), action.slotId)
        : texts.act.target(nameOf(action.cardId), action.target?.[1] ?? 0);
    case "ACTIVATE":
      return texts.act.activate(nameOf(action.unitId));
    case "INPUT":
      return "skip" in action ? texts.act.skip : texts.act.input(action.target[1]);
    case "END_TURN":
      return texts.act.end;
    case "PASS":
      return texts.act.pass;
  }
}

export function describeSeat(seat: Seat, words: Words<View>): string | null {
  return texts.winsOf(words.view.roundsWon[seat.index] ?? 0);
}
