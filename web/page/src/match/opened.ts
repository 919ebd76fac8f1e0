// A match that takes a while to open, and is closed when its screen goes.
import { useEffect, useState } from "preact/hooks";
import type { BoardModule } from "../board.ts";
import type { MatchLink } from "./link.ts";

interface Opened {
  link: MatchLink;
  board: BoardModule;
}

/** Opens it, and opens it anew when `id` changes. */
export function useOpened(open: () => Promise<Opened>, id: unknown): { opened: Opened | null; error: string | null } {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    let link: MatchLink | undefined;
    let isGone = false;
    open().then(
      (made) => {
        if (isGone) return made.link.close();
        link = made.link;
        setOpened(made);
      },
      (problem: Error) => setError(problem.message),
    );
    return () => {
      isGone = true;
      link?.close();
    };
  }, [id]);
  return { opened, error };
}
