// The list of games, asked of the engine once; and what it said when the page was built, for what is shown
// before it has been loaded.
import type { GameFacts } from "agon-engine";
import { useEffect, useState } from "preact/hooks";
import known from "virtual:agon-games";
import { WorkerClient } from "./match/worker-client.ts";

let asked: Promise<GameFacts[]> | undefined;

async function ask(): Promise<GameFacts[]> {
  const client = new WorkerClient();
  try {
    return await client.ask("games");
  } finally {
    client.close();
  }
}

export function loadGames(): Promise<GameFacts[]> {
  asked ??= ask();
  asked.catch(() => {
    asked = undefined; // the next one may try again
  });
  return asked;
}

/** The games that the page was built with. */
export const knownGames: readonly GameFacts[] = known;

export function titleOf(game: string, facts = knownGames.find(({ id }) => id === game)): string {
  return facts?.title ?? game;
}

/** The games, null while they are loaded, or why there are none. */
export function useGames(): { games: GameFacts[] | null; error: string | null } {
  const [games, setGames] = useState<GameFacts[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    loadGames().then(setGames, (problem: Error) => setError(problem.message));
  }, []);
  return { games, error };
}
