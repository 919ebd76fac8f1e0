// What is open on this page: a match of one's own, and a replay. Both outlive the page (saved.ts).
import { useCallback, useEffect, useState } from "preact/hooks";
import { go, type Route } from "../router.ts";
import type { Player } from "../board.ts";
import type { MatchSetup } from "./connection.ts";
import { keepWatched, keptWatched, savedMatch, type Watching } from "./saved.ts";

export interface OpenedHere {
  setup: MatchSetup | null;
  /** Of the address: it is not there, or not any more. */
  isMissing: boolean;
  watching: Watching | null;
  start(setup: Omit<MatchSetup, "id">): void;
  watch(text: string, viewer?: Player | null): void;
}

/** A name for a match that no other one here has. */
function freshId(): string {
  return crypto.getRandomValues(new Uint32Array(2)).reduce((word, part) => word + part.toString(36), "");
}

export function useOpenedHere(route: Route): OpenedHere {
  const [setup, setSetup] = useState<MatchSetup | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [watching, setWatching] = useState<Watching | null>(null);
  const start = useCallback((made: Omit<MatchSetup, "id">) => {
    const id = freshId();
    setSetup({ ...made, id });
    go(`#/match/${id}`);
  }, []);
  const watch = useCallback((text: string, viewer: Player | null = null) => {
    setWatching({ text, viewer });
    keepWatched({ text, viewer });
    go("#/replay");
  }, []);
  const wanted = route.screen === "match" ? route.id : null;
  useEffect(() => {
    setIsMissing(false);
    if (wanted === null || wanted === setup?.id) return;
    let isWanted = true;
    savedMatch(wanted).then(
      (saved) => {
        if (!isWanted) return;
        if (saved) setSetup({ ...saved.setup, isResumed: true });
        else setIsMissing(true);
      },
      () => isWanted && setIsMissing(true),
    );
    return () => {
      isWanted = false;
    };
  }, [wanted]);
  const isReplay = route.screen === "replay" && route.shared === null;
  useEffect(() => {
    if (isReplay && watching === null) void keptWatched().then((kept) => kept && setWatching(kept));
  }, [isReplay]);
  return { setup, isMissing, watching, start, watch };
}
