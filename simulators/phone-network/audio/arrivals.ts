/**
 * Measures how late one stream's audio reaches the player, without knowledge of the sender's clock.
 *
 * Audio that arrives at `at` and begins at `position` of the speech has the offset `at - position`. A sender that is never
 * late keeps the offset constant. The smallest offset since the agent began to speak is the sender on time; anything above it
 * is lateness. Frames that arrive together all count with the lateness of the first: a sender may batch frames as long as the
 * first one is not late, and if the first one is late, so are the rest of the batch.
 */
export interface Arrivals {
  /** A frame of `ms` arrived at `atMs` of any monotonic clock. */
  record(atMs: number, ms: number): void;
  /** The next frame is not meant to follow immediately. */
  pause(): void;
  /** Discards the frames that are not reported yet; keeps the smallest offset. */
  forget(): void;
  /** Reports the frames so far. */
  settle(): void;
}

/** Frames that arrive within this time of the first one arrived together, ms. */
const TOGETHER_MS = 2;
/** A minute of speech; its frames are reported without waiting for a pause. */
const MAX_PIECES = 3_000;

interface Piece {
  readonly atMs: number;
  readonly offset: number;
  frames: number;
}

/** `report` receives the lateness of each frame, ms: on a pause, on `settle` and at {@link MAX_PIECES}. */
export const createArrivals = (report: (lateMs: number) => void): Arrivals => {
  let base = Number.POSITIVE_INFINITY;
  let pieces: Piece[] = [];
  let position = 0;
  const settle = (): void => {
    for (const { offset, frames } of pieces)
      for (let frame = 0; frame < frames; frame += 1) report(offset - base);
    pieces = [];
  };
  return {
    record: (atMs, ms) => {
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
