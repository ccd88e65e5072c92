/** When something was said: the recogniser counts what it was fed, over all streams of the call (recognition.ts, R2). */
import type { SessionState } from './state.js';

interface Times {
  readonly startMs: number;
  readonly endMs: number;
}

/** Its times on the recording's clock. */
export const timesOf = ({ recognition: { zeros } }: SessionState, { startMs, endMs }: Times): Times => {
  // A stream that came back has moved what was fed since, not what was fed before.
  const zero = (zeros.findLast(({ fedMs }) => fedMs <= startMs) ?? zeros[0])?.zero ?? 0;
  return { startMs: zero + startMs, endMs: zero + endMs };
};
