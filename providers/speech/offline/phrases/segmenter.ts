/**
 * Finds speech in a stream: the segments between silences, with their position on the stream's clock. Audio that rises
 * above the line's own noise counts as speech; a stream that stays silent costs one sum a sample.
 */
import { createHighPass } from '../../dsp/high-pass.js';
import { createNoiseFloor } from '../../dsp/noise-floor.js';
import { MARGIN, type Segment, STEP, Utterance } from './utterance.js';

/** Mean square that counts as speech on a quiet line: -52 dBFS. */
const QUIET_LINE = 6_774;
/** The noise of a car or of other people peaks for one step, not for five, so loudness is the mean of 50 ms. */
const SMOOTH_STEPS = 5;
/** A step that is this far below the threshold is silence, whatever came before it (power ratio). */
const STEP_BELOW = 2;
/** How far speech must rise above the line's noise: 9 dB as power. */
const ABOVE_NOISE = 8;
/** Default silence that ends an utterance, ms; the pauses inside a phrase are shorter. */
export const END_SILENCE_MS = 300;

export interface Segmenter {
  /** Adds audio; returns the utterances that ended in it. */
  push(pcm: Int16Array): readonly Segment[];
  /** Ends the audio; returns the utterance in progress, if there is one. */
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
  /** The audio just before the current step, while there is no speech. */
  const lead = new Int16Array(MARGIN);
  const highPass = createHighPass();
  const noiseFloor = createNoiseFloor();
  const recent = new Float64Array(SMOOTH_STEPS);
  let steps = 0;
  let speech: Utterance | null = null;
  /** Whether the utterance began before the line's noise was known. */
  let isUncalibrated = false;

  const end = (ended: Utterance, limit: number): Segment | null => {
    speech = null;
    lead.fill(0);
    return ended.segment(limit, limit === QUIET_LINE);
  };

  /** Loudness of the step: smoothed over recent steps, and on its own. */
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
    if (speech !== null && isUncalibrated && noise < Number.POSITIVE_INFINITY) {
      // It was the line's own noise: the next utterance must not be attached to it.
      if (speech.loudest < limit) speech = null;
      isUncalibrated = false;
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
      isUncalibrated = noise === Number.POSITIVE_INFINITY;
    }
    speech.add(step, smooth, isLoud);
    return speech.hasEnded(endSilenceMs) ? end(speech, limit) : null;
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

/** Until the first block is full, the line's noise is unknown, and the line counts as quiet. */
const thresholdOver = (noise: number): number =>
  noise < Number.POSITIVE_INFINITY ? Math.max(QUIET_LINE, noise * ABOVE_NOISE) : QUIET_LINE;
