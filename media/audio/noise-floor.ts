/** The line's own noise: the quietest moment of the last two seconds (minimum statistics; voice-activity.ts, V1). */

const WINDOWS = 8;
const WINDOW_MS = 250;

export interface NoiseFloor {
  /**
   * Takes the power of the next `ms` of audio; returns the floor including it. The window that is not full yet counts, so
   * that a line that starts noisy is not mistaken for speech.
   */
  with(power: number, ms: number): number;
}

export const createNoiseFloor = (): NoiseFloor => {
  const minima = new Float64Array(WINDOWS).fill(Number.POSITIVE_INFINITY);
  let window = 0;
  let windowMs = 0;

  const turnWindows = (power: number): void => {
    // A stretch longer than a window (a filled gap) covers several of them.
    for (let left = windowMs; left >= WINDOW_MS; left -= WINDOW_MS) {
      const minimum = minima[window] ?? power;
      window = (window + 1) % WINDOWS;
      minima[window] = left - WINDOW_MS >= WINDOW_MS ? minimum : Number.POSITIVE_INFINITY;
    }
    windowMs = 0;
  };

  return {
    with: (power, ms) => {
      if (windowMs >= WINDOW_MS) turnWindows(power);
      minima[window] = Math.min(minima[window] ?? power, power);
      windowMs += ms;
      let floor = Number.POSITIVE_INFINITY;
      for (const minimum of minima) floor = Math.min(floor, minimum);
      return floor;
    },
  };
};
