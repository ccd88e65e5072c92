/** Notices when this process was blocked, so that what passed through it then is not judged. */
import type { Span } from './call-facts.js';

/** The interval of the checks, ms. */
const CHECK_MS = 20;
/** A check that is later than this is a stall, ms: as far as a word in a recording may be from its place. */
const STALL_MS = 200;

export interface StallWatch {
  /** ms since the epoch, oldest first. */
  readonly stalls: readonly Span[];
  /** The longest time between two checks beyond their interval, ms. */
  longestMs(): number;
  stop(): void;
}

export const watchStalls = (): StallWatch => {
  const stalls: Span[] = [];
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const late = now - last - CHECK_MS;
    last = now;
    longest = Math.max(longest, late);
    if (late >= STALL_MS) stalls.push({ atMs: Date.now() - late, endMs: Date.now() });
  }, CHECK_MS);
  return { stalls, longestMs: () => longest, stop: () => clearInterval(timer) };
};
