/** Pieces of a stream from whoever pushes them to the one who reads them, in order. */

export interface Mailbox<Item> {
  push(item: Item): void;
  /** Nothing comes behind what was pushed. A failure is thrown behind it. */
  end(failure: Error | null): void;
  /** Read once. @throws the failure that it ended with */
  items(): AsyncGenerator<Item, void>;
}

/** Unbounded by itself: who pushes bounds it. */
export const createMailbox = <Item>(): Mailbox<Item> => {
  const waiting: Item[] = [];
  let ended: { readonly failure: Error | null } | null = null;
  let wake: () => void = () => undefined;
  return {
    push: (item) => {
      if (ended !== null) return;
      waiting.push(item);
      wake();
    },
    end: (failure) => {
      ended ??= { failure };
      wake();
    },
    items: async function* () {
      for (;;) {
        for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) yield item;
        if (ended !== null) {
          if (ended.failure !== null) throw ended.failure;
          return;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
};
