/**
 * Keeps the running effects of one activation in line with what its state owes.
 *
 * It guarantees:
 * E1. An effect that is owed runs, one attempt at a time, until the state stops owing it.
 * E2. An effect that is no longer owed is aborted.
 * E3. `resumed` is true from the second attempt on, and for whatever was owed at load.
 */
import type { Logger } from 'pino';
import type { ActorRef, Effect, EffectContext } from './actor.js';

const FIRST_RETRY_MS = 200;
const LONGEST_RETRY_MS = 10_000;

export interface EffectDeps<Fx extends Effect, Command> {
  readonly ref: ActorRef;
  readonly handlerOf: (effect: Fx) => (context: EffectContext<Fx>) => Promise<Command | null>;
  readonly logger: Logger;
  readonly count: (what: 'effect_failed') => void;
  /** Sends the answer to the actor; throws when it could not be committed. */
  readonly complete: (key: string, command: Command, attempt: number) => Promise<void>;
}

export interface RunningEffects<Fx extends Effect> {
  reconcile(owed: Readonly<Record<string, Fx>>, atLoad: boolean): void;
  busy(): boolean;
  stop(): void;
}

export const runEffects = <Fx extends Effect, Command>(deps: EffectDeps<Fx, Command>): RunningEffects<Fx> => {
  const running = new Map<string, AbortController>();
  const { ref, logger } = deps;

  const run = async (
    key: string,
    effect: Fx,
    resumedAtLoad: boolean,
    abort: AbortController,
  ): Promise<void> => {
    for (let attempt = 1; !abort.signal.aborted; attempt += 1) {
      try {
        const resumed = resumedAtLoad || attempt > 1;
        const command = await deps.handlerOf(effect)({
          ref,
          key,
          effect,
          resumed,
          attempt,
          signal: abort.signal,
        });
        if (abort.signal.aborted) return;
        if (command !== null) await deps.complete(key, command, attempt);
        return;
      } catch (error) {
        if (abort.signal.aborted) return;
        deps.count('effect_failed');
        logger.warn({
          event: 'effect.failed',
          ...ref,
          key,
          attempt,
          error: error instanceof Error ? error.message : String(error),
        });
        await pause(Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LONGEST_RETRY_MS), abort.signal);
      }
    }
  };

  return {
    reconcile: (owed, atLoad) => {
      for (const [key, abort] of running) {
        if (key in owed) continue;
        running.delete(key);
        abort.abort();
      }
      for (const [key, effect] of Object.entries(owed)) {
        if (running.has(key)) continue;
        const abort = new AbortController();
        running.set(key, abort);
        // Off the caller's stack: a handler may ask the very actor that is being loaded.
        setImmediate(() => void run(key, effect, atLoad, abort));
      }
    },
    busy: () => running.size > 0,
    stop: () => {
      for (const abort of running.values()) abort.abort();
      running.clear();
    },
  };
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
