/**
 * How late one stream's audio comes to whoever plays it, and who knows nothing of the sender's clock.
 *
 * Audio that came at `at` and begins at `position` of what was said has the offset `at - position`. A sender that is
 * never late keeps it the same; the least one since the agent began to speak is the sender in time, and what is above it
 * is lateness. Frames that came together count by the first of them, each: a sender may gather frames as long as the
 * first one is not late, and of one that was late all that follow in the same piece were.
 */
export interface Arrivals {
  /** A frame of `ms` came at `atMs` of any monotonic clock. */
  came(atMs: number, ms: number): void;
  /** What comes next was not meant to follow at once. */
  pause(): void;
  /** What came so far is not told any more; the offset in time is kept. */
  forget(): void;
  /** Tells what is known by now. */
  settle(): void;
}

/** Frames that come within this time of the first one came together, ms. */
const TOGETHER_MS = 2;
/** A minute of speech is told as far as is known by then. */
const MAX_PIECES = 3_000;

interface Piece {
  readonly atMs: number;
  readonly offset: number;
  frames: number;
}

/** `tell` hears of each frame how late it was, ms: once the agent pauses, or is asked to settle. */
export const createArrivals = (tell: (lateMs: number) => void): Arrivals => {
  let base = Number.POSITIVE_INFINITY;
  let pieces: Piece[] = [];
  let position = 0;
  const settle = (): void => {
    for (const { offset, frames } of pieces)
      for (let frame = 0; frame < frames; frame += 1) tell(offset - base);
    pieces = [];
  };
  return {
    came: (atMs, ms) => {
      const last = pieces.at(-1);
      if (last !== undefined && atMs - last.atMs < TOGETHER_MS) last.frames += 1;
      else {
        const offset = atMs - position;
        base = Math.min(base, offset);
        pieces.push({ atMs, offset, frames: 1 });
        if (pieces.length >= MAX_PIECES) settle();
      }
      position += ms;
    },
    pause: () => {
      settle();
      base = Number.POSITIVE_INFINITY;
    },
    forget: () => {
      pieces = [];
    },
    settle,
  };
};
