// The lobby: who waits, what runs, and a match of one's own.
import { useCallback, useEffect, useState } from "preact/hooks";
import { titleOf } from "../games.ts";
import { api, type OnlineGame, type OnlineMatch } from "../online/api.ts";
import { holdingOf, keepName, keptName } from "../online/seats.ts";
import { NewMatch } from "../parts/new-match.tsx";
import { texts } from "../texts.ts";

const every = 5000;

interface Lists {
  waiting: OnlineMatch[];
  running: OnlineMatch[];
}

/** Asked again and again while the lobby is in sight. */
function useLobby(): { lists: Lists | null; games: OnlineGame[]; error: string | null; refresh(): void } {
  const [lists, setLists] = useState<Lists | null>(null);
  const [games, setGames] = useState<OnlineGame[]>([]);
  const [error, setError] = useState<string | null>(null);
  const refresh = useCallback(() => {
    const load = async (): Promise<void> => {
      const [waiting, running] = await Promise.all([api.lobby("waiting"), api.lobby("running")]);
      setLists({ waiting, running });
      setError(null);
    };
    load().catch((problem: Error) => setError(problem.message));
  }, []);
  useEffect(() => {
    api.games().then(setGames, (problem: Error) => setError(problem.message));
    refresh();
    const timer = setInterval(() => document.visibilityState === "visible" && refresh(), every);
    return () => clearInterval(timer);
  }, []);
  return { lists, games, error, refresh };
}

function MatchLine({ match, label }: { match: OnlineMatch; label: string }) {
  const names = match.seats.map((seat) => seat.name ?? seat.bot ?? texts.online.kinds[seat.kind]);
  const isMine = holdingOf(match.id).token !== null;
  const title = titleOf(match.game);
  const isClosed = match.status === "waiting" && !match.seats.some((seat) => seat.kind === "open");
  const word = isMine ? texts.online.mine : isClosed ? texts.online.look : label;
  return (
    <li class="lobby-line">
      <span><strong>{title}</strong> <small>{names.join(" · ")}</small></span>
      <a class={`button ${isMine ? "primary" : ""}`} href={`#/online/${match.id}`} aria-label={`${word}: ${title}, ${names.join(", ")}`}>{word}</a>
    </li>
  );
}

function MatchList({ title, matches, label, none }: { title: string; matches: OnlineMatch[]; label: string; none: string }) {
  return (
    <section class="panel">
      <h2>{title}</h2>
      {matches.length === 0 ? <p class="note">{none}</p> : (
        <ul class="lobby-list">{matches.map((match) => <MatchLine key={match.id} match={match} label={label} />)}</ul>
      )}
    </section>
  );
}

export function LobbyScreen() {
  const { lists, games, error, refresh } = useLobby();
  const [name, setName] = useState(keptName);
  const rename = (value: string): void => {
    setName(value);
    keepName(value.trim());
  };
  if (error && !lists) {
    return <section class="panel problem" role="alert"><h1>{texts.online.title}</h1><p>{error}</p></section>;
  }
  if (!lists) return <p class="panel" role="status">{texts.app.loading}</p>;
  return (
    <div class="lobby">
      <div class="match-bar">
        <h1>{texts.online.title}</h1>
        <button type="button" onClick={refresh}>{texts.online.refresh}</button>
      </div>
      <p class="lead">{texts.online.intro}</p>
      {error && <p class="refusal" role="alert">{error}</p>}
      <label class="field">
        <span>{texts.online.yourName}</span>
        <input type="text" maxLength={40} value={name} autocomplete="nickname" onInput={(event) => rename(event.currentTarget.value)} />
      </label>
      <MatchList title={texts.online.open} matches={lists.waiting} label={texts.online.join} none={texts.online.none} />
      <MatchList title={texts.online.running} matches={lists.running} label={texts.online.watch} none={texts.online.noneRunning} />
      {games.length > 0 && <NewMatch games={games} name={name} />}
    </div>
  );
}
