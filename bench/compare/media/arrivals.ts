/**
 * How late one stream's audio comes to its client, who knows nothing of the sender's clock.
 *
 * Audio that came at `at` and begins at `position` of what was said has the offset `at - position`. A sender that is
 * never late keeps it the same; the least one since the agent began to speak is the sender in time, and what is above it
 * is lateness. Frames that came together count by the first of them, each: a sender may gather frames as long as the
 * first one is not late, and of one that was late all that follow in the same piece were.
 */
export interface Arrivals {
  /** `ms` of audio in `frames` messages came in one piece. */
  came(atMs: number, ms: number, frames: number): void;
  /** What comes next was not meant to follow at once. */
  pause(): void;
  /** Counts from here on; the offset in time is known from before. */
  measure(): void;
  /** One for each frame since, ms. */
  lateness(): readonly number[];
}

interface Stretch {
  base: number;
  readonly pieces: { readonly offset: number; readonly frames: number }[];
}

export const createArrivals = (): Arrivals => {
  const begin = (): Stretch => ({ base: Number.POSITIVE_INFINITY, pieces: [] });
  let stretches: Stretch[] = [];
  let stretch = begin();
  let position = 0;
  let measuring = false;
  return {
    came: (atMs, ms, frames) => {
      const offset = atMs - position;
      position += ms;
      stretch.base = Math.min(stretch.base, offset);
      if (measuring) stretch.pieces.push({ offset, frames });
    },
    pause: () => {
      stretches.push(stretch);
      stretch = begin();
    },
    measure: () => {
      measuring = true;
      stretches = [];
    },
    lateness: () =>
      [...stretches, stretch].flatMap(({ base, pieces }) =>
        pieces.flatMap(({ offset, frames }) => Array<number>(frames).fill(offset - base)),
      ),
  };
};
