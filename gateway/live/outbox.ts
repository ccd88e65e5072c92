/** A bounded buffer of the text that a stream's reader has not taken yet. */

/** Characters that may wait: some two hundred turns of calls. */
const MAX_CHARACTERS = 128 * 1024;
/** Characters per piece. */
const PIECE_CHARACTERS = 32 * 1024;

/** A single reader takes the buffered text, in pieces. */
export interface Outbox {
  /** Appends a text; false: there was no room, or the outbox has ended. */
  put(text: string): boolean;
  /** As {@link put}, for text that may be dropped: it is appended only if at least half of the buffer is free. */
  offer(text: string): void;
  /** Resolves once at least half of the buffer is free, or the reader has left. */
  waitForRoom(): Promise<void>;
  /** Accepts no more text; buffered text is still delivered. Idempotent. */
  end(): void;
  readonly pieces: AsyncIterable<string>;
}

/** `onLeft`: called once when the reader stops, or has received everything. */
export const createOutbox = (onLeft: () => void): Outbox => {
  let waiting: string[] = [];
  let size = 0;
  let state: 'open' | 'ending' | 'left' = 'open';
  let wakeReader = (): void => undefined;
  let wakeWriters: (() => void)[] = [];

  const wakeAllWriters = (): void => {
    const woken = wakeWriters;
    wakeWriters = [];
    for (const wake of woken) wake();
  };
  const leave = (): void => {
    if (state === 'left') return;
    state = 'left';
    waiting = [];
    size = 0;
    wakeReader();
    wakeAllWriters();
    onLeft();
  };
  const take = (): string => {
    let piece = waiting.shift() ?? '';
    while (piece.length < PIECE_CHARACTERS && waiting.length > 0) piece += waiting.shift() ?? '';
    size -= piece.length;
    if (size <= MAX_CHARACTERS / 2) wakeAllWriters();
    return piece;
  };

  const next = async (): Promise<IteratorResult<string>> => {
    while (waiting.length === 0 && state === 'open')
      await new Promise<void>((resolve) => {
        wakeReader = resolve;
      });
    if (waiting.length > 0) return { done: false, value: take() };
    leave();
    return { done: true, value: undefined };
  };

  const put = (text: string): boolean => {
    if (state !== 'open') return false;
    // A text that exceeds the bound by itself is accepted into an empty buffer, or it could never be sent.
    if (size > 0 && size + text.length > MAX_CHARACTERS) return false;
    waiting.push(text);
    size += text.length;
    wakeReader();
    return true;
  };

  return {
    put,
    offer: (text) => {
      if (size <= MAX_CHARACTERS / 2) put(text);
    },
    waitForRoom: async () => {
      if (state !== 'left' && size > MAX_CHARACTERS / 2)
        await new Promise<void>((resolve) => wakeWriters.push(resolve));
    },
    end: () => {
      if (state === 'open') state = 'ending';
      wakeReader();
    },
    pieces: {
      [Symbol.asyncIterator]: () => ({
        next,
        return: async () => {
          leave();
          return { done: true, value: undefined };
        },
      }),
    },
  };
};
