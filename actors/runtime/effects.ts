/**
 * Keeps the running effects of one activation in line with what its state owes.
 *
 * It guarantees:
 * E1. An effect that is owed runs, one attempt at a time, until the state stops owing it, its handler answers
 *     null, or the activation ends.
 * E2. An effect that is no longer owed is aborted.
 * E3. `resumed` is true from the second attempt on, and for whatever was owed when the state was loaded.
 * E4. A result is committed once: while the journal is away the same result is offered again under the same
 *     commandId; the handler is not run again for it.
 *
 * It does not know what an effect does, nor how its result is committed.
 */
import type { Logger } from 'pino';
import { isPassing } from '../../schemas/errors.js';
import type { ActorRef, Effect, EffectContext } from './actor.js';
import { type Backoff, backoffMs, pause } from './backoff.js';

/** A result in hand is worth more than the messages it takes to offer it. */
const OFFER: Backoff = { firstMs: 200, longestMs: 2_000 };

export interface EffectDeps<Fx extends Effect, Command> {
  readonly ref: ActorRef;
  readonly perform: (context: EffectContext<Fx>) => Promise<Command | null>;
  readonly logger: Logger;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  readonly count: (what: 'effect_started' | 'effect_failed') => void;
  /** Offers a result to the actor. Repeated with the same arguments until it is applied or refused. */
  readonly complete: (key: string, attempt: number, command: Command) => Promise<void>;
}

export interface RunningEffects<Fx extends Effect> {
  /** Starts what is owed and not running, aborts what runs and is not owed. `atLoad`: somebody may have begun it. */
  reconcile(owed: Readonly<Record<string, Fx>>, atLoad: boolean): void;
  /** How many are owed and not done. */
  running(): number;
  /** Aborts all; idempotent. Nothing starts afterwards. */
  stop(): void;
}

export const runEffects = <Fx extends Effect, Command>(deps: EffectDeps<Fx, Command>): RunningEffects<Fx> => {
  const { ref, logger, count } = deps;
  const running = new Map<string, AbortController>();
  let stopped = false;

  const failed = async (key: string, attempt: number, error: unknown, signal: AbortSignal): Promise<void> => {
    count('effect_failed');
    const message = error instanceof Error ? error.message : String(error);
    logger.warn({ event: 'effect.failed', ...ref, key, attempt, error: message });
    await pause(backoffMs(attempt, deps.random()), signal);
  };

  /** E1 */
  const run = async (key: string, effect: Fx, owedBefore: boolean, signal: AbortSignal): Promise<void> => {
    for (let attempt = 1; !signal.aborted; attempt += 1) {
      try {
        count('effect_started');
        const resumed = owedBefore || attempt > 1;
        const command = await deps.perform({ ref, key, effect, resumed, attempt, signal });
        if (command !== null) await complete(key, attempt, command, signal);
        return;
      } catch (error) {
        if (!signal.aborted) await failed(key, attempt, error, signal);
      }
    }
  };

  /** E4 */
  const complete = async (
    key: string,
    attempt: number,
    command: Command,
    signal: AbortSignal,
  ): Promise<void> => {
    for (let offer = 1; !signal.aborted; offer += 1) {
      try {
        await deps.complete(key, attempt, command);
        return;
      } catch (error) {
        if (!isPassing(error)) throw error;
        logger.info({ event: 'effect.result_waits', ...ref, key, attempt, offer });
        await pause(backoffMs(offer, deps.random(), OFFER), signal);
      }
    }
  };

  return {
    reconcile: (owed, atLoad) => {
      for (const [key, abort] of running) {
        if (Object.hasOwn(owed, key)) continue;
        running.delete(key);
        abort.abort(); // E2
      }
      if (stopped) return;
      for (const [key, effect] of Object.entries(owed)) {
        if (running.has(key)) continue;
        const abort = new AbortController();
        running.set(key, abort);
        // Off the caller's stack: a handler may ask the very actor that is being loaded.
        setImmediate(() => void run(key, effect, atLoad, abort.signal));
      }
    },
    running: () => running.size,
    stop: () => {
      stopped = true;
      for (const abort of running.values()) abort.abort();
      running.clear();
    },
  };
};
