/** What a voice on the telephone has none of: mains hum, the low part of a car's noise. */

const RATE = 8_000;
/** Below every voice's second partial, above mains and its first ones, Hz. */
const CORNER_HZ = 200;

/**
 * Takes one stream's samples at 8,000 Hz in order, gives them without what lies below {@link CORNER_HZ}: a
 * second-order Butterworth high pass (RBJ's cookbook, Q = 1/√2), transposed direct form II.
 */
export const createHighPass = (): ((sample: number) => number) => {
  const angle = (2 * Math.PI * CORNER_HZ) / RATE;
  const alpha = Math.sin(angle) / Math.SQRT2;
  const scale = 1 / (1 + alpha);
  const b0 = ((1 + Math.cos(angle)) / 2) * scale;
  const a1 = -2 * Math.cos(angle) * scale;
  const a2 = (1 - alpha) * scale;
  let first = 0;
  let second = 0;
  return (sample) => {
    const high = b0 * sample + first;
    first = -2 * b0 * sample - a1 * high + second;
    second = b0 * sample - a2 * high;
    return high;
  };
};
