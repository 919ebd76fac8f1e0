// The result, and what to do with the match now.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { MatchConnection, MatchUpdate } from "../match/connection.ts";
import type { Ending } from "../match/ending.ts";
import { packReplay, replayLink } from "../share.ts";
import { fill, texts } from "../texts.ts";

interface Props {
  match: MatchConnection;
  update: MatchUpdate;
  ending: Ending | null;
  onAgain?: (() => void) | undefined;
  onWatch(replay: string): void;
  /** Other ways to play again. */
  children?: ComponentChildren;
}

/** Longer links are cut off by some programs. */
const longLink = 8000;

/** Who has won. */
export function headline({ info }: MatchConnection, { status, viewer }: MatchUpdate): string {
  const winners = status.winners ?? [];
  if (winners.length === 0) return texts.result.draw;
  const persons = info.seats.filter((seat) => seat.kind === "person");
  if (persons.length <= 1 && winners.length === 1 && winners[0] === viewer) return texts.result.youWon;
  const names = winners.map((player) => info.seats.find((seat) => seat.player === player)?.name ?? String(player));
  return fill(names.length === 1 ? texts.result.won : texts.result.wonMany, { names: names.join(", ") });
}

/** Who gave up, and how; the record tells the reason, which comes a moment later. */
function forfeitLines({ info }: MatchConnection, { status }: MatchUpdate, ending: Ending | null): string[] {
  return status.forfeits.map((player) => {
    const fault = ending?.forfeits.find((one) => one.player === player)?.fault ?? "";
    const name = info.seats.find((seat) => seat.player === player)?.name ?? String(player);
    return fill(texts.game.faults[fault] ?? texts.game.forfeited, { name });
  });
}

export function downloadReplay(text: string, game: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  link.download = `agon-${game}.ndjson`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function ShareButton({ text }: { text(): Promise<string> }) {
  const [note, setNote] = useState<string | null>(null);
  const [url, setUrl] = useState<string | null>(null);
  const share = async (): Promise<void> => {
    const made = replayLink(await packReplay(await text()));
    const isLong = made.length > longLink;
    try {
      await navigator.clipboard.writeText(made);
      setUrl(null);
      setNote(isLong ? fill(texts.result.shareLong, { size: `${Math.round(made.length / 1024)} kB` }) : texts.result.shared);
    } catch {
      setUrl(made);
      setNote(texts.result.shareFailed);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void share()}>{texts.result.share}</button>
      {note && <span class="share-note" role="status">{note}</span>}
      {url && <input class="share-url" readOnly value={url} aria-label={texts.result.share} onFocus={(event) => event.currentTarget.select()} />}
    </>
  );
}

/** What was proven about chance; nothing of a match that this page has conducted itself. */
function Proof({ match }: { match: MatchConnection }) {
  const [words, setWords] = useState<string | null>(null);
  useEffect(() => {
    void match.proof?.().then(setWords, () => setWords(texts.result.proof.failed));
  }, [match]);
  return words ? <p class="result-proof note" role="status">{words}</p> : null;
}

export function ResultPanel({ match, update, ending, onAgain, onWatch, children }: Props) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const game = match.info.facts.id;
  return (
    <section class="panel result">
      <h2 ref={title} tabIndex={-1}>{headline(match, update)}</h2>
      {forfeitLines(match, update, ending).map((line) => <p key={line} class="result-why">{line}.</p>)}
      <p class="result-scores">
        {match.info.seats.map((seat) => (
          <span key={seat.index} style={{ "--seat": `var(--seat-${seat.index})` }}>
            <i class="seat-dot" aria-hidden="true" /> {seat.name}: {update.status.scores[seat.index]}
          </span>
        ))}
      </p>
      <Proof match={match} />
      <p class="buttons">
        {onAgain && <button type="button" class="primary" onClick={onAgain}>{texts.result.again}</button>}
        {children}
        <button type="button" onClick={() => void match.replay().then(onWatch)}>{texts.result.watch}</button>
        <button type="button" onClick={() => void match.replay().then((text) => downloadReplay(text, game))}>{texts.result.download}</button>
        <ShareButton text={() => match.replay()} />
        <a class="button" href="#/">{texts.result.other}</a>
      </p>
    </section>
  );
}
