/** Returns to what the journal holds after an unknown outcome: retries until the journal answers. */
import { type Backoff, backoffMs, pause, RETRY } from '../backoff.js';

export interface RecoveryDeps {
  /** Throws while the journal is away. */
  readonly resume: () => Promise<void>;
  /** True for an error that no further attempt would resolve. */
  readonly isFinal: (error: unknown) => boolean;
  readonly onWaiting: (tries: number, error: unknown) => void;
  /** Ends the attempts. */
  readonly signal: AbortSignal;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  readonly backoff?: Backoff;
}

export interface Recovery {
  /** Starts retrying, unless it already does. */
  begin(): void;
  isActive(): boolean;
}

export const createRecovery = (deps: RecoveryDeps): Recovery => {
  let isActive = false;
  const tryUntilDone = async (): Promise<void> => {
    for (let tries = 1; !deps.signal.aborted; tries += 1) {
      await pause(backoffMs(tries, deps.random(), deps.backoff ?? RETRY), deps.signal);
      try {
        await deps.resume();
        return;
      } catch (error) {
        if (deps.isFinal(error)) return;
        deps.onWaiting(tries, error);
      }
    }
  };
  return {
    begin: () => {
      if (isActive || deps.signal.aborted) return;
      isActive = true;
      void tryUntilDone().finally(() => {
        isActive = false;
      });
    },
    isActive: () => isActive,
  };
};
