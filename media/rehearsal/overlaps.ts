/** How long agent and customer speak at once. */
import { FRAME_MS } from '../audio/frames.js';

/** A gap between two words does not end a stretch, ms. */
const GAP_MS = 200;
/** Less is the edge of a word, ms. */
const LEAST_MS = 60;

export interface Overlaps {
  /** The next frame. */
  step(agent: boolean, customer: boolean): void;
  /** Each stretch, ms. */
  lengths(): number[];
}

export const createOverlaps = (): Overlaps => {
  const lengths: number[] = [];
  let ms = 0;
  let gapMs = 0;
  const end = (): void => {
    if (ms >= LEAST_MS) lengths.push(ms);
    ms = 0;
    gapMs = 0;
  };
  return {
    step: (agent, customer) => {
      if (agent && customer) {
        ms += FRAME_MS + (ms === 0 ? 0 : gapMs);
        gapMs = 0;
      } else if (ms > 0) {
        gapMs += FRAME_MS;
        if (gapMs > GAP_MS) end();
      }
    },
    lengths: () => {
      end();
      return lengths;
    },
  };
};
