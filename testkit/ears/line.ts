/** A telephone line for the tests: level, noise and µ-law. */
import { decodeMulaw, encodeMulaw } from '../../providers/speech/g711.js';

export interface LineCondition {
  /** Factor on the amplitude. */
  readonly gain: number;
  /** Noise below the speech, dB; null for none. */
  readonly snrDb: number | null;
}

/** Repeatable noise between -1 and 1, about normal, variance 1/3. */
export const noiseSource = (seed: number): (() => number) => {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  return () => uniform() + uniform() + uniform() + uniform();
};

/** The speech after `leadMs` of the line alone and before `tailMs` of it, as a carrier would deliver it. */
export const overLine = (
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
