/** What is said in an OpenAI session, as items: told in the order in which they were said, whichever is done first. */
import type { ProtocolEvent } from '../recognition-protocol.js';

interface Item {
  readonly id: string;
  readonly startMs: number;
  /** Null while it is being said. */
  endMs: number | null;
  guess: string;
  /** Null until it is done; nothing was said where the text is empty. */
  done: { readonly text: string; readonly confidence: number } | null;
}

export interface Items {
  /** Adds it, if it is new. */
  started(id: string, startMs: number): void;
  /** Whether it was not said to have ended before. */
  ended(id: string, endMs: number): boolean;
  /** Another piece of its text. */
  guessed(id: string, delta: string, sentMs: number): readonly ProtocolEvent[];
  done(id: string, text: string, confidence: number, sentMs: number): readonly ProtocolEvent[];
  pending(): number;
  /** Where the last one ended that has ended, ms. */
  endedMs(): number;
}

/** Of one item. */
const MOST_CHARACTERS = 20_000;
/** Some are done within a second or two. */
const MOST_PENDING = 100;

/** @throws Error by `started` and `guessed`, when there are too many or one is too long */
export const createItems = (): Items => {
  const items: Item[] = [];
  let endedMs = 0;
  const find = (id: string): Item | undefined => items.find((item) => item.id === id);
  const told = (sentMs: number): readonly ProtocolEvent[] => {
    const events: ProtocolEvent[] = [];
    for (let [first] = items; first?.done; [first] = items) {
      items.shift();
      const { startMs } = first;
      const endMs = first.endMs ?? sentMs;
      const { text, confidence } = first.done;
      events.push({
        type: 'final',
        text,
        startMs,
        endMs,
        settledMs: endMs,
        confidence,
        // Silence alone made it an item.
        endOfUtterance: false,
        words: null,
      });
    }
    return events;
  };
  return {
    started: (id, startMs) => {
      if (find(id) !== undefined) return;
      if (items.length >= MOST_PENDING) throw new Error('too many items');
      items.push({ id, startMs, endMs: null, guess: '', done: null });
    },
    ended: (id, endMs) => {
      const item = find(id);
      if (item === undefined || item.endMs !== null) return false;
      item.endMs = endMs;
      endedMs = Math.max(endedMs, endMs);
      return true;
    },
    guessed: (id, delta, sentMs) => {
      const item = find(id);
      if (item === undefined) return [];
      item.guess += delta;
      if (item.guess.length > MOST_CHARACTERS) throw new Error('an item that is too long');
      const { guess: text, startMs } = item;
      return text.trim() === '' ? [] : [{ type: 'partial', text, startMs, endMs: item.endMs ?? sentMs }];
    },
    done: (id, text, confidence, sentMs) => {
      const item = find(id);
      if (item === undefined) return [];
      item.done = { text, confidence };
      return told(sentMs);
    },
    pending: () => items.length,
    endedMs: () => endedMs,
  };
};
