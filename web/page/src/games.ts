// The list of games, asked of the engine once.
import type { GameFacts } from "agon-engine";
import { useEffect, useState } from "preact/hooks";
import { WorkerClient } from "./match/worker-client.ts";
import { texts } from "./texts.ts";

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

export function titleOf(game: string, facts?: GameFacts): string {
  return texts.games[game]?.title ?? facts?.title ?? game;
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
