/** Quieter µ-law audio, by table look-up: a frame costs a fraction of a microsecond. */
import { MULAW_TO_PCM, pcmToMulaw } from '../../providers/speech/dsp/g711.js';

/** Loss by level, dB. Level 0 is full volume; a voice rises level by level, so that it does not click. */
const LOSSES_DB = [0, 4, 8, 12] as const;

/** The level of a lowered voice: clearly behind the customer's own, and still understood. */
export const LOWEST_LEVEL = LOSSES_DB.length - 1;

const TABLES = LOSSES_DB.map((lossDb) => {
  const gain = 10 ** (-lossDb / 20);
  return Uint8Array.from(MULAW_TO_PCM, (sample) => pcmToMulaw(Math.round(sample * gain)));
});

/** A copy of µ-law audio at a level from 0 to {@link LOWEST_LEVEL}. */
export const attenuated = (mulaw: Uint8Array, level: number): Uint8Array => {
  const table = TABLES[level];
  if (table === undefined) throw new RangeError(`there is no level ${level}`);
  return mulaw.map((byte) => table[byte] ?? byte);
};
