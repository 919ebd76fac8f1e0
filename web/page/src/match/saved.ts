// Matches that are played here, and the replay that was watched last, kept in this browser. The replay is the
// save: the worker writes it as the match goes on and reads it to go on, so it holds nothing that the page could
// not have made up, and the page itself never sees the seed of a match that runs.
import type { MatchSetup } from "./connection.ts";
import type { Player } from "../board.ts";

/** What the list on the home page needs to know. */
export interface SavedMatch {
  id: string;
  /** As it was set up, without the seed. */
  setup: Omit<MatchSetup, "seed">;
  moves: number;
  /** By name; null while it runs, none on a draw. */
  winners: string[] | null;
  /** When it was last played, in milliseconds. */
  updated: number;
}

/** So many finished matches are kept. */
const mostFinished = 20;
const watched = "watched";

function wait<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function ended(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("agon", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("matches", { keyPath: "id" });
      request.result.createObjectStore("replays");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

async function change(work: (matches: IDBObjectStore, replays: IDBObjectStore) => void): Promise<void> {
  const transaction = (await database()).transaction(["matches", "replays"], "readwrite");
  work(transaction.objectStore("matches"), transaction.objectStore("replays"));
  await ended(transaction);
}

async function read<T>(store: "matches" | "replays", ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  return wait(ask((await database()).transaction(store).objectStore(store)));
}

/** Both at once, or none. */
export function saveMatch(match: SavedMatch, replay: string): Promise<void> {
  return change((matches, replays) => {
    matches.put(match);
    replays.put(replay, match.id);
  });
}

export function deleteMatch(id: string): Promise<void> {
  return change((matches, replays) => {
    matches.delete(id);
    replays.delete(id);
  });
}

/** Running matches first, the latest first among each; old finished ones are thrown away. */
export async function savedMatches(): Promise<SavedMatch[]> {
  const all = (await read("matches", (store) => store.getAll())) as SavedMatch[];
  all.sort((a, b) => Number(a.winners !== null) - Number(b.winners !== null) || b.updated - a.updated);
  const old = all.filter((match) => match.winners !== null).slice(mostFinished);
  for (const match of old) await deleteMatch(match.id);
  return all.filter((match) => !old.includes(match));
}

export async function savedMatch(id: string): Promise<SavedMatch | null> {
  return ((await read("matches", (store) => store.get(id))) as SavedMatch | undefined) ?? null;
}

export async function savedReplay(id: string): Promise<string | null> {
  return ((await read("replays", (store) => store.get(id))) as string | undefined) ?? null;
}

/** The replay that is being watched outlives the page; where nothing can be stored it does not. */
export function keepWatched(watching: Watching): void {
  void change((_, replays) => void replays.put(watching, watched)).catch(() => {});
}

export interface Watching {
  text: string;
  /** Whose eyes it begins with; null: whoever sees most. */
  viewer: Player | null;
}

export async function keptWatched(): Promise<Watching | null> {
  try {
    return ((await read("replays", (store) => store.get(watched))) as Watching | undefined) ?? null;
  } catch {
    return null;
  }
}
