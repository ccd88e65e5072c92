/** An utterance in progress: its audio, and the loudness of each step. */

const SAMPLES_PER_MS = 8;
/** Loudness is measured in steps of 10 ms. */
const STEP_MS = 10;
/** Samples of a step. */
export const STEP = STEP_MS * SAMPLES_PER_MS;
/** Shorter sounds are clicks, ms of loud steps. */
const SHORTEST_MS = 80;
/** A longer utterance is cut, ms: no phrase takes this long. */
const LONGEST_MS = 8_000;
/** In noise, a segment that never rises this far above the threshold is another person's word (power ratio, 6 dB). */
const PEAK_ABOVE = 4;
/** In noise, steps at either end of a segment this far below the loudest step are the noise (power ratio, 15 dB). */
const BELOW_LOUDEST = 32;
/** Audio kept before the first and after the last loud step, so that a soft consonant is not lost, ms. */
const MARGIN_MS = 40;
/** The same in samples. */
export const MARGIN = MARGIN_MS * SAMPLES_PER_MS;

export interface Segment {
  /** ms of the stream's clock. */
  readonly startMs: number;
  readonly endMs: number;
  readonly pcm: Int16Array<ArrayBuffer>;
}

export class Utterance {
  readonly #start: number;
  #speech = new Int16Array(8_000);
  #length: number;
  #loudSteps = 0;
  #loudest = 0;
  /** Length of the audio up to the last loud step. */
  #loudEnd = 0;
  /** Loudness of each step. */
  readonly #levels: number[] = [];

  /** `at`: the first sample's position in the stream; `lead`: the {@link MARGIN} samples before that. */
  constructor(lead: Int16Array, at: number) {
    const before = Math.min(MARGIN, at);
    this.#speech.set(lead.subarray(MARGIN - before));
    this.#start = at - before;
    this.#length = before;
  }

  /** Mean square of the loudest step. */
  get loudest(): number {
    return this.#loudest;
  }

  /** Adds a step of audio. */
  add(step: Int16Array, level: number, isLoud: boolean): void {
    if (this.#length + STEP > this.#speech.length) {
      const longer = new Int16Array(this.#speech.length * 2);
      longer.set(this.#speech);
      this.#speech = longer;
    }
    this.#speech.set(step, this.#length);
    this.#length += STEP;
    this.#levels.push(level);
    if (!isLoud) return;
    this.#loudSteps += 1;
    this.#loudest = Math.max(this.#loudest, level);
    this.#loudEnd = this.#length;
  }

  /** Whether it has been silent for `endSilenceMs`, or has reached the maximum length. */
  hasEnded(endSilenceMs: number): boolean {
    const silent = this.#length - this.#loudEnd >= endSilenceMs * SAMPLES_PER_MS;
    return silent || this.#length >= LONGEST_MS * SAMPLES_PER_MS;
  }

  /** The finished segment; null if it was not speech. `limit`: the mean square above which sound is loud on this line. */
  segment(limit: number, isQuietLine: boolean): Segment | null {
    // An utterance that began before the line's noise was known may have been only that noise.
    const needed = isQuietLine ? limit : limit * PEAK_ABOVE;
    if (this.#loudSteps * STEP_MS < SHORTEST_MS || this.#loudest < needed) return null;
    const spoken = (level: number): boolean => isQuietLine || level > this.#loudest / BELOW_LOUDEST;
    const before = this.#length - this.#levels.length * STEP;
    const first = before + this.#levels.findIndex(spoken) * STEP;
    const last = Math.min(this.#loudEnd, before + (this.#levels.findLastIndex(spoken) + 1) * STEP);
    const from = Math.max(0, first - MARGIN);
    const to = Math.min(this.#length, last + MARGIN);
    return {
      startMs: (this.#start + from) / SAMPLES_PER_MS,
      endMs: (this.#start + to) / SAMPLES_PER_MS,
      pcm: this.#speech.slice(from, to),
    };
  }
}
