// SipHash-1-3 with 128 bits over a stream of bytes: the chain of replays (src/match/replay/chain.c).

const mask = (1n << 64n) - 1n;

function rotate(x: bigint, bits: bigint): bigint {
  return ((x << bits) | (x >> (64n - bits))) & mask;
}

export class SipHasher {
  #v: [bigint, bigint, bigint, bigint];
  #tail = 0n;
  #length = 0;

  constructor(key: readonly [bigint, bigint]) {
    this.#v = [
      key[0] ^ 0x736f6d6570736575n,
      key[1] ^ 0x646f72616e646f6dn ^ 0xeen,
      key[0] ^ 0x6c7967656e657261n,
      key[1] ^ 0x7465646279746573n,
    ];
  }

  #round(): void {
    let [a, b, c, d] = this.#v;
    a = (a + b) & mask;
    c = (c + d) & mask;
    b = rotate(b, 13n) ^ a;
    d = rotate(d, 16n) ^ c;
    a = (rotate(a, 32n) + d) & mask;
    c = (c + b) & mask;
    b = rotate(b, 17n) ^ c;
    d = rotate(d, 21n) ^ a;
    c = rotate(c, 32n);
    this.#v = [a, b, c, d];
  }

  #block(block: bigint): void {
    this.#v[3] ^= block;
    this.#round();
    this.#v[0] ^= block;
  }

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      this.#tail |= BigInt(byte) << BigInt(8 * (this.#length & 7));
      this.#length++;
      if ((this.#length & 7) === 0) {
        this.#block(this.#tail);
        this.#tail = 0n;
      }
    }
  }

  #half(): string {
    for (let i = 0; i < 3; i++) this.#round();
    const [a, b, c, d] = this.#v;
    return (a ^ b ^ c ^ d).toString(16).padStart(16, "0");
  }

  /** The hash of what has been added so far, 32 hex digits; more may be added afterwards. */
  hex(): string {
    const kept: [bigint, bigint, bigint, bigint] = [...this.#v];
    this.#block(this.#tail | ((BigInt(this.#length) << 56n) & mask));
    this.#v[2] ^= 0xeen;
    const first = this.#half();
    this.#v[1] ^= 0xddn;
    const text = first + this.#half();
    this.#v = kept;
    return text;
  }
}
