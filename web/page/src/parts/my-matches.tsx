// My matches: those that are kept in this browser, and the seats that it holds on the server.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { titleOf } from "../games.ts";
import { RefusedError } from "../match/connection.ts";
import { deleteMatch, savedMatches, savedReplay, type SavedMatch } from "../match/saved.ts";
import { api, type OnlineMatch } from "../online/api.ts";
import { seatsOf } from "../online/remote-match.ts";
import { forget, heldMatches } from "../online/seats.ts";
import { fill, texts } from "../texts.ts";

/** Of so many seats the server is asked. */
const mostAsked = 16;

interface MyOnlineMatch {
  match: OnlineMatch;
  isMyTurn: boolean;
}

/** My turn first, then what runs, what waits, and what is over. */
function rank({ match, isMyTurn }: MyOnlineMatch): number {
  return isMyTurn ? 0 : ["running", "waiting", "over"].indexOf(match.status) + 1;
}

async function askServer(): Promise<MyOnlineMatch[]> {
  const asked = heldMatches().slice(0, mostAsked).map(async ({ id, token }): Promise<MyOnlineMatch[]> => {
    try {
      const { match, play } = await api.seen(id, token);
      if (match.status === "cancelled") return [];
      const me = match.you === null ? undefined : match.seats[match.you]?.player;
      return [{ match, isMyTurn: match.status === "running" && (play?.to_act ?? []).some((player) => player === me) }];
    } catch (error) {
      if (error instanceof RefusedError && error.slug === "not_found") forget(id);
      return [];
    }
  });
  return (await Promise.all(asked)).flat().sort((a, b) => rank(a) - rank(b));
}

function useMyMatches() {
  const [here, setHere] = useState<SavedMatch[]>([]);
  const [online, setOnline] = useState<MyOnlineMatch[]>([]);
  const refresh = (): void => void savedMatches().then(setHere, () => {});
  useEffect(() => {
    refresh();
    void askServer().then(setOnline);
  }, []);
  return { here, online, refresh };
}

interface LineProps {
  game: string;
  names: string[];
  note: string;
  isMyTurn: boolean;
  children: ComponentChildren;
}

function Line({ game, names, note, isMyTurn, children }: LineProps) {
  return (
    <li class={`lobby-line my-match ${isMyTurn ? "is-mine" : ""}`}>
      <span class="my-match-words"><strong>{titleOf(game)}</strong> <small>{names.join(" · ")}</small> <small class="my-match-note">{note}</small></span>
      <span class="buttons">{children}</span>
    </li>
  );
}

function noteOfSaved({ moves, winners }: SavedMatch): string {
  const played = fill(texts.home.movesPlayed, { n: moves });
  if (winners === null) return `${texts.home.here}, ${played}`;
  if (winners.length === 0) return `${texts.home.draw}, ${played}`;
  return `${fill(texts.home.wonBy, { names: winners.join(", ") })}, ${played}`;
}

function HereLine({ saved, refresh, onReplay }: { saved: SavedMatch; refresh(): void; onReplay(text: string): void }) {
  const [isAsking, setIsAsking] = useState(false);
  const { id, setup, winners } = saved;
  const names = setup.seats.map((seat) => seat.name);
  const label = fill(texts.home.against, { game: titleOf(setup.game), names: names.join(", ") });
  const isRunning = winners === null;
  const watch = (): void => void savedReplay(id).then((text) => text && onReplay(text));
  return (
    <Line game={setup.game} names={names} note={noteOfSaved(saved)} isMyTurn={isRunning}>
      {isAsking ? (
        <>
          <span>{texts.home.deleteSure}</span>
          <button type="button" onClick={() => void deleteMatch(id).then(refresh)}>{texts.home.deleteYes}</button>
          <button type="button" class="quiet" onClick={() => setIsAsking(false)}>{texts.game.stay}</button>
        </>
      ) : (
        <>
          {isRunning ? (
            <a class="button primary" href={`#/match/${id}`} aria-label={`${texts.home.continue}: ${label}`}>{texts.home.continue}</a>
          ) : (
            <button type="button" aria-label={`${texts.home.watch}: ${label}`} onClick={watch}>{texts.home.watch}</button>
          )}
          <button type="button" class="quiet" aria-label={`${texts.home.delete}: ${label}`} onClick={() => setIsAsking(true)}>{texts.home.delete}</button>
        </>
      )}
    </Line>
  );
}

function noteOfOnline({ match, isMyTurn }: MyOnlineMatch): string {
  if (isMyTurn) return texts.home.yourTurn;
  if (match.status === "waiting") return texts.home.waitingFor;
  const others = seatsOf(match).filter((seat) => seat.index !== match.you).map((seat) => seat.name);
  if (match.status === "running") return fill(texts.home.theirTurn, { names: others.join(", ") });
  const first = seatsOf(match).filter((_, index) => match.result?.places?.[index] === 1).map((seat) => seat.name);
  return first.length === match.seats.length ? texts.home.draw : fill(texts.home.wonBy, { names: first.join(", ") });
}

function OnlineLine({ mine }: { mine: MyOnlineMatch }) {
  const { match, isMyTurn } = mine;
  const names = seatsOf(match).map((seat) => seat.name);
  const word = match.status === "over" ? texts.home.look : texts.home.continue;
  const label = `${word}: ${fill(texts.home.against, { game: titleOf(match.game), names: names.join(", ") })}`;
  return (
    <Line game={match.game} names={names} note={`${texts.home.online}, ${noteOfOnline(mine)}`} isMyTurn={isMyTurn}>
      <a class={`button ${isMyTurn ? "primary" : ""}`} href={`#/online/${match.id}`} aria-label={label}>{word}</a>
    </Line>
  );
}

export function MyMatches({ onReplay }: { onReplay(text: string): void }) {
  const { here, online, refresh } = useMyMatches();
  if (here.length === 0 && online.length === 0) return null;
  const [turns, others] = [online.filter((one) => one.isMyTurn), online.filter((one) => !one.isMyTurn)];
  const [running, done] = [here.filter((one) => one.winners === null), here.filter((one) => one.winners !== null)];
  const isOver = (one: MyOnlineMatch): boolean => one.match.status === "over";
  const line = (saved: SavedMatch) => <HereLine key={saved.id} saved={saved} refresh={refresh} onReplay={onReplay} />;
  const far = (mine: MyOnlineMatch) => <OnlineLine key={mine.match.id} mine={mine} />;
  return (
    <section class="panel my-matches">
      <h2>{texts.home.mine}</h2>
      <ul class="lobby-list">
        {turns.map(far)}
        {running.map(line)}
        {others.filter((one) => !isOver(one)).map(far)}
        {others.filter(isOver).map(far)}
        {done.map(line)}
      </ul>
    </section>
  );
}
