// The server's HTTP API (docs/server/openapi.yaml), as far as the page needs it.
import type { GameFacts } from "agon-engine";
import type { Player } from "../board.ts";
import { RefusedError } from "../match/connection.ts";
import { texts } from "../texts.ts";
import { noteCommitment } from "./seats.ts";

export interface OnlineSeat {
  player: Player;
  kind: "open" | "invited" | "person" | "bot";
  name: string | null;
  bot: string | null;
  online: boolean;
  left: boolean;
}

export type ClockTerms = { kind: "bank"; bank: number; increment: number } | { kind: "move"; seconds: number };

export interface OnlineMatch {
  id: string;
  game: string;
  status: "waiting" | "running" | "over" | "cancelled";
  listed: boolean;
  config: object | null;
  seats: OnlineSeat[];
  clock: ClockTerms;
  /** To the seed, published before anybody sits down. */
  commitment: string;
  created: number;
  you: number | null;
  result: { over: boolean; winners: Player[] | null; scores: number[]; places: number[] | null; forfeits: Player[] } | null;
  rematch: string | null;
}

export interface OnlineGame extends GameFacts {
  bots: { id: string; summary: string }[];
}

export interface NewSeat {
  kind: "me" | "open" | "invited" | "bot";
  name?: string;
  bot?: string;
}

export interface Seated {
  match: OnlineMatch;
  seat: number | null;
  token: string | null;
}

export interface Created extends Seated {
  invites: { seat: number; invite: string }[];
}

/** An address of the server that this page came from. */
export function address(path: string): URL {
  return new URL(path, document.baseURI.replace(/#.*$/, ""));
}

async function ask<T>(path: string, token: string | null, body?: object): Promise<T> {
  const headers: Record<string, string> = {};
  if (token) headers.authorization = `Bearer ${token}`;
  if (body) headers["content-type"] = "application/json";
  const response = await fetch(address(path), {
    headers,
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
  }).catch(() => {
    throw new Error(texts.online.unreachable);
  });
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  if (!isJson) throw new Error(texts.online.noServer);
  const answer = (await response.json()) as T & { error?: { slug: string; message: string; path: string } };
  if (!response.ok || answer.error) {
    const { slug = "failed", message = response.statusText, path: at = "" } = answer.error ?? {};
    throw new RefusedError({ slug, message, path: at || null });
  }
  note((answer as { match?: OnlineMatch }).match);
  return answer;
}

/** Whoever makes, joins or watches a match notes to which seed the server is bound, before it is told. */
function note(match: OnlineMatch | undefined): void {
  if (match?.status === "waiting" || match?.status === "running") noteCommitment(match.id, match.commitment);
}

const of = (id: string): string => `api/matches/${encodeURIComponent(id)}`;

export const api = {
  games: async (): Promise<OnlineGame[]> => (await ask<{ games: OnlineGame[] }>("api/games", null)).games,
  lobby: async (status: "waiting" | "running"): Promise<OnlineMatch[]> =>
    (await ask<{ matches: OnlineMatch[] }>(`api/matches?status=${status}`, null)).matches,
  create: (body: object): Promise<Created> => ask("api/matches", null, body),
  /** A match, and whose turn it is as the seat's holder may know. */
  seen: (id: string, token: string): Promise<{ match: OnlineMatch; play: { to_act: Player[] } | null }> => ask(of(id), token),
  match: async (id: string, token: string | null): Promise<OnlineMatch> =>
    (await ask<{ match: OnlineMatch }>(of(id), token)).match,
  join: (id: string, body: object): Promise<Seated> => ask(`${of(id)}/join`, null, body),
  invite: async (id: string, token: string, seat: number): Promise<string> =>
    (await ask<{ invite: string }>(`${of(id)}/invite`, token, { seat })).invite,
  leave: async (id: string, token: string): Promise<OnlineMatch> =>
    (await ask<{ match: OnlineMatch }>(`${of(id)}/leave`, token, {})).match,
  rematch: (id: string, token: string): Promise<Seated> => ask(`${of(id)}/rematch`, token, {}),
  async replay(id: string): Promise<string> {
    const response = await fetch(address(`${of(id)}/replay`));
    if (!response.ok) throw new Error(response.statusText);
    return response.text();
  },
};
