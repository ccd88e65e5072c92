/** Recognisers, one after the other: each delivers its results in order, for as long as it is the active one. */
import { NEVER } from './moments.js';
import type { Stage } from './stage.js';

/** Results of the recogniser for words that are being said. */
interface Listening {
  /** Delivers a partial result with the first word, `afterMs` from now. */
  partial(word: string, afterMs: number): void;
  /** Reports a likely end, `afterMs` from now, and may withdraw it a moment later. */
  likely(words: readonly string[], afterMs: number, outcome: 'right' | 'wrong' | 'withdrawn'): void;
  /** Delivers the final result, `lagMs` from now; nothing if another recogniser is active by now. */
  final(words: readonly string[], lagMs: number, endOfUtterance: boolean): void;
}

/** The recognisers of one call. */
export interface SimulatedRecogniser {
  /** Another recogniser is active from now on. */
  open(): void;
  /** The active recogniser gets `ms` of audio. */
  take(ms: number): void;
  /** The customer begins to speak. */
  listen(): Listening;
}

/** From a likely end until it is withdrawn, ms. */
const WITHDRAWN_AFTER_MS = 40;

/** Begins without an open recogniser. */
export const createRecogniser = (stage: Stage): SimulatedRecogniser => {
  /** The active recogniser, and how much audio it has received. */
  let current = 0;
  let receivedMs = 0;
  let finalAt = 0;
  return {
    open: () => {
      current += 1;
      receivedMs = 0;
    },
    take: (ms) => {
      receivedMs += ms;
    },
    listen: () => {
      const [listener, startMs, fromMs] = [current, receivedMs, stage.now()];
      const listens = (act: () => void) => (): void => {
        if (current === listener && stage.closedStep() === NEVER) act();
      };
      return {
        partial: (text, afterMs) => {
          const deliver = listens(() => {
            stage.notes.partialWords.add(text);
            const event = { type: 'partial', text, startMs, endMs: receivedMs } as const;
            stage.feed({ type: 'recognised', event });
          });
          stage.at(Math.max(finalAt, stage.now() + afterMs), deliver);
        },
        likely: (words, afterMs, outcome) => {
          if (current !== listener) return;
          const text = (outcome === 'wrong' && words.length > 1 ? words.slice(0, -1) : words).join(' ');
          const endMs = receivedMs;
          const deliver = (end: 'likely' | 'withdrawn') =>
            listens(() => {
              for (const word of text.split(' ')) stage.notes.partialWords.add(word);
              const event = { type: 'partial', text, startMs, endMs, end } as const;
              stage.feed({ type: 'recognised', event });
            });
          const atMs = Math.max(finalAt, stage.now() + afterMs);
          stage.at(atMs, deliver('likely'));
          if (outcome !== 'withdrawn') return;
          finalAt = atMs + WITHDRAWN_AFTER_MS;
          stage.at(finalAt, deliver('withdrawn'));
        },
        final: (words, lagMs, endOfUtterance) => {
          if (current !== listener) return;
          const [toMs, endMs] = [stage.now(), receivedMs];
          const deliver = listens(() => {
            const step = stage.step() + 1;
            stage.notes.finals.push({ step, words, fromMs, toMs, listening: words[0] === 'mm' });
            const text = words.join(' ');
            const event = { type: 'final', text, startMs, endMs, confidence: 1, endOfUtterance } as const;
            stage.feed({ type: 'recognised', event });
          });
          // Final results come one after the other, as on one stream.
          finalAt = Math.max(finalAt, stage.now() + lagMs);
          stage.at(finalAt, deliver);
        },
      };
    },
  };
};
