/** Limits concurrency; waiting work runs in order of arrival. */

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
      // The slot passes directly to the longest waiter.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
