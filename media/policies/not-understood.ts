/**
 * A voice without an understood word (docs/explanation/media.md "Turns"): the agent asks the customer to repeat, instead of leaving
 * them to wait for an answer that never comes.
 *
 * U1. Only sound that a VAD model confirmed as a voice counts, and only enough of it that it is no cough.
 * U2. A recognised word cancels it, whenever it comes. Speech while the agent speaks is an interruption, and is judged
 *     there.
 * U3. After {@link MOST_IN_A_ROW} questions without a word between them, the voice is not taken to be a customer's.
 * U4. What was not understood has a place: from {@link LEAD_MS} before the model confirmed the voice to its end.
 */

/** Speech of which no word was understood, ms of the session. */
export interface LostSpeech {
  readonly startMs: number;
  readonly endMs: number;
}

export interface NotUnderstood {
  /** Another `ms` of the customer's audio up to `now` were a voice. */
  voice(ms: number, now: number): void;
  /** The recogniser reports that what it heard up to now contains no word it knows. */
  noWords(): void;
  /** A word was understood. */
  word(): void;
  /** Stops waiting for the words of earlier speech. */
  restart(): void;
  /** The voice, once it is clear that nothing of it was or will be understood; null until then. */
  lost(now: number): LostSpeech | null;
  /** The agent has asked the customer to repeat. */
  repeatRequested(): void;
}

/** Shorter voices say nothing that needs an answer, ms. */
const LEAST_MS = 500;
const MOST_IN_A_ROW = 2;
/** The model confirms a voice after it has begun, ms. */
const LEAD_MS = 300;

/** `silenceMs`: the pause that ends a turn; `wordsWithinMs`: how long a silent recogniser may still deliver words. */
export const createNotUnderstood = (silenceMs: number, wordsWithinMs: number): NotUnderstood => {
  let voiceMs = 0;
  let startMs = 0;
  let endMs = 0;
  let hasNoWords = false;
  let inARow = 0;
  const restart = (): void => {
    voiceMs = 0;
    hasNoWords = false;
  };
  return {
    voice: (ms, now) => {
      // U4
      if (voiceMs === 0) startMs = Math.max(0, now - ms - LEAD_MS);
      voiceMs += ms;
      endMs = now;
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
    lost: (now) => {
      if (voiceMs < LEAST_MS || inARow >= MOST_IN_A_ROW) return null;
      return now >= endMs + (hasNoWords ? silenceMs : wordsWithinMs) ? { startMs, endMs } : null;
    },
    repeatRequested: () => {
      restart();
      inARow += 1;
    },
  };
};
