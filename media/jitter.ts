/**
 * Puts inbound audio in order: by its timestamp, gaps filled with silence, repetitions dropped.
 * A late frame is waited for while at most {@link MAX_WAITING_FRAMES} newer ones have come.
 */
import { msOf, SILENCE } from './frames.js';

const MAX_WAITING_FRAMES = 3;
/** A gap longer than this is not lost audio but a carrier that began a new count, ms. */
export const MAX_GAP_MS = 10_000;

export interface OrderedAudio {
  /** ms of the stream's own clock at which this audio begins. */
  readonly streamMs: number;
  readonly payload: Uint8Array;
}

export interface Jitter {
  /** Hands in a frame, gets out what is now in order. */
  push(timestampMs: number, payload: Uint8Array): readonly OrderedAudio[];
  readonly counts: { readonly filledMs: number; readonly dropped: number };
}

export const createJitter = (): Jitter => {
  let expected: number | null = null;
  let waiting: { timestampMs: number; payload: Uint8Array }[] = [];
  const counts = { filledMs: 0, dropped: 0 };

  const release = (out: OrderedAudio[], force: boolean): void => {
    for (;;) {
      const next = waiting[0];
      if (next === undefined || expected === null) return;
      const gap = next.timestampMs - expected;
      if (gap > 0 && !force && waiting.length <= MAX_WAITING_FRAMES) return;
      waiting.shift();
      if (gap < 0) {
        counts.dropped += 1;
        continue;
      }
      if (gap > 0 && gap <= MAX_GAP_MS) {
        counts.filledMs += gap;
        out.push({ streamMs: expected, payload: new Uint8Array(Math.round(gap * 8)).fill(SILENCE) });
      }
      out.push({ streamMs: next.timestampMs, payload: next.payload });
      expected = next.timestampMs + msOf(next.payload.length);
    }
  };

  return {
    counts,
    push: (timestampMs, payload) => {
      expected ??= timestampMs;
      const gap = timestampMs - expected;
      if (payload.length === 0 || gap < 0) {
        counts.dropped += 1;
        return [];
      }
      if (waiting.some((frame) => frame.timestampMs === timestampMs)) {
        counts.dropped += 1;
        return [];
      }
      waiting.push({ timestampMs, payload });
      waiting = waiting.sort((a, b) => a.timestampMs - b.timestampMs);
      const out: OrderedAudio[] = [];
      release(out, gap > MAX_GAP_MS);
      return out;
    },
  };
};
