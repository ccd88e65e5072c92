/**
 * When words were spoken: the recogniser's clock counts the audio it received, over all streams of the call
 * (recognition.ts, R2).
 */
import type { SessionState } from '../state.js';

interface Times {
  readonly startMs: number;
  readonly endMs: number;
}

/** Recogniser times on the recording's clock. */
export const timesOf = ({ recognition: { zeros } }: SessionState, { startMs, endMs }: Times): Times => {
  // A stream that came back has moved the audio since, not the audio before.
  const zero = (zeros.findLast(({ fedMs }) => fedMs <= startMs) ?? zeros[0])?.zero ?? 0;
  return { startMs: zero + startMs, endMs: zero + endMs };
};
