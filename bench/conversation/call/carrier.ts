/**
 * The carrier of a call in virtual time: plays frames of 20 ms in order, echoes the marks between them, and keeps what
 * was played.
 */
import { FRAME_MS } from '../../../media/audio/frames.js';

/** A frame that was played, from `atMs` on for 20 ms. */
export interface PlayedFrame {
  readonly atMs: number;
  readonly payload: Uint8Array;
  /** Null: no utterance, but background. */
  readonly utterance: string | null;
}

interface Carrier {
  frame(payload: Uint8Array, utterance: string | null): void;
  mark(name: string): void;
  /** Discards what was not played; its marks are echoed at once, as Twilio does. */
  clear(): void;
  /** Plays the next frame, from `atMs` on; returns the marks before it, and the frame if there is one. */
  play(atMs: number): { readonly marks: readonly string[]; readonly frame: PlayedFrame | null };
  /** All frames that were played, in order. */
  played(): readonly PlayedFrame[];
}

export const createCarrier = (): Carrier => {
  type Item = { readonly payload: Uint8Array; readonly utterance: string | null } | { readonly mark: string };
  let queue: Item[] = [];
  let cleared: string[] = [];
  const played: PlayedFrame[] = [];
  return {
    frame: (payload, utterance) => void queue.push({ payload, utterance }),
    mark: (name) => void queue.push({ mark: name }),
    clear: () => {
      cleared.push(...queue.flatMap((item) => ('mark' in item ? [item.mark] : [])));
      queue = [];
    },
    play: (atMs) => {
      const marks = cleared;
      cleared = [];
      let head = queue.shift();
      for (; head !== undefined && 'mark' in head; head = queue.shift()) marks.push(head.mark);
      if (head === undefined) return { marks, frame: null };
      const frame = { ...head, atMs };
      played.push(frame);
      return { marks, frame };
    },
    played: () => played,
  };
};

/** Longest stretch between two times in which nothing was played, ms; the times must lie within the agent's speech. */
export const longestGap = (played: readonly PlayedFrame[], fromMs: number, toMs: number): number => {
  let longest = 0;
  let lastEnd = fromMs;
  for (const { atMs } of played) {
    if (atMs + FRAME_MS <= fromMs) continue;
    if (atMs >= toMs) break;
    longest = Math.max(longest, atMs - lastEnd);
    lastEnd = atMs + FRAME_MS;
  }
  return Math.max(longest, toMs - lastEnd);
};

/**
 * When the agent's speech stopped after `fromMs`, ms: the end of the last frame before a stretch of at least `forMs` in
 * which nothing was played. Null: it did not stop before `untilMs`.
 */
export const stoppedAt = (
  played: readonly PlayedFrame[],
  fromMs: number,
  untilMs: number,
  forMs: number,
): number | null => {
  let lastEnd = fromMs;
  for (const { atMs } of played) {
    if (atMs + FRAME_MS <= fromMs) continue;
    if (atMs - lastEnd >= forMs) return lastEnd;
    if (atMs >= untilMs) return null;
    lastEnd = atMs + FRAME_MS;
  }
  return untilMs - lastEnd >= forMs ? lastEnd : null;
};
