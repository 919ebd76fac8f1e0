// What this browser holds: tokens of seats, invitations it may pass on, a name.

export interface Holding {
  token: string | null;
  invites: { seat: number; invite: string }[];
}

const key = "agon.seats";
const most = 50;

function read<T>(name: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Then it lasts as long as the page.
  }
}

/** For as long as the page is open, also where nothing can be stored. */
const held: Record<string, Holding> = read(key, {});

export function holdingOf(match: string): Holding {
  return held[match] ?? { token: null, invites: [] };
}

export function hold(match: string, holding: Holding): void {
  held[match] = holding;
  const kept = Object.entries(held).slice(-most);
  write(key, Object.fromEntries(kept));
}

/** The matches of this browser's seats, the latest first. */
export function heldMatches(): { id: string; token: string }[] {
  return Object.entries(held)
    .flatMap(([id, { token }]) => (token ? [{ id, token }] : []))
    .reverse();
}

/** The server does not know it any more. */
export function forget(match: string): void {
  delete held[match];
  write(key, held);
}

const notes = "agon.commitments";
const noted: Record<string, string> = read(notes, {});

/** Keeps the commitment of a match as it was first seen: whatever is said later is compared with it. */
export function noteCommitment(match: string, commitment: string): void {
  if (noted[match]) return;
  noted[match] = commitment;
  write(notes, Object.fromEntries(Object.entries(noted).slice(-most)));
}

export function notedCommitment(match: string): string | undefined {
  return noted[match];
}

export function keptName(): string {
  return read("agon.name", "");
}

export function keepName(name: string): void {
  write("agon.name", name);
}

/** 128 random bits, as the server wants them: joining again with them gets the same seat again. */
export function clientId(): string {
  const kept = read("agon.client", "");
  if (/^[0-9a-f]{32}$/.test(kept)) return kept;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  write("agon.client", made);
  return made;
}
