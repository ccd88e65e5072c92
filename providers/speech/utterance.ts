/** Something that is being said: its audio and how loud each step of it was. */

const SAMPLES_PER_MS = 8;
/** Loudness is judged in steps of 10 ms. */
const STEP_MS = 10;
/** Samples of a step. */
export const STEP = STEP_MS * SAMPLES_PER_MS;
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
  /** Of its audio: up to the last loud step. */
  #loudEnd = 0;
  /** Loudness of each step. */
  readonly #levels: number[] = [];

  /** It begins at sample `at` of the stream; `lead`: the {@link MARGIN} samples before that. */
  constructor(lead: Int16Array, at: number) {
    const before = Math.min(MARGIN, at);
    this.#speech.set(lead.subarray(MARGIN - before));
    this.#start = at - before;
    this.#length = before;
  }

  /** Mean square of its loudest step. */
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

  /** Whether it was silent for so long, or is as long as any can be. */
  isOver(endSilenceMs: number): boolean {
    const silent = this.#length - this.#loudEnd >= endSilenceMs * SAMPLES_PER_MS;
    return silent || this.#length >= LONGEST_MS * SAMPLES_PER_MS;
  }

  /** What was said; null when it was nothing. `limit`: the mean square above which sound is loud on this line. */
  segment(limit: number, isQuietLine: boolean): Segment | null {
    // What began before the line's noise was known may have been nothing else.
    const needed = isQuietLine ? limit : limit * SOMEWHERE_ABOVE;
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
