/** Getting back to what the journal holds after an unknown outcome: tries until the journal answers. */
import { type Backoff, backoffMs, pause, RETRY } from './backoff.js';

export interface RecoveryDeps {
  /** Throws while the journal is away. */
  readonly resume: () => Promise<void>;
  /** True for an error that no further try would mend. */
  readonly isFinal: (error: unknown) => boolean;
  readonly onWaiting: (tries: number, error: unknown) => void;
  /** Ends the tries. */
  readonly signal: AbortSignal;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  readonly backoff?: Backoff;
}

export interface Recovery {
  /** Begins to try, unless it does already. */
  begin(): void;
  active(): boolean;
}

export const createRecovery = (deps: RecoveryDeps): Recovery => {
  let active = false;
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
      if (active || deps.signal.aborted) return;
      active = true;
      void tryUntilDone().finally(() => {
        active = false;
      });
    },
    active: () => active,
  };
};
