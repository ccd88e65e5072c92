/**
 * The last seconds of a stream's audio, by position: the part that a new connection would have to receive again.
 *
 * U1 the audio is one piece without gaps. U2 it never exceeds its limit: the oldest audio is dropped.
 */

export interface UnconfirmedAudio {
  /** Position of the first byte that is kept; bytes of the stream. */
  readonly start: () => number;
  /** Position after the last byte that was written. */
  readonly end: () => number;
  /** Copies the audio. */
  append(mulaw: Uint8Array): void;
  /** Drops the audio before a position. */
  forgetBefore(place: number): void;
  /** A copy of at most `count` bytes from a position on, which must be kept. */
  read(place: number, count: number): Buffer;
}

/** Six seconds: the buffer seldom holds more. */
const FIRST_BYTES = 48 * 1_024;

export const createUnconfirmedAudio = (maxBytes: number): UnconfirmedAudio => {
  let ring = Buffer.alloc(Math.min(FIRST_BYTES, maxBytes));
  let start = 0;
  let end = 0;
  const copyOf = (place: number, count: number): Buffer => {
    const copy = Buffer.allocUnsafe(count);
    const at = place % ring.length;
    const first = Math.min(count, ring.length - at);
    ring.copy(copy, 0, at, at + first);
    ring.copy(copy, first, 0, count - first);
    return copy;
  };
  const put = (place: number, bytes: Uint8Array): void => {
    const at = place % ring.length;
    const first = Math.min(bytes.length, ring.length - at);
    ring.set(bytes.subarray(0, first), at);
    ring.set(bytes.subarray(first), 0);
  };
  const grow = (needed: number): void => {
    if (needed <= ring.length) return;
    const kept = start < end ? copyOf(start, end - start) : Buffer.alloc(0);
    ring = Buffer.alloc(Math.min(maxBytes, Math.max(needed, ring.length * 2)));
    put(start, kept);
  };
  return {
    start: () => start,
    end: () => end,
    append: (mulaw) => {
      const written = end + mulaw.length;
      // U2.
      start = Math.max(start, written - maxBytes);
      grow(written - start);
      const tail = mulaw.subarray(Math.max(0, mulaw.length - maxBytes));
      put(written - tail.length, tail);
      end = written;
    },
    forgetBefore: (place) => {
      start = Math.min(Math.max(start, place), end);
    },
    read: (place, count) => copyOf(place, Math.max(0, Math.min(count, end - place))),
  };
};
