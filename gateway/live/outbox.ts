/** What a stream has to say and its reader has not taken yet: bounded. */

/** Characters that wait: some two hundred turns of calls. */
const MOST = 128 * 1024;
/** Characters that are handed over at a time. */
const PIECE = 32 * 1024;

/** One reader takes what is put in, in pieces. */
export interface Outbox {
  /** Waits for its turn; false: there was no room for it, and nothing more is taken. */
  put(text: string): boolean;
  /** As {@link put}, of what may as well be left out: it waits only where more than half is free. */
  offer(text: string): void;
  /** Resolves once more than half is free, or it has ended. */
  roomy(): Promise<void>;
  /** Nothing more comes; what waits is still handed over. Idempotent. */
  end(): void;
  readonly pieces: AsyncIterable<string>;
}

/** `onLeft`: told once when its reader wants no more, or has all of it. */
export const createOutbox = (onLeft: () => void): Outbox => {
  let waiting: string[] = [];
  let size = 0;
  let state: 'open' | 'ending' | 'left' = 'open';
  let wakeReader = (): void => undefined;
  let wakeWriters: (() => void)[] = [];

  const tellWriters = (): void => {
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
    tellWriters();
    onLeft();
  };
  const take = (): string => {
    let piece = waiting.shift() ?? '';
    while (piece.length < PIECE && waiting.length > 0) piece += waiting.shift() ?? '';
    size -= piece.length;
    if (size <= MOST / 2) tellWriters();
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
    // One that is too large alone is let through: it has to leave somehow.
    if (size > 0 && size + text.length > MOST) return false;
    waiting.push(text);
    size += text.length;
    wakeReader();
    return true;
  };

  return {
    put,
    offer: (text) => {
      if (size <= MOST / 2) put(text);
    },
    roomy: async () => {
      if (state !== 'left' && size > MOST / 2)
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
