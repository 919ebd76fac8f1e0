// When a match is over there is nothing to hide any more: its record is asked for, the fog lifts, and who gave up
// and why can be told.
import type { ReplayForfeit } from "agon-engine";
import { useEffect, useState } from "preact/hooks";
import type { MatchConnection } from "./connection.ts";
import { LocalReplay } from "./local-replay.ts";

export interface Ending {
  /** The last state that was played. */
  state: object;
  text: string;
  forfeits: readonly ReplayForfeit[];
}

async function read(match: MatchConnection): Promise<Ending> {
  const replay = await LocalReplay.open(await match.replay());
  try {
    const { view, text } = await replay.frame(replay.info.moves, "everything");
    return { state: view, text, forfeits: replay.info.forfeits };
  } finally {
    replay.close();
  }
}

/** Null while it goes on, and where the record cannot be had. */
export function useEnding(match: MatchConnection, isOver: boolean): Ending | null {
  const [ending, setEnding] = useState<Ending | null>(null);
  useEffect(() => {
    if (!isOver) return;
    let isWanted = true;
    read(match).then((made) => isWanted && setEnding(made), () => {});
    return () => {
      isWanted = false;
    };
  }, [match, isOver]);
  return ending;
}
