// Shows updates one after the other: the next one when the board has shown the last.
import { useCallback, useEffect, useReducer, useRef } from "preact/hooks";
import type { MatchConnection, MatchUpdate, OnlineNews } from "./connection.ts";

/** A board that forgets to say that it is done is not waited for longer than this. */
const longest = 15_000;

interface LogEntry {
  update: MatchUpdate;
}

interface Display {
  current: MatchUpdate | null;
  /** The last one whose animation is over: what is told in words does not run ahead of it. */
  settled: MatchUpdate | null;
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
  | { kind: "update"; update: MatchUpdate; isReduced: boolean }
  | { kind: "settled"; step: number; isReduced: boolean }
  | { kind: "hurry" }
  | { kind: "news"; news: OnlineNews }
  | { kind: "failed"; message: string };

const empty: Display = { current: null, settled: null, queue: [], isBusy: false, isHurried: false, log: [], failure: null, news: null };

function present(display: Display, update: MatchUpdate, isReduced: boolean): Display {
  const isShown = !isReduced && !display.isHurried && update.events.length > 0 && update.previous !== null;
  const next = { ...display, current: update, isBusy: isShown, log: withPast(display.log, update) };
  return isShown ? next : settle(next);
}

/** Whoever comes in the middle is told what happened before. */
function withPast(log: LogEntry[], update: MatchUpdate): LogEntry[] {
  if (!update.past) return log;
  const others = log.filter((entry) => entry.update.viewer !== update.viewer);
  return [...others, { update: { ...update, events: update.past } }];
}

/** What was being shown has been: it goes into the log. */
function settle(display: Display): Display {
  const { current, log } = display;
  const isNews = current !== null && current !== display.settled && current.events.length > 0;
  return { ...display, isBusy: false, settled: current, log: isNews ? [...log, { update: current }] : log };
}

/** Goes on to the next updates, until one has something to animate. */
function advance(display: Display, isReduced: boolean): Display {
  let next = display;
  while (!next.isBusy && next.queue.length > 0) {
    const [first, ...rest] = next.queue;
    next = present({ ...next, queue: rest }, first!, isReduced);
  }
  return next.queue.length === 0 && !next.isBusy ? { ...next, isHurried: false } : next;
}

function reduce(display: Display, change: Change): Display {
  switch (change.kind) {
    case "update":
      return advance({ ...display, queue: [...display.queue, change.update] }, change.isReduced);
    case "settled":
      if (display.current?.step !== change.step || !display.isBusy) return display;
      return advance(settle(display), change.isReduced);
    case "hurry":
      return advance({ ...settle(display), isHurried: true }, true);
    case "news":
      return { ...display, news: change.news };
    case "failed":
      return { ...display, failure: change.message };
  }
}

export interface Presenter extends Display {
  settle(step: number): void;
  hurry(): void;
}

export function usePresenter(match: MatchConnection | null, isReduced: boolean): Presenter {
  const [display, change] = useReducer(reduce, empty);
  const reduced = useRef(isReduced);
  reduced.current = isReduced;
  useEffect(() => {
    match?.listen({
      update: (update) => change({ kind: "update", update, isReduced: reduced.current }),
      failed: (message) => change({ kind: "failed", message }),
      news: (news) => change({ kind: "news", news }),
    });
  }, [match]);
  const step = display.current?.step ?? 0;
  const settle = useCallback((at: number) => change({ kind: "settled", step: at, isReduced: reduced.current }), []);
  useEffect(() => {
    if (!display.isBusy) {
      if (step > 0) match?.shown(step);
      return;
    }
    const timer = setTimeout(() => settle(step), longest);
    return () => clearTimeout(timer);
  }, [match, step, display.isBusy]);
  return { ...display, settle, hurry: useCallback(() => change({ kind: "hurry" }), []) };
}
