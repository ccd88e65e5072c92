/** Work that is done a few at a time; the rest waits in the order in which it came. */

export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export const createLimit = (atOnce: number): Limit => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to whoever waits the longest.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
