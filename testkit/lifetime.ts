/** The lifetime of things that the kit starts: that of a test, or of a bench. */

/** The part of a tap test that is used here. */
export interface Lifetime {
  /** `fn` runs when the lifetime ends, and is awaited; the one added last runs first. */
  teardown(fn: () => unknown): void;
}

/** A lifetime that ends on request. */
export interface OwnLifetime extends Lifetime {
  /** Runs the teardowns one after the other. Further calls return the same promise. */
  end(): Promise<void>;
}

/** For use outside of a test. */
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
