// Shows updates one after the other: the next one when the board has shown the last.
import { useCallback, useEffect, useReducer, useRef } from "preact/hooks";
import type { MatchLink, MatchUpdate, OnlineNews } from "./link.ts";

/** A board that forgets to say that it is done is not waited for longer than this. */
const longest = 15_000;

interface LogEntry {
  update: MatchUpdate;
}

interface Stage {
  current: MatchUpdate | null;
  queue: MatchUpdate[];
  /** The board is still moving. */
  isBusy: boolean;
  /** Show everything at once until the queue is empty. */
  isHurried: boolean;
  log: LogEntry[];
  failure: string | null;
  news: OnlineNews | null;
}

type Change =
  | { kind: "update"; update: MatchUpdate; isStill: boolean }
  | { kind: "settled"; step: number; isStill: boolean }
  | { kind: "hurry" }
  | { kind: "news"; news: OnlineNews }
  | { kind: "failed"; message: string };

const empty: Stage = { current: null, queue: [], isBusy: false, isHurried: false, log: [], failure: null, news: null };

function present(stage: Stage, update: MatchUpdate, isStill: boolean): Stage {
  const isShown = !isStill && !stage.isHurried && update.events.length > 0 && update.previous !== null;
  const log = update.events.length > 0 ? [...stage.log, { update }] : stage.log;
  return { ...stage, current: update, isBusy: isShown, log };
}

/** Goes on to the next updates, until one has something to animate. */
function advance(stage: Stage, isStill: boolean): Stage {
  let next = stage;
  while (!next.isBusy && next.queue.length > 0) {
    const [first, ...rest] = next.queue;
    next = present({ ...next, queue: rest }, first!, isStill);
  }
  return next.queue.length === 0 && !next.isBusy ? { ...next, isHurried: false } : next;
}

function reduce(stage: Stage, change: Change): Stage {
  switch (change.kind) {
    case "update":
      return advance({ ...stage, queue: [...stage.queue, change.update] }, change.isStill);
    case "settled":
      if (stage.current?.step !== change.step || !stage.isBusy) return stage;
      return advance({ ...stage, isBusy: false }, change.isStill);
    case "hurry":
      return advance({ ...stage, isBusy: false, isHurried: true }, true);
    case "news":
      return { ...stage, news: change.news };
    case "failed":
      return { ...stage, failure: change.message };
  }
}

export interface Presenter extends Stage {
  settle(step: number): void;
  hurry(): void;
}

export function usePresenter(link: MatchLink | null, isStill: boolean): Presenter {
  const [stage, change] = useReducer(reduce, empty);
  const still = useRef(isStill);
  still.current = isStill;
  useEffect(() => {
    link?.listen({
      update: (update) => change({ kind: "update", update, isStill: still.current }),
      failed: (message) => change({ kind: "failed", message }),
      news: (news) => change({ kind: "news", news }),
    });
  }, [link]);
  const step = stage.current?.step ?? 0;
  const settle = useCallback((at: number) => change({ kind: "settled", step: at, isStill: still.current }), []);
  useEffect(() => {
    if (!stage.isBusy) {
      if (step > 0) link?.shown(step);
      return;
    }
    const timer = setTimeout(() => settle(step), longest);
    return () => clearTimeout(timer);
  }, [link, step, stage.isBusy]);
  return { ...stage, settle, hurry: useCallback(() => change({ kind: "hurry" }), []) };
}
