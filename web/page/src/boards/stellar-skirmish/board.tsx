// Stellar Skirmish: the table, everybody's fleet, and a card to choose.
import "../shared/board.css";
import "./board.css";
import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import type { BoardProps } from "../../board.ts";
import { texts as all } from "../../texts.ts";
import { LiveRegion, useHotkeys, useMedia } from "../shared/pieces.tsx";
import { usePlayback } from "../shared/usePlayback.ts";
import { Fleets, Hand, Unseen } from "./Fleets.tsx";
import { scoreOf, script, type Scene } from "./scene.ts";
import { Table } from "./Table.tsx";
import type { Action, Config, Event, View } from "./types.ts";
export { openView } from "./scene.ts";
export { describeAction, describeEvent, describeSeat } from "./words.ts";

const texts = all.boards["stellar-skirmish"];
type Props = BoardProps<View, Action, Event, Config>;
const STANDARD_FLEET = Array.from({ length: 15 }, (_, i) => i + 1);

function statusText(props: Props, scene: Scene, enabled: boolean): string {
  const { view, seats, viewer } = props;
  if (scene.reveal) {
    const { winner, atStake } = scene.reveal;
    if (winner === null) return texts.tie;
    return atStake ? texts.wins(seats[winner - 1]?.name ?? "") : texts.noPrize;
  }
  if (props.status.over) return texts.ends[view.end_reason ?? ""] ?? all.game.matchOver;
  if (enabled) {
    const dry = view.planet_pot.length === 0 && view.current_planet_index >= view.planet_deck.length;
    return dry ? texts.noMore : texts.choose;
  }
  return viewer !== "spectator" && view.current_plays[String(viewer)] !== null ? texts.played : texts.watching;
}

/** Which battle the table shows. A hidden card still counts as in hand. */
function battleNumber({ view, reveal }: Scene, cards: number): number {
  const spent = cards - (view.hands["1"]?.length ?? 0);
  const isOut = typeof view.current_plays["1"] === "number" || reveal !== null;
  return Math.max(1, Math.min(cards, isOut ? spent : spent + 1));
}

export function Board(props: Props): JSX.Element {
  const { seats, viewer, onAction } = props;
  const playback = usePlayback(props, script);
  const { scene } = playback;
  const enabled = props.canAct && !props.disabled && !playback.busy;
  const [chosen, setChosen] = useState<number | null>(null);
  // Others lay their cards at the same time: a decision made while one of theirs is being shown is
  // not lost, it waits for the end of the animation.
  const [wanted, setWanted] = useState<number | null>(null);
  useLayoutEffect(() => {
    setChosen(null);
    setWanted(null);
  }, [viewer]);
  const narrow = useMedia("(max-width: 640px)");
  const own = typeof viewer === "number" ? viewer - 1 : 0;
  const isOpen = !props.disabled || playback.busy;
  const valid = new Set(isOpen ? props.actions.items.map((action) => action.card) : []);
  const start = props.config.fleet_values?.length ? props.config.fleet_values : STANDARD_FLEET;
  const hand = scene.view.hands[String(own + 1)] ?? [];
  const play = (card: number) => {
    if (!enabled) {
      setWanted(card);
      return;
    }
    setChosen(null);
    setWanted(null);
    onAction({ type: "play", card });
  };
  useLayoutEffect(() => {
    if (chosen !== null && !hand.includes(chosen)) setChosen(null);
    if (enabled && wanted !== null && valid.has(wanted)) play(wanted);
  }, [enabled, props.step]);
  const pick = (card: number) => {
    if (!valid.has(card)) return;
    if (chosen === card && wanted === null) play(card);
    else setChosen(card);
  };
  useHotkeys({
    Escape:
      chosen !== null
        ? () => {
            setChosen(null);
            setWanted(null);
          }
        : null,
  });
  const ahead = Math.max(...seats.map((seat) => scoreOf(scene.view, Number(seat.player))));
  const battle = battleNumber(scene, start.length);
  const status = statusText(props, scene, valid.size > 0);
  return (
    <div class="board board-stellar">
      <div class="board-main">
        <p class="board-status" data-testid="status">
          <b>{texts.battle(battle, start.length)}.</b> {status}
        </p>
        <Table scene={scene} serial={playback.serial} seats={seats} own={own} narrow={narrow} />
        <Unseen view={scene.view} />
        {viewer !== "spectator" && !props.replay && !props.status.over && (
          <>
            <Hand hand={hand} seat={own} valid={valid} chosen={chosen} pick={pick} />
            <button
              type="button"
              class="primary wide"
              disabled={chosen === null || !valid.has(chosen)}
              data-testid="play"
              onClick={() => chosen !== null && play(chosen)}
            >
              {chosen !== null ? texts.play(chosen) : enabled ? texts.choose : texts.waitingButton}
            </button>
          </>
        )}
      </div>
      <aside class="board-side">
        <Fleets view={scene.view} seats={seats} start={start} ahead={ahead} />
      </aside>
      <LiveRegion text={playback.busy && !scene.reveal ? "" : status} />
    </div>
  );
}
