/** A telephone line for the tests: level, noise and µ-law. */
import { decodeMulaw, encodeMulaw } from '../../providers/speech/dsp/g711.js';

export interface LineCondition {
  /** Factor on the amplitude. */
  readonly gain: number;
  /** Level of the noise below the speech, dB; null: no noise. */
  readonly snrDb: number | null;
}

/** Repeatable noise between -2 and 2, roughly normal, variance 1/3. */
export const noiseSource = (seed: number): (() => number) => {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return () => uniform() + uniform() + uniform() + uniform();
};

/** The speech as a carrier would deliver it, with `leadMs` of the bare line before it and `tailMs` after it. */
export const throughLine = (
  speech: Int16Array,
  { gain, snrDb }: LineCondition,
  seed = 1,
  leadMs = 1_000,
  tailMs = 700,
): Int16Array => {
  const noise = noiseSource(seed);
  let power = 0;
  for (const sample of speech) power += (sample * gain) ** 2;
  const level = snrDb === null ? 0 : Math.sqrt((3 * power) / speech.length / 10 ** (snrDb / 10));
  const lead = leadMs * 8;
  const line = new Int16Array(lead + speech.length + tailMs * 8);
  for (let at = 0; at < line.length; at += 1)
    line[at] = Math.max(-32_768, Math.min(32_767, (speech[at - lead] ?? 0) * gain + noise() * level));
  return decodeMulaw(encodeMulaw(line));
};
