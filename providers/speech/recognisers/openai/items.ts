/** The utterances of an OpenAI session as items, reported in the order of speech, whichever is transcribed first. */
import type { ProtocolEvent } from '../recognition-protocol.js';

interface Item {
  readonly id: string;
  readonly startMs: number;
  /** Null while it is being spoken. */
  endMs: number | null;
  guess: string;
  /** Null until it is done; an empty text means that nothing was said. */
  done: { readonly text: string; readonly confidence: number } | null;
}

export interface Items {
  /** Adds an item, if it is new. */
  started(id: string, startMs: number): void;
  /** Sets an item's end; false if the item is unknown or had already ended. */
  ended(id: string, endMs: number): boolean;
  /** Appends another piece of an item's text. */
  guessed(id: string, delta: string, sentMs: number): readonly ProtocolEvent[];
  done(id: string, text: string, confidence: number, sentMs: number): readonly ProtocolEvent[];
  pending(): number;
  /** The latest end of all items that have ended, ms. */
  endedMs(): number;
}

/** Length of one item. */
const MAX_CHARACTERS = 20_000;
/** Items that are not done; they take a second or two. */
const MAX_PENDING = 100;

/** `started` throws an Error if there are too many items, `guessed` if one is too long. */
export const createItems = (): Items => {
  const items: Item[] = [];
  let endedMs = 0;
  const find = (id: string): Item | undefined => items.find((item) => item.id === id);
  const takeFinals = (sentMs: number): readonly ProtocolEvent[] => {
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
        // Only silence ended the item.
        endOfUtterance: false,
        words: null,
      });
    }
    return events;
  };
  return {
    started: (id, startMs) => {
      if (find(id) !== undefined) return;
      if (items.length >= MAX_PENDING) throw new Error('too many items');
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
      if (item.guess.length > MAX_CHARACTERS) throw new Error('an item that is too long');
      const { guess: text, startMs } = item;
      return text.trim() === '' ? [] : [{ type: 'partial', text, startMs, endMs: item.endMs ?? sentMs }];
    },
    done: (id, text, confidence, sentMs) => {
      const item = find(id);
      if (item === undefined) return [];
      item.done = { text, confidence };
      return takeFinals(sentMs);
    },
    pending: () => items.length,
    endedMs: () => endedMs,
  };
};
