/**
 * Finds where somebody speaks in a stream: the pieces between silences, with their place on the stream's clock.
 * Speech is what rises above the line's own noise; a stream that stays silent costs one sum a sample.
 */
import { createHighPass } from './high-pass.js';
import { createNoiseFloor } from './noise-floor.js';
import { MARGIN, type Segment, STEP, Utterance } from './utterance.js';

/** Mean square that counts as speech on a quiet line: -52 dBFS. */
const QUIET_LINE = 6_774;
/** The noise of a car or of other people leaps up for a step, not for five: loudness is the mean of 50 ms. */
const SMOOTH_STEPS = 5;
/** A step that is this far below the threshold is silence, whatever was before it (power ratio). */
const STEP_BELOW = 2;
/** How far speech must rise above the line's noise: 9 dB as power. */
const ABOVE_NOISE = 8;
/** Silence that ends an utterance, ms, unless told otherwise; the pauses inside a phrase are shorter. */
export const END_SILENCE_MS = 300;

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
  /** What was heard just before it, while nobody speaks. */
  const lead = new Int16Array(MARGIN);
  const highPass = createHighPass();
  const noiseFloor = createNoiseFloor();
  const recent = new Float64Array(SMOOTH_STEPS);
  let steps = 0;
  let speech: Utterance | null = null;
  /** It began before anything was known of the line. */
  let blind = false;

  const end = (ended: Utterance, limit: number): Segment | null => {
    speech = null;
    lead.fill(0);
    return ended.segment(limit, limit === QUIET_LINE);
  };

  /** Loudness of the step, smooth and alone. */
  const loudness = (): { readonly smooth: number; readonly mean: number } => {
    const mean = power / STEP;
    recent[steps % SMOOTH_STEPS] = mean;
    steps += 1;
    let sum = 0;
    for (const recentMean of recent) sum += recentMean;
    return { mean, smooth: sum / Math.min(steps, SMOOTH_STEPS) };
  };

  const take = (): Segment | null => {
    const { smooth, mean } = loudness();
    noiseFloor.track(smooth);
    const noise = noiseFloor.quietest();
    const limit = thresholdOver(noise);
    const isLoud = smooth > limit && mean > limit / STEP_BELOW;
    if (speech !== null && blind && noise < Number.POSITIVE_INFINITY) {
      // It was the line itself: what is said next must not hang on to it.
      if (speech.loudest < limit) speech = null;
      blind = false;
    }
    const at = clock;
    clock += STEP;
    if (speech === null) {
      if (!isLoud) {
        lead.copyWithin(0, STEP);
        lead.set(step, MARGIN - STEP);
        return null;
      }
      speech = new Utterance(lead, at);
      blind = noise === Number.POSITIVE_INFINITY;
    }
    speech.add(step, smooth, isLoud);
    return speech.isOver(endSilenceMs) ? end(speech, limit) : null;
  };

  return {
    end: () => (speech === null ? null : end(speech, thresholdOver(noiseFloor.quietest()))),
    push: (pcm) => {
      let found: Segment[] | null = null;
      for (let from = 0; from < pcm.length; ) {
        const part = pcm.subarray(from, from + STEP - filled);
        step.set(part, filled);
        power += highPass.energy(part);
        filled += part.length;
        from += part.length;
        if (filled < STEP) break;
        const segment = take();
        filled = 0;
        power = 0;
        if (segment !== null) found = [...(found ?? []), segment];
      }
      return found ?? NONE;
    },
  };
};

/** Until the first block is full nothing is known of the line: it is taken to be quiet. */
const thresholdOver = (noise: number): number =>
  noise < Number.POSITIVE_INFINITY ? Math.max(QUIET_LINE, noise * ABOVE_NOISE) : QUIET_LINE;
