// A match that takes a while to open, and is closed when its screen goes.
import { useEffect, useState } from "preact/hooks";
import type { BoardModule } from "../board.ts";
import type { MatchConnection } from "./connection.ts";

interface Opened {
  match: MatchConnection;
  board: BoardModule;
}

/** Opens it, and opens it anew when `id` changes. */
export function useOpened(open: () => Promise<Opened>, id: unknown): { opened: Opened | null; error: string | null } {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let match: MatchConnection | undefined;
    let isGone = false;
    open().then(
      (made) => {
        if (isGone) return made.match.close();
        match = made.match;
        setOpened(made);
      },
      (problem: Error) => setError(problem.message),
    );
    return () => {
      isGone = true;
      match?.close();
    };
  }, [id]);
  return { opened, error };
}
