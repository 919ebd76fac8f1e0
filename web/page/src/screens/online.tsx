// A match on the server: waiting for it, playing it, watching it.
import { useCallback, useEffect, useState } from "preact/hooks";
import type { Player } from "../board.ts";
import { loadBoard } from "../boards/registry.ts";
import { loadGames } from "../games.ts";
import { useOpened } from "../match/opened.ts";
import { api, type OnlineMatch } from "../online/api.ts";
import { RemoteMatch } from "../online/remote-match.ts";
import { holdingOf } from "../online/seats.ts";
import { MatchTable } from "../parts/match-table.tsx";
import { WaitingRoom } from "../parts/waiting-room.tsx";
import { texts } from "../texts.ts";

interface Props {
  id: string;
  invite: string | null;
  onWatch(replay: string, viewer: Player | null): void;
}

function Playing({ match, onWatch }: { match: OnlineMatch; onWatch(replay: string, viewer: Player | null): void }) {
  const open = async () => {
    const [games, board] = await Promise.all([loadGames(), loadBoard(match.game)]);
    const facts = games.find((game) => game.id === match.game);
    if (!facts) throw new Error(texts.online.noMatch);
    return { match: new RemoteMatch(facts, match, holdingOf(match.id).token), board };
  };
  const { opened, error } = useOpened(open, match.id);
  if (error) return <section class="panel problem" role="alert"><p>{error}</p></section>;
  if (!opened) return <p class="panel" role="status">{texts.online.connecting}</p>;
  return <MatchTable {...opened} onWatch={onWatch} />;
}

export function OnlineScreen({ id, invite, onWatch }: Props) {
  const [match, setMatch] = useState<OnlineMatch | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    // The match's own number, not what it was last time: nothing of it is kept here.
    api.match(id, holdingOf(id).token).then(setMatch, (problem: Error) => setError(problem.message));
  }, [id]);
  // The room's socket tells of its own seat by its token; a seat taken just now is known from the answer.
  const change = useCallback((next: OnlineMatch) => setMatch(next), []);
  if (error) {
    return (
      <section class="panel problem" role="alert">
        <p>{error}</p>
        <p><a class="button" href="#/online">{texts.online.lobby}</a></p>
      </section>
    );
  }
  if (!match) return <p class="panel" role="status">{texts.online.connecting}</p>;
  if (match.status === "cancelled") {
    return (
      <section class="panel">
        <p>{texts.online.cancelled}</p>
        <p><a class="button" href="#/online">{texts.online.lobby}</a></p>
      </section>
    );
  }
  if (match.status === "waiting") return <WaitingRoom match={match} invite={invite} onChange={change} />;
  // The room's socket may tell that the match has begun before the answer with the seat's token is
  // here: who was let in as a spectator then comes in again.
  return <Playing key={`${match.id} ${holdingOf(match.id).token}`} match={match} onWatch={onWatch} />;
}
