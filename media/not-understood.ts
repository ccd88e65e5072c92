/**
 * Somebody spoke, and no word of it was understood (docs/media.md "Turns"): then the agent asks again, instead of leaving the
 * customer to wait for an answer that nobody gives.
 *
 * U1. Only what a voice-activity model called a voice counts, and so much of it that it is no cough.
 * U2. A word takes it back, whenever it comes. What is said while the agent speaks is an interruption, and judged there.
 * U3. After {@link MOST_IN_A_ROW} questions without a word between them it is not a customer who speaks.
 */

export interface NotUnderstood {
  /** Another `ms` of the customer's audio were a voice, until `now`. */
  voice(ms: number, now: number): void;
  /** The recogniser says that what it heard until now is no word that it knows. */
  noWords(): void;
  /** A word was understood. */
  word(): void;
  /** What was said so far is not waited for any more. */
  restart(): void;
  /** When the voice ended of which nothing was understood and nothing will be; null while that is not so. */
  endedAt(now: number): number | null;
  /** The agent asks again. */
  asked(): void;
}

/** Shorter voices say nothing that wants an answer, ms. */
const LEAST_MS = 500;
const MOST_IN_A_ROW = 2;

/** `silenceMs`: the pause that ends a turn; `wordsWithinMs`: how long a recogniser that says nothing may still bring words. */
export const createNotUnderstood = (silenceMs: number, wordsWithinMs: number): NotUnderstood => {
  let voiceMs = 0;
  let endedAt = 0;
  let hasNoWords = false;
  let inARow = 0;
  const restart = (): void => {
    voiceMs = 0;
    hasNoWords = false;
  };
  return {
    voice: (ms, now) => {
      voiceMs += ms;
      endedAt = now;
      hasNoWords = false;
    },
    noWords: () => {
      hasNoWords = true;
    },
    word: () => {
      restart();
      inARow = 0;
    },
    restart,
    endedAt: (now) => {
      if (voiceMs < LEAST_MS || inARow >= MOST_IN_A_ROW) return null;
      return now >= endedAt + (hasNoWords ? silenceMs : wordsWithinMs) ? endedAt : null;
    },
    asked: () => {
      restart();
      inARow += 1;
    },
  };
};
