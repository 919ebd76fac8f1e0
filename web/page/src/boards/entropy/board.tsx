// Entropy: the graph, the odds of the attack in hand, and everybody's standing.
import "../shared/board.css";
import "./board.css";
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardProps, Seat } from "../../board.ts";
import { texts as all } from "../../texts.ts";
import { percent } from "../shared/numbers.ts";
import { classes, LiveRegion, SeatBadge, useHotkeys, useMedia } from "../shared/pieces.tsx";
import { usePlayback } from "../shared/usePlayback.ts";
import { Graph } from "./Graph.tsx";
import { attackOdds } from "./odds.ts";
import { script, territoriesOf, territory } from "./scene.ts";
import type { Action, Attack, Event, View } from "./types.ts";
export { describeAction, describeEvent, describeSeat } from "./words.ts";

const texts = all.boards.entropy;
type Props = BoardProps<View, Action, Event>;

function isAttack(action: Action): action is Attack {
  return action.type === "attack";
}

function Standing({ view, seats, isOver }: { view: View; seats: Seat[]; isOver: boolean }): JSX.Element {
  const total = view.nodes.filter((node) => "owner" in node).length;
  return (
    <ul class="standing" aria-label={texts.players} style={`--columns:${seats.length > 6 ? 4 : seats.length}`}>
      {seats.map((seat) => {
        const held = territoriesOf(view, seat.index);
        const dice = held.reduce((sum, node) => sum + node.dice, 0);
        const gone = view.out.find((one) => one.player === seat.index);
        const now = !isOver && view.current_player === seat.index;
        return (
          <li
            key={seat.index}
            class={classes(now && "is-now", gone && "is-out")}
            aria-current={now ? "true" : undefined}
          >
            <SeatBadge seat={seat.index} />
            <span class="who">{seat.name}</span>
            <span class="count">{gone ? texts.out(gone.round) : `${held.length} · ${texts.dice(dice)}`}</span>
            <span
              class="share"
              style={`--share:${held.length / Math.max(1, total)};--seat:var(--seat-${seat.index})`}
            />
          </li>
        );
      })}
    </ul>
  );
}

function Odds({ view, from, to }: { view: View; from: number; to: number }): JSX.Element {
  const a = territory(view.nodes[from])!,
    d = territory(view.nodes[to])!;
  const odds = attackOdds(a.dice, d.dice);
  return (
    <div class="odds" data-testid="odds">
      <div class="odds-bar" aria-hidden="true">
        <span style={`width:${odds.chance * 100}%`} />
      </div>
      <p>
        <b>{texts.odds(percent(odds.chance), odds.wins, odds.of)}</b> {texts.attackLine(from, a.dice, to, d.dice)}.
      </p>
      <p class="quiet">
        {texts.afterWin(a.dice - 1)} {texts.afterLoss}
      </p>
    </div>
  );
}

/** The territory chosen to attack from. After a conquest the conqueror goes on from there. */
function useChoice(attacks: Attack[], step: number) {
  const [from, setFrom] = useState<number | null>(null);
  const last = useRef<number | null>(null);
  useLayoutEffect(() => {
    const next = last.current;
    last.current = null;
    const able = (node: number | null) => node !== null && attacks.some((one) => one.from === node);
    setFrom((old) => (next !== null && able(next) ? next : able(old) ? old : null));
  }, [step, attacks.length]);
  return {
    from,
    setFrom,
    went: (to: number) => {
      last.current = to;
    },
  };
}

function statusText(props: Props, attacks: Attack[], from: number | null, busy: boolean): string {
  if (props.status.over && !busy) return texts.over;
  if (!props.canAct) return texts.turnOf(props.seats[props.view.current_player]?.name ?? "");
  if (attacks.length === 0) return texts.noAttack;
  return from === null ? texts.pickFrom : texts.pickTo(from);
}

export function Board(props: Props): JSX.Element {
  const { view, canAct, disabled, onAction } = props;
  const playback = usePlayback(props, script);
  const enabled = canAct && !disabled && !playback.busy;
  const attacks = enabled ? props.actions.items.filter(isAttack) : [];
  const { from, setFrom, went } = useChoice(attacks, props.step);
  const [aim, setAim] = useState<number | null>(null);
  const upright = useMedia("(max-width: 640px)");
  const shown = playback.scene.view;

  const pick = (node: number) => {
    const attack = attacks.find((one) => one.from === from && one.to === node);
    if (attack) {
      went(node);
      onAction(attack);
    } else if (node !== from && attacks.some((one) => one.from === node)) setFrom(node);
    else setFrom(null);
  };
  const mayEnd = enabled && props.actions.items.some((action) => action.type === "end_turn");
  const end = () => {
    setFrom(null);
    onAction({ type: "end_turn" });
  };
  useHotkeys({ e: mayEnd ? end : null, Escape: from !== null ? () => setFrom(null) : null });
  const target = attacks.find((one) => one.from === from && one.to === aim);
  // The viewer's own, also while another one plays.
  const seat = props.seats.find((one) => one.player === props.viewer)?.index ?? view.current_player;
  const gain = territoriesOf(shown, seat).length;
  const status = statusText(props, attacks, enabled ? from : null, playback.busy);
  return (
    <div class="board board-entropy">
      <Standing view={shown} seats={props.seats} isOver={props.status.over} />
      <p class="board-status">
        <b>{texts.round(shown.round, view.max_rounds)}.</b> {status}
      </p>
      <Graph
        scene={playback.scene}
        serial={playback.serial}
        ms={playback.ms}
        attacks={attacks}
        from={enabled ? from : null}
        upright={upright}
        names={(player) => props.seats[player]?.name ?? ""}
        pick={pick}
        point={setAim}
      />
      {!props.replay && props.viewer !== "spectator" && !props.status.over && (
        <div class="board-bar">
          <div class="bar-info">
            {target ? (
              <Odds view={view} from={target.from} to={target.to} />
            ) : (
              <p class="quiet">{enabled && attacks.length > 0 ? texts.hint : " "}</p>
            )}
          </div>
          <button type="button" class="primary" disabled={!mayEnd} onClick={end} data-testid="end-turn">
            {texts.endTurn} <small>{view.growth === "turn" ? texts.gain(gain) : ""}</small> <kbd>E</kbd>
          </button>
        </div>
      )}
      <LiveRegion text={playback.busy ? "" : `${texts.round(view.round, view.max_rounds)}. ${status}`} />
    </div>
  );
}
