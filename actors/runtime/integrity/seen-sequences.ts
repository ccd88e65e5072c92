/** A set of sequences, one bit each. */
export interface SeenSequences {
  has(seq: number): boolean;
  add(seq: number): void;
}

/** An empty set. */
export const createSeen = (): SeenSequences => {
  let bits = new Uint8Array(1_024);
  return {
    has: (seq) => ((bits[Math.floor(seq / 8)] ?? 0) & (1 << (seq % 8))) !== 0,
    add: (seq) => {
      const byte = Math.floor(seq / 8);
      if (byte >= bits.length) {
        const larger = new Uint8Array(Math.max(byte + 1, bits.length * 2));
        larger.set(bits);
        bits = larger;
      }
      bits[byte] = (bits[byte] ?? 0) | (1 << (seq % 8));
    },
  };
};
