/**
 * The audio for a browser on a test call, and how much of it was heard: frames leave one every 20 ms, and a mark is heard
 * once the frames before it have left and have waited in the browser for its playout delay. Pure: time is an argument, in
 * ms.
 *
 * Q1. Frames leave in order, one every 20 ms; silence takes the place of a missing frame.
 * Q2. A mark is reported once, in order, no sooner than the audio before it was heard; marks that a `clear` finds waiting
 *     are not reported, because the audio before them will not be heard.
 * Q3. At most {@link MOST_FRAMES} wait.
 */
import { FRAME_BYTES, FRAME_MS } from '../audio/frames.js';

/** Ten seconds: a session is at most 200 ms ahead. */
const MOST_FRAMES = 500;
/** Upper bound of the playout delay, ms: a browser that reports more is not believed. */
const MOST_PLAYOUT_MS = 2_000;

export interface LegQueue {
  /** µ-law, whole frames. False if the queue is full; then none of it was taken. */
  push(payload: Uint8Array): boolean;
  mark(name: string): void;
  clear(): void;
  /** What leaves by `atMs` since the last call; null: silence. After a stall only the latest second counts. */
  due(atMs: number): readonly (Uint8Array | null)[];
  /** Marks that were heard by `atMs`. */
  heard(atMs: number): readonly string[];
  /** Sets how long after it left a frame is heard. */
  setPlayout(delayMs: number): void;
}

const MOST_OWED = 50;
/** Until a browser has reported how long audio waits there: a jitter buffer of three frames, and the network. */
const USUAL_PLAYOUT_MS = 80;

type Waiting =
  | { readonly type: 'frame'; readonly payload: Uint8Array }
  | { readonly type: 'mark'; readonly name: string };

export const createLegQueue = (startMs: number): LegQueue => {
  let waiting: Waiting[] = [];
  let frames = 0;
  /** When the next frame leaves. */
  let nextMs = startMs;
  const left: { readonly name: string; readonly endMs: number }[] = [];
  let playoutMs = USUAL_PLAYOUT_MS;

  const next = (): Uint8Array | null => {
    for (;;) {
      const item = waiting.shift();
      if (item === undefined) return null;
      if (item.type === 'frame') {
        frames -= 1;
        return item.payload;
      }
      // The audio before the mark ends as this frame begins.
      left.push({ name: item.name, endMs: nextMs });
    }
  };

  return {
    push: (payload) => {
      const count = Math.ceil(payload.length / FRAME_BYTES);
      if (frames + count > MOST_FRAMES) return false;
      frames += count;
      for (let from = 0; from < payload.length; from += FRAME_BYTES)
        waiting.push({ type: 'frame', payload: payload.subarray(from, from + FRAME_BYTES) });
      return true;
    },
    mark: (name) => void waiting.push({ type: 'mark', name }),
    clear: () => {
      waiting = [];
      frames = 0;
    },
    due: (atMs) => {
      const owed = Math.floor((atMs - nextMs) / FRAME_MS) + 1;
      if (owed > MOST_OWED) nextMs += (owed - MOST_OWED) * FRAME_MS;
      const out: (Uint8Array | null)[] = [];
      for (; nextMs <= atMs; nextMs += FRAME_MS) out.push(next());
      return out;
    },
    heard: (atMs) => {
      const count = left.findIndex(({ endMs }) => endMs + playoutMs > atMs);
      return left.splice(0, count === -1 ? left.length : count).map(({ name }) => name);
    },
    setPlayout: (delayMs) => {
      playoutMs = Math.min(Math.max(0, delayMs), MOST_PLAYOUT_MS);
    },
  };
};
