// Replays in links: compressed, then in letters that a link may contain.

/** A replay that unpacks to more than this is not one. */
export const maxReplay = 16 * 1024 * 1024;

async function pipe(bytes: Uint8Array<ArrayBuffer>, through: TransformStream<BufferSource, Uint8Array>): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > maxReplay) {
      await reader.cancel();
      throw new RangeError("too big");
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export async function packReplay(text: string): Promise<string> {
  const bytes = await pipe(new TextEncoder().encode(text), new CompressionStream("deflate-raw") as never);
  let letters = "";
  for (let i = 0; i < bytes.length; i += 0x8000) {
    letters += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  }
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Throws if the text is not what packReplay has made. */
export async function unpackReplay(packed: string): Promise<string> {
  const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const text = await pipe(bytes, new DecompressionStream("deflate-raw") as never);
  return new TextDecoder("utf-8", { fatal: true }).decode(text);
}

export function replayLink(packed: string): string {
  return `${location.href.replace(/#.*$/, "")}#replay=${packed}`;
}
