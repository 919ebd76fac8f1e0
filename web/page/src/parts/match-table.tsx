// A match on the screen: board, players, log, result. It does not know where it is played.
import { useCallback, useEffect, useMemo, useState } from "preact/hooks";
import type { BoardModule, Player, Viewer, Words } from "../board.ts";
import { useBoard } from "../boards/plain.ts";
import { useHotkeys } from "../boards/shared/pieces.tsx";
import { titleOf } from "../games.ts";
import type { MatchConnection, MatchUpdate } from "../match/connection.ts";
import { usePresenter } from "../match/presenter.ts";
import { useEnding } from "../match/ending.ts";
import { useMotion } from "../theme.ts";
import { fill, texts } from "../texts.ts";
import { BoardSwitch } from "./board-switch.tsx";
import { Curtain } from "./curtain.tsx";
import { type LogLine, MatchLog } from "./match-log.tsx";
import { MatchMenu } from "./match-menu.tsx";
import { Rematch } from "./rematch.tsx";
import { headline, ResultPanel } from "./result-panel.tsx";
import { SeatPanel } from "./seat-panel.tsx";

interface Props {
  match: MatchConnection;
  board: BoardModule;
  /** Out of sight: nobody acts, and nothing moves on. */
  isHidden?: boolean;
  /** Another match like this one; left out where that is not for this page to say. */
  onAgain?(): void;
  onWatch(replay: string, viewer: Player | null): void;
}

function nameOf(match: MatchConnection): Words["name"] {
  return (player) => match.info.seats.find((seat) => seat.player === player)?.name ?? String(player);
}

/** Whose turn it is, in words. */
function turnText(update: MatchUpdate, isBusy: boolean, name: Words["name"]): string {
  const { viewer, status, thinking } = update;
  if (status.over || isBusy) return "";
  if (viewer !== "spectator" && status.toAct.includes(viewer)) return texts.game.yourTurn;
  if (thinking.length > 0) return fill(texts.game.thinking, { name: name(thinking[0]!) });
  if (status.toAct.length === 1) return fill(texts.game.turnOf, { name: name(status.toAct[0]!) });
  return fill(texts.game.choosing, { names: status.toAct.map(name).join(", ") });
}

function linesOf(board: BoardModule, match: MatchConnection, updates: { update: MatchUpdate }[]): LogLine[] {
  const name = nameOf(match);
  return updates.flatMap(({ update }) => {
    const words: Words = { seats: match.info.seats, viewer: update.viewer, view: update.view, name };
    return update.events
      .map((event) => board.describeEvent(event, words))
      .filter((text) => text !== null)
      .map((text) => ({ text, move: update.moves }));
  });
}

/** Whose eyes a replay begins with: one's own, or those that see most. */
function seatOf(viewer: Viewer): Player | null {
  return viewer === "spectator" ? null : viewer;
}

export function MatchTable({ match, board, isHidden = false, onAgain, onWatch }: Props) {
  const { motion, isInstant, setInstant } = useMotion();
  const { current, settled, queue, isBusy, isHurried, log, failure, news, settle, hurry } = usePresenter(match, motion === "none");
  const [isSending, setIsSending] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const name = useMemo(() => nameOf(match), [match]);
  // After a hand-over the lines of the other person's view are not shown to this one.
  const lines = useMemo(
    () => linesOf(board, match, log.filter(({ update }) => update.viewer === current?.viewer)),
    [board, match, log, current?.viewer],
  );
  const choice = useBoard(board);
  const step = current?.step ?? 0;
  const onSettled = useCallback(() => settle(step), [step]);
  const isCalm = !isBusy && queue.length === 0;
  useHotkeys({ s: isCalm || isHidden ? null : hurry });
  const handOver = isCalm ? (current?.handOver ?? null) : null;
  const isOpen = !match.info.facts.hidden;
  useEffect(() => {
    // Where nothing is hidden there is nothing to cover.
    if (handOver !== null && isOpen) void match.look(handOver);
  }, [handOver, isOpen]);
  const viewer = current?.viewer;
  const act = useCallback(
    (action: object) => {
      if (viewer === undefined || viewer === "spectator") return;
      setIsSending(true);
      setRefusal(null);
      match
        .act(viewer, action)
        .catch((error: Error) => setRefusal(fill(texts.game.refused, { reason: error.message })))
        .finally(() => setIsSending(false));
    },
    [match, viewer],
  );
  const actions = useMemo(
    () => ({
      count: current?.actions.count ?? 0,
      items: current?.actions.items ?? [],
      page: (offset: number, limit: number) => match.actions(viewer as Player, offset, limit),
    }),
    [match, current],
  );
  const ending = useEnding(match, (current?.status.over ?? false) && isCalm);
  if (failure) return <section class="panel problem" role="alert"><h1>{texts.app.broken}</h1><p>{failure}</p></section>;
  if (!current) return <p class="panel" role="status">{texts.app.loading}</p>;
  const isOver = current.status.over && isCalm;
  const isCovered = handOver !== null && !isOpen;
  const canAct = isCalm && current.actions.count > 0 && !isCovered && !isHidden;
  // What the words beside the board tell does not run ahead of it.
  const told = (isBusy ? settled : null) ?? current;
  const words: Words = { seats: match.info.seats, viewer: told.viewer, view: told.view, name };
  const lifted = isOver && ending && match.info.facts.hidden ? (board.openView?.(ending.state, current.viewer) ?? ending.state) : null;
  const canResign = !isOver && current.viewer !== "spectator" && !isCovered && match.info.seats.some((seat) => seat.kind === "person");
  return (
    <div class="match" data-step={current.step} data-over={isOver} data-can-act={canAct && !isSending}>
      <div class="match-head">
        <div class="match-bar">
          <h1>{titleOf(match.info.facts.id, match.info.facts)}</h1>
          <p class={`turn ${canAct ? "is-yours" : ""}`} role="status" aria-live="polite">
            {turnText(current, !isCalm, name) || (isOver ? headline(match, current) : current.viewer === "spectator" ? texts.game.watching : "")}
          </p>
          <button type="button" class="quiet skip" hidden={isCalm} onClick={hurry}>{texts.game.skip}</button>
          <MatchMenu match={match} canResign={canResign} />
        </div>
        {news && !news.isConnected && <p class="refusal" role="status">{texts.online.lost}</p>}
        {refusal && <p class="refusal" role="alert">{refusal}</p>}
      </div>
      <SeatPanel seats={match.info.seats} status={told.status} board={board} words={words} thinking={isCalm ? current.thinking : []} news={news} />
      <div class="match-board" role="region" aria-label={fill(texts.game.board, { game: titleOf(match.info.facts.id) })}>
        {isCovered ? (
          <Curtain name={name(handOver)} onReady={() => void match.look(handOver)} />
        ) : (
          <choice.Board
            game={match.info.facts.id}
            config={match.info.config}
            seats={match.info.seats}
            viewer={current.viewer}
            view={lifted ?? current.view}
            text={lifted ? ending!.text : current.text}
            previous={current.previous}
            events={current.events}
            step={current.step}
            animate={isBusy && !isHurried}
            still={motion === "still"}
            speed={1}
            onSettled={onSettled}
            status={current.status}
            canAct={canAct}
            disabled={isSending || !canAct}
            actions={actions}
            onAction={act}
            replay={false}
          />
        )}
      </div>
      <aside class="match-side">
        {isOver && (
          <ResultPanel match={match} update={current} ending={ending} onAgain={onAgain} onWatch={(text) => onWatch(text, seatOf(current.viewer))}>
            {news && <Rematch match={match} news={news} />}
          </ResultPanel>
        )}
        <MatchLog lines={isCovered ? [] : lines} />
        <div class="match-switches">
          <BoardSwitch choice={choice} />
          <button type="button" class="quiet board-switch" aria-pressed={isInstant} onClick={() => setInstant(!isInstant)}>{texts.game.instant}</button>
          {news && <a class="button" href="#/online">{texts.online.lobby}</a>}
        </div>
      </aside>
    </div>
  );
}
