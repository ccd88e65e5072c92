/** Who decides how long something lives that the kit starts: a test, or a bench. */

/** What of a tap test is used here. */
export interface Lifetime {
  /** `fn` runs when the lifetime ends, and is waited for; the one that was given last runs first. */
  teardown(fn: () => unknown): void;
}

/** A lifetime that ends when it is told to. */
export interface OwnLifetime extends Lifetime {
  /** Runs what was given, one after the other. Asked again it gives the same promise. */
  end(): Promise<void>;
}

/** For what has no test around it. */
export const createLifetime = (): OwnLifetime => {
  const endings: (() => unknown)[] = [];
  let ended: Promise<void> | null = null;
  return {
    teardown: (fn) => void endings.push(fn),
    end: () => {
      ended ??= (async () => {
        for (const ending of endings.toReversed()) await ending();
      })();
      return ended;
    },
  };
};
