// What is always at hand during a match: the rules, and giving up. Neither leaves the match.
import { useEffect, useRef, useState } from "preact/hooks";
import { titleOf } from "../games.ts";
import type { MatchConnection } from "../match/connection.ts";
import { fill, texts } from "../texts.ts";
import { RulesText } from "./rules-text.tsx";

function RulesDialog({ game, onClose }: { game: string; onClose(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const title = fill(texts.rulesPage.title, { game: titleOf(game) });
  return (
    <dialog ref={dialog} class="rules-dialog" aria-label={title} onClose={onClose}>
      <div class="rules-dialog-head">
        <h2>{title}</h2>
        <button type="button" onClick={() => dialog.current?.close()}>{texts.game.closeRules}</button>
      </div>
      <div class="prose rules-dialog-text" tabIndex={0} role="region" aria-label={title}><RulesText game={game} /></div>
    </dialog>
  );
}

function Resign({ resign }: { resign(): Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!isAsking) return <button type="button" class="quiet" onClick={() => setIsAsking(true)}>{texts.game.resign}</button>;
  const give = (): void => {
    resign().then(() => setIsAsking(false), (error: Error) => setProblem(error.message));
  };
  return (
    <span class="resign" role="group" aria-label={texts.game.resign}>
      <span role="status">{problem ?? texts.game.resignSure}</span>
      <button type="button" onClick={give}>{texts.game.resignYes}</button>
      <button type="button" class="quiet" onClick={() => setIsAsking(false)}>{texts.game.stay}</button>
    </span>
  );
}

export function MatchMenu({ match, canResign }: { match: MatchConnection; canResign: boolean }) {
  const [isReading, setIsReading] = useState(false);
  const game = match.info.facts.id;
  return (
    <div class="match-menu">
      <button type="button" class="quiet" onClick={() => setIsReading(true)}>{texts.game.rules}</button>
      {canResign && match.resign && <Resign resign={() => match.resign!()} />}
      {isReading && <RulesDialog game={game} onClose={() => setIsReading(false)} />}
    </div>
  );
}
