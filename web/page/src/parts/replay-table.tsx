// A replay on the screen: any move, as any viewer saw it.
import type { ReplayVerdict } from "agon-engine";
import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { BoardModule, Player, Seat, Viewer, Words } from "../board.ts";
import { useBoard } from "../boards/plain.ts";
import { metaOf } from "../boards/registry.ts";
import { titleOf } from "../games.ts";
import type { LocalReplay } from "../match/local-replay.ts";
import type { Eyes, ReplayFrame } from "../match/worker-replay.ts";
import { useMotion } from "../theme.ts";
import { fill, texts } from "../texts.ts";
import { BoardSwitch } from "./board-switch.tsx";
import { FileButton } from "./file-button.tsx";
import { type LogLine, MatchLog } from "./match-log.tsx";
import { ReplayControls } from "./replay-controls.tsx";
import { downloadReplay, ShareButton } from "./result-panel.tsx";
import { SeatPanel } from "./seat-panel.tsx";

interface Props {
  replay: LocalReplay;
  board: BoardModule;
  /** Whose eyes it begins with; null: those that see most. */
  first: Player | null;
  onOpen(text: string): void;
}

/** Seats with the names that the config knows, or else who played. */
function namedSeats({ info }: LocalReplay): Seat[] {
  const names = metaOf(info.facts.id).namesOf?.(info.config) ?? null;
  const words = info.seats.map((seat) =>
    seat.kind === "person" ? texts.replay.player : (texts.setup.bots[seat.name.split(":")[0]!] ?? seat.name),
  );
  return info.seats.map((seat, i) => {
    const isAlone = words.indexOf(words[i]!) === words.lastIndexOf(words[i]!);
    return { ...seat, name: names?.[i] ?? (isAlone ? words[i]! : `${words[i]} ${i + 1}`) };
  });
}

/** One frame after the other; `animate` only for a single step forward. */
function useFrames(replay: LocalReplay, viewer: Eyes) {
  const [frame, setFrame] = useState<ReplayFrame | null>(null);
  const [animate, setAnimate] = useState(false);
  const [step, setStep] = useState(0);
  const wanted = useRef(0);
  const show = useCallback(
    async (position: number, isStep: boolean) => {
      const to = Math.min(Math.max(position, 0), replay.info.moves);
      wanted.current = to;
      const made = await replay.frame(to, viewer);
      // While this one was made, another may have been asked for.
      if (wanted.current !== made.position) return;
      setFrame(made);
      setAnimate(isStep);
      setStep((n) => n + 1);
    },
    [replay, viewer],
  );
  useEffect(() => void show(wanted.current, false), [show]);
  return { frame, animate, step, show, wanted };
}

function useStory(replay: LocalReplay, viewer: Eyes): { type: string }[][] {
  const [story, setStory] = useState<{ type: string }[][]>([]);
  useEffect(() => {
    let isGone = false;
    void replay.story(viewer).then((made) => {
      if (!isGone) setStory(made);
    });
    return () => {
      isGone = true;
    };
  }, [replay, viewer]);
  return story;
}

function VerdictLine({ replay, verdict }: { replay: LocalReplay; verdict: ReplayVerdict | null }) {
  const [shown, setShown] = useState<ReplayVerdict | null>(verdict);
  const [isBusy, setIsBusy] = useState(false);
  const verify = (): void => {
    setIsBusy(true);
    setShown(null);
    void replay.verify().then((made) => {
      setShown(made as ReplayVerdict);
      setIsBusy(false);
    });
  };
  const text = !shown
    ? ""
    : shown.ok
      ? `${fill(texts.replay.verified, { moves: replay.info.recorded })} ${fill(texts.replay.chance, { what: shown.chance_text ?? "" })}`
      : `${fill(texts.replay.damaged, { line: shown.line ?? "?", reason: shown.reason ?? "" })}. ${texts.replay.damagedNote}`;
  return (
    <div class="verdict">
      <button type="button" onClick={verify} disabled={isBusy}>{texts.replay.verify}</button>
      <p class={shown ? (shown.ok ? "is-good" : "is-bad") : ""} role={shown && !shown.ok ? "alert" : "status"}>
        {isBusy ? texts.replay.verifying : text}
      </p>
    </div>
  );
}

/** Of a finished match there is nothing to hide; of one that was broken off there may be. */
function firstEyes(first: Player | null, { info }: LocalReplay): Eyes {
  return first ?? (info.finished && info.facts.hidden ? "everything" : "spectator");
}

/** What somebody sees, as its board wants it. */
function openedFrame(board: BoardModule, frame: ReplayFrame): ReplayFrame {
  if (frame.viewer !== "everything" || !board.openView) return frame;
  const open = (state: object): object => board.openView!(state, "everything");
  return { ...frame, view: open(frame.view), previous: frame.previous && open(frame.previous) };
}

/** The choice of eyes. */
function ViewAs({ replay, seats, viewer, onChange }: { replay: LocalReplay; seats: Seat[]; viewer: Eyes; onChange(eyes: Eyes): void }) {
  const { finished, facts } = replay.info;
  const choose = (word: string): void =>
    onChange(word === "everything" || word === "spectator" ? word : seats.find((seat) => String(seat.player) === word)!.player);
  return (
    <label class="view-as">
      {texts.replay.viewAs}{" "}
      <select value={String(viewer)} onChange={(event) => choose(event.currentTarget.value)}>
        {finished && facts.hidden && <option value="everything">{texts.replay.everything}</option>}
        {seats.map((seat) => <option key={seat.index} value={String(seat.player)}>{seat.name}</option>)}
        <option value="spectator">{texts.replay.spectator}</option>
      </select>
    </label>
  );
}

/** Who gave up, at the end of what was played. */
function EndNote({ replay, name }: { replay: LocalReplay; name: Words["name"] }) {
  const { forfeits, verdict, finished } = replay.info;
  return (
    <>
      {forfeits.map(({ player, fault }) => (
        <p key={player} class="replay-end">{fill(texts.game.faults[fault] ?? texts.game.forfeited, { name: name(player) })}.</p>
      ))}
      {verdict.ok && !finished && <p class="note">{texts.replay.unfinished}</p>}
    </>
  );
}

export function ReplayTable({ replay, board, first, onOpen }: Props) {
  const { motion } = useMotion();
  const seats = useMemo(() => namedSeats(replay), [replay]);
  const choice = useBoard(board);
  const [viewer, setViewer] = useState<Eyes>(() => firstEyes(first, replay));
  const [isPlaying, setIsPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const { frame: seen, animate, step, show, wanted } = useFrames(replay, viewer);
  const frame = useMemo(() => seen && openedFrame(board, seen), [seen, board]);
  const story = useStory(replay, viewer);
  const { moves, facts } = replay.info;
  const name: Words["name"] = useCallback((player) => seats.find((seat) => seat.player === player)?.name ?? String(player), [seats]);
  const move = useCallback(
    (position: number) => {
      setIsPlaying(false);
      void show(position, position === wanted.current + 1);
    },
    [show],
  );
  const isMoving = animate && motion !== "none" && (frame?.events.length ?? 0) > 0 && frame?.previous !== null;
  const next = useCallback(() => {
    if (!isPlaying || !frame) return;
    if (frame.position >= moves) setIsPlaying(false);
    else void show(frame.position + 1, true);
  }, [isPlaying, frame, moves, show]);
  // Autoplay: when the board is done, or after a moment where there is nothing to animate.
  const settled = useRef(next);
  settled.current = next;
  useEffect(() => {
    if (!isPlaying) return;
    const wait = isMoving ? 15_000 : frame && frame.events.length === 0 ? 60 : 700 / speed;
    const timer = setTimeout(() => settled.current(), wait);
    return () => clearTimeout(timer);
  }, [isPlaying, step, isMoving, speed]);
  const play = (on: boolean): void => {
    if (on && wanted.current >= moves) void show(0, false);
    setIsPlaying(on);
  };
  useReplayKeys({ position: wanted, moves, move, play, isPlaying });
  const lines: LogLine[] = useMemo(() => {
    if (!frame) return [];
    const words: Words = { seats, viewer: frame.viewer as Viewer, view: frame.view, name };
    return story.slice(0, frame.position).flatMap((events, i) =>
      events
        .map((event) => board.describeEvent(event, words))
        .filter((text) => text !== null)
        .map((text) => ({ text, move: i + 1 })),
    );
  }, [story, frame, board]);
  if (!frame) return <p class="panel" role="status">{texts.app.loading}</p>;
  const words: Words = { seats, viewer: frame.viewer as Viewer, view: frame.view, name };
  return (
    <div class="match replay" data-position={frame.position}>
      <div class="match-head">
      <div class="match-bar">
        <h1>{texts.replay.title}: {titleOf(facts.id, facts)}</h1>
        <ViewAs replay={replay} seats={seats} viewer={viewer} onChange={setViewer} />
      </div>
      <VerdictLine replay={replay} verdict={replay.info.verdict.ok ? null : replay.info.verdict} />
      </div>
      <div class="match-board" role="region" aria-label={fill(texts.game.board, { game: titleOf(facts.id, facts) })}>
        <choice.Board
          game={facts.id}
          config={replay.info.config}
          seats={seats}
          viewer={frame.viewer as Viewer}
          view={frame.view}
          text={frame.text}
          previous={frame.previous}
          events={frame.events}
          step={step}
          animate={isMoving}
          still={motion === "still"}
          speed={speed}
          onSettled={() => settled.current()}
          status={frame.status}
          canAct={false}
          disabled={true}
          actions={{ count: 0, items: [], page: async () => [] }}
          onAction={() => {}}
          replay={true}
        />
      </div>
      <ReplayControls position={frame.position} total={moves} isPlaying={isPlaying} speed={speed} onMove={move} onPlay={play} onSpeed={setSpeed} />
      <SeatPanel seats={seats} status={frame.status} board={board} words={words} thinking={[]} />
      <aside class="match-side">
        <MatchLog lines={lines} current={frame.position} />
        <BoardSwitch choice={choice} />
        <section class="panel replay-file">
          <p class="buttons">
            <button type="button" onClick={() => downloadReplay(replay.text, facts.id)}>{texts.result.download}</button>
            <ShareButton text={async () => replay.text} />
            <FileButton label={texts.replay.open} onReplay={onOpen} />
          </p>
          {frame.position === moves && <EndNote replay={replay} name={name} />}
        </section>
      </aside>
    </div>
  );
}

interface Keys {
  position: { current: number };
  moves: number;
  move(position: number): void;
  play(on: boolean): void;
  isPlaying: boolean;
}

/** Arrows step, Home and End jump, space plays: unless a field has the focus. */
function useReplayKeys(keys: Keys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { position, moves, move, play, isPlaying } = latest.current;
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA|BUTTON|A)$/.test(target.tagName)) return;
      const jumps: Record<string, () => void> = {
        ArrowLeft: () => move(position.current - 1),
        ArrowRight: () => move(position.current + 1),
        Home: () => move(0),
        End: () => move(moves),
        " ": () => play(!isPlaying),
      };
      const jump = jumps[event.key];
      if (!jump) return;
      event.preventDefault();
      jump();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
