/** Passes the pieces of a stream from their producer to one reader, in order. */

export interface Mailbox<Item> {
  push(item: Item): void;
  /** Ends the stream after the items that were pushed. A failure is thrown after them. */
  end(failure: Error | null): void;
  /** Can be read once. @throws the failure that the stream ended with */
  items(): AsyncGenerator<Item, void>;
}

/** Has no bound of its own: the producer bounds it. */
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
