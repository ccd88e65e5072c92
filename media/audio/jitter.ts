/**
 * Orders inbound audio by its timestamps; gaps are filled with silence, and duplicates are dropped. A late frame is
 * awaited while at most {@link MAX_WAITING_FRAMES} newer ones have arrived.
 */
import { BYTES_PER_MS, msOf, SILENCE } from './frames.js';

const MAX_WAITING_FRAMES = 3;
/** A longer gap is not lost audio but a carrier that restarted its count, ms. */
export const MAX_GAP_MS = 10_000;
/** This many frames in a row behind what was heard are no stragglers: the carrier restarted its count, lower. */
const FRAMES_OF_A_NEW_COUNT = 5;

export interface OrderedAudio {
  /** The ms of the stream's own clock at which this audio begins. */
  readonly streamMs: number;
  readonly payload: Uint8Array;
  /** The carrier's clock restarted with this audio. */
  readonly restarted: boolean;
}

export interface Jitter {
  /** Takes a frame, returns the audio that is now in order. */
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
        const payload = new Uint8Array(Math.round(gap * BYTES_PER_MS)).fill(SILENCE);
        out.push({ streamMs: expected, payload, restarted: false });
      }
      out.push({ streamMs: next.timestampMs, payload: next.payload, restarted: gap > MAX_GAP_MS });
      expected = next.timestampMs + msOf(next.payload.length);
    }
  };

  /** Consecutive frames behind what was heard, each later than the one before: the pattern of a restarted count. */
  let behind: { timestampMs: number; payload: Uint8Array }[] = [];

  const restart = (): readonly OrderedAudio[] => {
    const [first, ...rest] = behind;
    if (first === undefined) return [];
    behind = [];
    counts.dropped -= rest.length + 1;
    const out: OrderedAudio[] = [];
    release(out, true);
    out.push({ streamMs: first.timestampMs, payload: first.payload, restarted: true });
    expected = first.timestampMs + msOf(first.payload.length);
    for (const { timestampMs, payload } of rest) out.push(...push(timestampMs, payload));
    return out;
  };

  const late = (timestampMs: number, payload: Uint8Array): readonly OrderedAudio[] => {
    counts.dropped += 1;
    const last = behind.at(-1);
    if (last !== undefined && timestampMs <= last.timestampMs) behind = [];
    behind.push({ timestampMs, payload });
    return behind.length < FRAMES_OF_A_NEW_COUNT ? [] : restart();
  };

  const push = (timestampMs: number, payload: Uint8Array): readonly OrderedAudio[] => {
    if (payload.length === 0) {
      counts.dropped += 1;
      return [];
    }
    expected ??= timestampMs;
    const gap = timestampMs - expected;
    if (gap < 0) return late(timestampMs, payload);
    if (behind.length > 0) behind = [];
    if (gap === 0 && waiting.length === 0) {
      expected = timestampMs + msOf(payload.length);
      return [{ streamMs: timestampMs, payload, restarted: false }];
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
  };

  return { counts, push };
};
