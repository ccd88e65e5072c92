/**
 * Finds where somebody speaks in a stream: the pieces between silences, with their place on the stream's clock.
 * Speech is what rises above the line's own noise; a stream that stays silent costs one sum a sample.
 */

const SAMPLES_PER_MS = 8;
/** Loudness is judged in steps of 10 ms. */
const STEP_MS = 10;
const STEP = STEP_MS * SAMPLES_PER_MS;
/** Mean square that counts as speech on a quiet line: -52 dBFS. */
const QUIET_LINE = 6_774;
/** How far speech must rise above the line's noise: 9 dB as power. */
const ABOVE_NOISE = 8;
/** The line's noise is the quietest step of the last 8 × 250 ms: speech has pauses, noise has none. */
const NOISE_BLOCKS = 8;
const STEPS_IN_BLOCK = 25;
/** Silence that ends an utterance, ms, unless told otherwise; the pauses inside a phrase are shorter. */
export const END_SILENCE_MS = 300;
/** Shorter sounds are clicks, ms of loud steps. */
const SHORTEST_MS = 80;
/** A longer one is cut: nobody says a phrase for this long, ms. */
const LONGEST_MS = 8_000;
/** Kept before the first and after the last loud step, so that a soft consonant is not lost, ms. */
const MARGIN_MS = 40;
const MARGIN = MARGIN_MS * SAMPLES_PER_MS;

export interface Segment {
  /** ms of the stream's clock. */
  readonly startMs: number;
  readonly endMs: number;
  readonly pcm: Int16Array<ArrayBuffer>;
}

export interface Segmenter {
  /** Adds audio; gives the utterances that ended in it. */
  push(pcm: Int16Array): readonly Segment[];
  /** No more audio comes: the utterance that has begun, if there is one. */
  end(): Segment | null;
}

const NONE: readonly Segment[] = [];

/** `endSilenceMs`: silence that ends an utterance. */
export const createSegmenter = (endSilenceMs = END_SILENCE_MS): Segmenter => {
  const step = new Int16Array(STEP);
  let filled = 0;
  let power = 0;
  /** Samples before the current step. */
  let clock = 0;
  const lead = new Int16Array(MARGIN);
  const minima = new Float64Array(NOISE_BLOCKS).fill(Number.POSITIVE_INFINITY);
  let block = 0;
  let blockSteps = 0;
  let blockMinimum = Number.POSITIVE_INFINITY;
  let speech: Int16Array<ArrayBuffer> | null = null;
  let length = 0;
  let start = 0;
  let loudSteps = 0;
  let loudest = 0;
  /** Length of `speech` up to its last loud step. */
  let loudEnd = 0;

  const trackNoise = (mean: number): void => {
    blockMinimum = Math.min(blockMinimum, mean);
    blockSteps += 1;
    if (blockSteps < STEPS_IN_BLOCK) return;
    minima[block] = blockMinimum;
    block = (block + 1) % NOISE_BLOCKS;
    blockSteps = 0;
    blockMinimum = Number.POSITIVE_INFINITY;
  };

  const end = (buffer: Int16Array<ArrayBuffer>, quietest: number): Segment | null => {
    const kept = Math.min(length, loudEnd + MARGIN);
    speech = null;
    lead.fill(0);
    // What began before the line's noise was known may have been nothing else.
    if (loudSteps * STEP_MS < SHORTEST_MS || loudest < quietest) return null;
    const startMs = start / SAMPLES_PER_MS;
    return { startMs, endMs: startMs + kept / SAMPLES_PER_MS, pcm: buffer.slice(0, kept) };
  };

  const threshold = (): number => {
    let noise = Number.POSITIVE_INFINITY;
    for (const minimum of minima) noise = Math.min(noise, minimum);
    // Until the first block is full nothing is known of the line: it is taken to be quiet.
    return noise < Number.POSITIVE_INFINITY ? Math.max(QUIET_LINE, noise * ABOVE_NOISE) : QUIET_LINE;
  };

  const take = (): Segment | null => {
    const mean = power / STEP;
    trackNoise(mean);
    const quietest = threshold();
    const loud = mean > quietest;
    const at = clock;
    clock += STEP;
    if (speech === null) {
      if (!loud) {
        lead.copyWithin(0, STEP);
        lead.set(step, MARGIN - STEP);
        return null;
      }
      const before = Math.min(MARGIN, at);
      speech = new Int16Array(8_000);
      speech.set(lead.subarray(MARGIN - before));
      start = at - before;
      length = before;
      loudSteps = 0;
      loudest = 0;
    }
    if (length + STEP > speech.length) {
      const longer = new Int16Array(speech.length * 2);
      longer.set(speech);
      speech = longer;
    }
    speech.set(step, length);
    length += STEP;
    if (loud) {
      loudSteps += 1;
      loudest = Math.max(loudest, mean);
      loudEnd = length;
    }
    const silent = length - loudEnd >= endSilenceMs * SAMPLES_PER_MS;
    return silent || length >= LONGEST_MS * SAMPLES_PER_MS ? end(speech, quietest) : null;
  };

  return {
    end: () => (speech === null ? null : end(speech, threshold())),
    push: (pcm) => {
      let found: Segment[] | null = null;
      for (const sample of pcm) {
        step[filled] = sample;
        power += sample * sample;
        filled += 1;
        if (filled < STEP) continue;
        const segment = take();
        filled = 0;
        power = 0;
        if (segment !== null) found = [...(found ?? []), segment];
      }
      return found ?? NONE;
    },
  };
};
