/**
 * Finds where somebody speaks in a stream: the pieces between silences, with their place on the stream's clock.
 * Speech is what rises above the line's own noise; a stream that stays silent costs one sum a sample.
 */
import { createHighPass } from './high-pass.js';

const SAMPLES_PER_MS = 8;
/** Loudness is judged in steps of 10 ms. */
const STEP_MS = 10;
const STEP = STEP_MS * SAMPLES_PER_MS;
/** Mean square that counts as speech on a quiet line: -52 dBFS. */
const QUIET_LINE = 6_774;
/** The noise of a car or of other people leaps up for a step, not for five: loudness is the mean of 50 ms. */
const SMOOTH_STEPS = 5;
/** A step that is this far below the threshold is silence, whatever was before it (power ratio). */
const STEP_BELOW = 2;
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
/** In noise, a piece that nowhere rises this far above the threshold is somebody else's word (power ratio, 6 dB). */
const SOMEWHERE_ABOVE = 4;
/** In noise, what is this far below the loudest step at either end of a piece is the noise (power ratio, 15 dB). */
const BELOW_LOUDEST = 32;
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
  /** Began before anything was known of the line. */
  let blind = false;
  let loudest = 0;
  /** Loudness of each step of `speech`. */
  let levels: number[] = [];
  /** Length of `speech` up to its last loud step. */
  let loudEnd = 0;

  const highPass = createHighPass();
  const recent = new Float64Array(SMOOTH_STEPS);
  let steps = 0;

  const trackNoise = (mean: number): void => {
    blockMinimum = Math.min(blockMinimum, mean);
    blockSteps += 1;
    if (blockSteps < STEPS_IN_BLOCK) return;
    minima[block] = blockMinimum;
    block = (block + 1) % NOISE_BLOCKS;
    blockSteps = 0;
    blockMinimum = Number.POSITIVE_INFINITY;
  };

  const end = (buffer: Int16Array<ArrayBuffer>, limit: number): Segment | null => {
    speech = null;
    lead.fill(0);
    // What began before the line's noise was known may have been nothing else.
    const quietLine = limit === QUIET_LINE;
    const needed = quietLine ? limit : limit * SOMEWHERE_ABOVE;
    if (loudSteps * STEP_MS < SHORTEST_MS || loudest < needed) return null;
    const spoken = (level: number): boolean => quietLine || level > loudest / BELOW_LOUDEST;
    const before = length - levels.length * STEP;
    const first = before + levels.findIndex(spoken) * STEP;
    const last = Math.min(loudEnd, before + (levels.findLastIndex(spoken) + 1) * STEP);
    const from = Math.max(0, first - MARGIN);
    const to = Math.min(length, last + MARGIN);
    return {
      startMs: (start + from) / SAMPLES_PER_MS,
      endMs: (start + to) / SAMPLES_PER_MS,
      pcm: buffer.slice(from, to),
    };
  };

  /** Of the line, as far as it is known; infinite before that. */
  const quietest = (): number => {
    let noise = Number.POSITIVE_INFINITY;
    for (const minimum of minima) noise = Math.min(noise, minimum);
    return noise;
  };

  /** Until the first block is full nothing is known of the line: it is taken to be quiet. */
  const thresholdOver = (noise: number): number =>
    noise < Number.POSITIVE_INFINITY ? Math.max(QUIET_LINE, noise * ABOVE_NOISE) : QUIET_LINE;

  const take = (): Segment | null => {
    const mean = power / STEP;
    recent[steps % SMOOTH_STEPS] = mean;
    steps += 1;
    const smooth = recent.reduce((sum, one) => sum + one, 0) / Math.min(steps, SMOOTH_STEPS);
    trackNoise(smooth);
    const noise = quietest();
    const limit = thresholdOver(noise);
    const loud = smooth > limit && mean > limit / STEP_BELOW;
    if (speech !== null && blind && noise < Number.POSITIVE_INFINITY) {
      // It was the line itself: what is said next must not hang on to it.
      if (loudest < limit) speech = null;
      blind = false;
    }
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
      levels = [];
      blind = noise === Number.POSITIVE_INFINITY;
    }
    if (length + STEP > speech.length) {
      const longer = new Int16Array(speech.length * 2);
      longer.set(speech);
      speech = longer;
    }
    speech.set(step, length);
    length += STEP;
    levels.push(smooth);
    if (loud) {
      loudSteps += 1;
      loudest = Math.max(loudest, smooth);
      loudEnd = length;
    }
    const silent = length - loudEnd >= endSilenceMs * SAMPLES_PER_MS;
    return silent || length >= LONGEST_MS * SAMPLES_PER_MS ? end(speech, limit) : null;
  };

  return {
    end: () => (speech === null ? null : end(speech, thresholdOver(quietest()))),
    push: (pcm) => {
      let found: Segment[] | null = null;
      for (const sample of pcm) {
        step[filled] = sample;
        power += highPass(sample) ** 2;
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
