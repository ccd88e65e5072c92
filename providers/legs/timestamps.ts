/** RTP's timestamps wrap around after 2^32 ticks: these do not. Pure. */

const WRAP = 2 ** 32;

export interface Timestamps {
  /** ms since the first one; of one that came before it, negative. */
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
