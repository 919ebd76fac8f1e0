// Space Conquest: a map to draw orders on, the list of them, and what came of the last ones.
import "../shared/board.css";
import "./board.css";
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../../board.ts";
import { texts as all } from "../../texts.ts";
import { LiveRegion, useHotkeys, useMedia } from "../shared/pieces.tsx";
import { usePlayback } from "../shared/usePlayback.ts";
import { Composer } from "./Composer.tsx";
import { budgets, isPlayer, safeShips, sentMoves, shipsAt, starById, withMove, withoutMove, withShips } from "./planning.ts";
import { Orders } from "./Orders.tsx";
import { FleetList, Report, reportLines } from "./Report.tsx";
import { script } from "./scene.ts";
import { Legend } from "./StarGlyph.tsx";
import { StarMap } from "./StarMap.tsx";
import type { Action, Event, Move, Seat, View } from "./types.ts";
export { openView } from "./planning.ts";
export { describeAction, describeEvent, describeSeat } from "./words.ts";

const texts = all.boards["space-conquest"];
type Props = BoardProps<View, Action, Event>;

interface Draft {
  moves: Move[];
  from: string | null;
  to: string | null;
  ships: number;
}

const EMPTY: Draft = { moves: [], from: null, to: null, ships: 1 };

/** The player's plans of this turn. They live in the page until they are sent as one set. */
function useDraft(view: View, enabled: boolean) {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  useLayoutEffect(() => setDraft(EMPTY), [view.turn, view.viewer]);
  const committed = view.committed[view.viewer as Seat] ?? false;
  useLayoutEffect(() => {
    if (committed) setDraft(EMPTY);
  }, [committed]);
  const mine = (id: string) =>
    enabled && starById(view, id).owner === view.viewer && shipsAt(view, starById(view, id)) > 0;
  const aim = (from: string, to: string) => {
    const budget = budgets(view, [...sentMoves(view), ...draft.moves]).find((one) => one.star.id === from);
    if (!budget) return;
    setDraft({ ...draft, from, to, ships: safeShips(view, budget) || Math.max(1, budget.left) });
  };
  const pick = (id: string) => {
    if (!enabled) return;
    if (draft.from && draft.from !== id && !draft.to) aim(draft.from, id);
    else if (draft.from === id) setDraft({ ...draft, from: null, to: null });
    else if (draft.from && draft.to && !mine(id)) aim(draft.from, id);
    else if (mine(id)) setDraft({ ...draft, from: id, to: null });
  };
  return { draft, setDraft, mine, aim, pick };
}

function statusText({ view, status }: Props, canAct: boolean, draft: Draft): string {
  if (status.over) return texts.over(view.turn);
  if (!canAct) return view.committed[view.viewer as Seat] ? texts.waiting : texts.watching(view.turn);
  if (draft.from && draft.to) return texts.pickShips;
  if (draft.from) return texts.pickTarget(starById(view, draft.from).name);
  return texts.pickOrigin;
}

export function Board(props: Props): JSX.Element {
  const { view, canAct, disabled, onAction } = props;
  const playback = usePlayback(props, script);
  const enabled = canAct && !disabled && !playback.busy;
  // The other side's commit arrives at any time: it must not take a half-made order away.
  const planning = !playback.busy && !props.replay && !props.status.over && props.actions.count > 0;
  const upright = useMedia("(max-width: 640px)");
  const { draft, setDraft, mine, aim, pick } = useDraft(view, planning);
  const sent = sentMoves(view);
  const plan = budgets(view, [...sent, ...draft.moves]);
  const budget = plan.find((one) => one.star.id === draft.from);
  const composing = planning && draft.from !== null && draft.to !== null && budget !== undefined;

  const focusMap = useRef<(() => void) | null>(null);
  // What the map shows is what is sent: the order being made is part of the set.
  const preview = composing ? [{ from: draft.from!, to: draft.to!, ships: draft.ships }] : [];
  const whole = preview.reduce<Move[]>(withMove, draft.moves);
  const outlook = budgets(view, [...sent, ...whole]);
  const over = outlook.some((one) => one.over);
  const commit = () => onAction({ moves: whole });
  const add = () => {
    const move = { from: draft.from!, to: draft.to!, ships: draft.ships };
    setDraft({ ...EMPTY, moves: withMove(draft.moves, move) });
    focusMap.current?.();
  };
  const cancel = () => {
    setDraft({ ...draft, from: null, to: null });
    focusMap.current?.();
  };
  useHotkeys({ c: enabled && !over ? commit : null, Escape: draft.from ? cancel : null });

  const names = (owner: string): string => props.seats.find((seat) => seat.player === owner)?.name ?? owner;
  const status = statusText(props, planning, draft);
  return (
    <div class="board board-conquest">
      <div class="board-main">
        <p class="board-status">
          <b>{texts.turn(playback.scene.view.turn, view.max_turns)}</b> {status}
        </p>
        <StarMap
          scene={playback.scene}
          serial={playback.serial}
          moves={[...sent, ...whole]}
          budgets={playback.busy ? [] : outlook}
          origin={draft.from}
          target={draft.to}
          upright={upright}
          pick={pick}
          drag={aim}
          mayDrag={mine}
          focusRef={focusMap}
          names={names}
        />
        <Legend view={view} names={names} />
      </div>
      <aside class="board-side">
        {composing && (
          <Composer
            view={view}
            from={draft.from!}
            to={draft.to!}
            ships={draft.ships}
            budget={budget}
            setShips={(ships) => setDraft({ ...draft, ships })}
            add={add}
            cancel={cancel}
          />
        )}
        {isPlayer(view) && !props.replay && !props.status.over && (
          <Orders
            view={view}
            sent={sent}
            moves={draft.moves}
            preview={preview}
            budgets={outlook}
            enabled={enabled}
            committed={view.committed[view.viewer as Seat]}
            commit={commit}
            change={(i, ships) => setDraft({ ...draft, moves: withShips(draft.moves, i, ships) })}
            remove={(i) => setDraft({ ...draft, moves: withoutMove(draft.moves, i) })}
          />
        )}
        {view.viewer === "spectator" && !view.isOpen ? <p class="quiet">{texts.spectator}</p> : <Report view={view} names={names} />}
        <FleetList view={view} />
      </aside>
      <LiveRegion
        text={playback.busy ? "" : `${texts.turn(view.turn, view.max_turns)}. ${reportLines(view, names).join(" ")}`}
      />
    </div>
  );
}
