/** Recognisers, one after the other: each brings its words in order, for as long as it is the one that listens. */
import { NEVER } from './moments.js';
import type { Stage } from './stage.js';

/** What the recogniser makes of words that are being said. */
interface Listening {
  /** It guesses at the first word, so long after it began. */
  guess(word: string, afterMs: number): void;
  /** It takes the end for likely, so long from now, and may take that back a moment later. */
  likely(words: readonly string[], afterMs: number, how: 'right' | 'wrong' | 'withdrawn'): void;
  /** It gives the words for good, so long from now. Nothing where another one listens by now. */
  final(words: readonly string[], lagMs: number, endOfUtterance: boolean): void;
}

/** The recognisers of one call. */
export interface SimulatedRecogniser {
  /** Another one listens from here on. */
  open(): void;
  /** It is given so much audio. */
  take(ms: number): void;
  /** Somebody begins to speak. */
  listen(): Listening;
}

/** From a likely end until it is taken back, ms. */
const WITHDRAWN_AFTER_MS = 40;

/** None listens yet. */
export const createRecogniser = (stage: Stage): SimulatedRecogniser => {
  /** Which one listens, and how much it was given. */
  let current = 0;
  let givenMs = 0;
  let finalAt = 0;
  return {
    open: () => {
      current += 1;
      givenMs = 0;
    },
    take: (ms) => {
      givenMs += ms;
    },
    listen: () => {
      const [listener, startMs, fromMs] = [current, givenMs, stage.now()];
      const listens = (act: () => void) => (): void => {
        if (current === listener && stage.closedStep() === NEVER) act();
      };
      return {
        guess: (text, afterMs) => {
          const bring = listens(() => {
            stage.notes.guesses.add(text);
            const event = { type: 'partial', text, startMs, endMs: givenMs } as const;
            stage.feed({ type: 'recognised', event });
          });
          stage.at(Math.max(finalAt, stage.now() + afterMs), bring);
        },
        likely: (words, afterMs, how) => {
          if (current !== listener) return;
          const text = (how === 'wrong' && words.length > 1 ? words.slice(0, -1) : words).join(' ');
          const endMs = givenMs;
          const bring = (end: 'likely' | 'withdrawn') =>
            listens(() => {
              for (const word of text.split(' ')) stage.notes.guesses.add(word);
              const event = { type: 'partial', text, startMs, endMs, end } as const;
              stage.feed({ type: 'recognised', event });
            });
          const atMs = Math.max(finalAt, stage.now() + afterMs);
          stage.at(atMs, bring('likely'));
          if (how !== 'withdrawn') return;
          finalAt = atMs + WITHDRAWN_AFTER_MS;
          stage.at(finalAt, bring('withdrawn'));
        },
        final: (words, lagMs, endOfUtterance) => {
          if (current !== listener) return;
          const [toMs, endMs] = [stage.now(), givenMs];
          const bring = listens(() => {
            const step = stage.step() + 1;
            stage.notes.finals.push({ step, words, fromMs, toMs, listening: words[0] === 'mm' });
            const text = words.join(' ');
            const event = { type: 'final', text, startMs, endMs, confidence: 1, endOfUtterance } as const;
            stage.feed({ type: 'recognised', event });
          });
          // One after the other, as one stream gives them.
          finalAt = Math.max(finalAt, stage.now() + lagMs);
          stage.at(finalAt, bring);
        },
      };
    },
  };
};
