/** Unwraps RTP timestamps, which overflow after 2^32 ticks. Pure. */

const WRAP = 2 ** 32;

export interface Timestamps {
  /** ms since the first timestamp; negative for an earlier one. */
  msOf(timestamp: number): number;
}

/** `clockRate` in Hz. */
export const createTimestamps = (clockRate: number): Timestamps => {
  let last: number | null = null;
  let ticks = 0;
  return {
    msOf: (timestamp) => {
      if (last !== null) {
        const step = (timestamp - last + WRAP) % WRAP;
        ticks += step < WRAP / 2 ? step : step - WRAP;
      }
      last = timestamp;
      return (ticks * 1_000) / clockRate;
    },
  };
};
