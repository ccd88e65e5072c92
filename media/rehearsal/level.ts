/** Levels of sounds, RMS in dBFS (0 = 32,768). */

const FULL_SCALE = 32_768;

/** RMS of the samples that are not silence, dBFS. */
const levelOf = (pcm: ArrayLike<number>): number => {
  let sum = 0;
  let loud = 0;
  for (let at = 0; at < pcm.length; at += 1) {
    const sample = pcm[at] ?? 0;
    if (sample === 0) continue;
    sum += sample * sample;
    loud += 1;
  }
  return loud === 0 ? Number.NEGATIVE_INFINITY : 10 * Math.log10(sum / loud / FULL_SCALE ** 2);
};

/** The same sound at another level. */
export const atLevel = (pcm: ArrayLike<number>, dbfs: number): Int16Array => {
  const gain = 10 ** ((dbfs - levelOf(pcm)) / 20);
  const levelled = new Int16Array(pcm.length);
  for (let at = 0; at < levelled.length; at += 1) levelled[at] = clipped((pcm[at] ?? 0) * gain);
  return levelled;
};

/** A sample within 16 bits. */
export const clipped = (sample: number): number => Math.max(-32_768, Math.min(32_767, Math.round(sample)));
