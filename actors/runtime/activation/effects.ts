/**
 * Keeps the running effects of one activation in line with what its state owes.
 *
 * It guarantees:
 * E1. An owed effect runs, one attempt at a time, until the state stops owing it, its handler returns null, or the
 *     activation ends.
 * E2. An effect that is no longer owed is aborted.
 * E3. `resumed` is true from the second attempt on, and for every effect that was owed when the state was loaded.
 * E4. A result is committed once: while the journal is away the same result is offered again under the same commandId;
 *     the handler does not run again for it.
 * E5. An effect that fails for too long (trouble.ts) is noted as trouble and parked: it runs again on demand, or when
 *     the actor is loaded. While nothing can be noted it is not parked. An effect that is done or no longer owed leaves
 *     the trouble book.
 * E6. Effects do not wait for each other, so a parked one holds back only what the actor's state makes wait for it: a
 *     conversation's message those behind it, an iteration's block the next one, a call's end nothing at all.
 * E7. An attempt begins only while the node's lease holds. If the lease has ended since the effect was owed, or since
 *     the attempt began, another node may have taken over: the attempt does nothing more that is irreversible, and the
 *     next one is `resumed`.
 *
 * It does not know what an effect does, nor how its result is committed.
 */
import type { Logger } from 'pino';
import { isTemporary } from '../../../schemas/errors.js';
import type { ActorRef, Effect, EffectContext, EffectHandlers } from '../actor.js';
import { type Backoff, backoffMs, pause } from '../backoff.js';
import type { Lease } from '../cluster/node-lease.js';
import type { TroubleBook } from '../trouble/book.js';
import { type Failing, type RetryPolicy, verdictOn } from '../trouble/trouble.js';

/** A result in hand is worth more than the messages it takes to offer it. */
const OFFER: Backoff = { firstMs: 200, longestMs: 2_000 };

/** Another node may have taken over the actor since this attempt began (E7). */
export class LeaseEnded extends Error {
  override readonly name = 'LeaseEnded';
}

export interface EffectDeps<Fx extends Effect, Command> {
  readonly ref: ActorRef;
  readonly perform: (context: EffectContext<Fx>) => Promise<Command | null>;
  readonly lease: Lease;
  readonly logger: Logger;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  /** ms since the epoch */
  readonly now: () => number;
  readonly trouble: Pick<TroubleBook, 'note' | 'has' | 'clear'>;
  readonly retryPolicy: RetryPolicy;
  readonly count: (what: 'effect_started' | 'effect_failed' | 'effect_parked') => void;
  /** Called when an effect is parked: it no longer needs watching over. */
  readonly onParked: () => void;
  /** Offers a result to the actor. Repeated with the same arguments until it is applied or refused. */
  readonly complete: (key: string, attempt: number, command: Command) => Promise<void>;
}

export interface RunningEffects<Fx extends Effect> {
  /**
   * Starts owed effects that are not running, aborts running ones that are not owed. `atLoad`: another process may have
   * begun them.
   */
  reconcile(owed: Readonly<Record<string, Fx>>, atLoad: boolean): void;
  /** Runs a parked effect again (E5). False: it is not owed. */
  retry(key: string): boolean;
  /** Number of effects that are owed, not done and not parked. */
  running(): number;
  isParked(key: string): boolean;
  /** Aborts all; idempotent. Nothing starts afterwards. */
  stop(): void;
}

/** One owed effect, from when it is owed until it is not. */
interface Debt<Fx extends Effect> {
  readonly effect: Fx;
  /** Whether no other node can have begun it (E7). */
  readonly isFresh: () => boolean;
  readonly owedBefore: boolean;
  readonly abort: AbortController;
  attempt: number;
  /** ms since the epoch; null before the first failure. */
  failingSince: number | null;
  /** What was noted last: how many attempts, and when. */
  noted: { readonly attempt: number; readonly at: number } | null;
  parked: boolean;
}

/** How often trouble that is retried by itself is noted again, ms. */
const NOTE_EVERY_MS = 10 * 60_000;

export const runEffects = <Fx extends Effect, Command>(deps: EffectDeps<Fx, Command>): RunningEffects<Fx> =>
  new EffectsOfActor(deps);

class EffectsOfActor<Fx extends Effect, Command> implements RunningEffects<Fx> {
  readonly #deps: EffectDeps<Fx, Command>;
  readonly #debts = new Map<string, Debt<Fx>>();
  #stopped = false;

  constructor(deps: EffectDeps<Fx, Command>) {
    this.#deps = deps;
  }

  reconcile(owed: Readonly<Record<string, Fx>>, atLoad: boolean): void {
    for (const [key, debt] of this.#debts) {
      if (Object.hasOwn(owed, key)) continue;
      this.#debts.delete(key);
      debt.abort.abort(); // E2
      void this.#clearTrouble(key, debt);
    }
    if (this.#stopped) return;
    const isFresh = atLoad ? () => false : this.#deps.lease.tenure();
    for (const [key, effect] of Object.entries(owed)) {
      if (this.#debts.has(key)) continue;
      const debt: Debt<Fx> = {
        effect,
        isFresh,
        owedBefore: atLoad,
        abort: new AbortController(),
        attempt: 0,
        failingSince: null,
        noted: null,
        parked: false,
      };
      this.#debts.set(key, debt);
      this.#begin(key, debt);
    }
  }

  retry(key: string): boolean {
    const debt = this.#debts.get(key);
    if (debt?.parked === true) {
      debt.parked = false;
      this.#begin(key, debt);
    }
    return debt !== undefined;
  }

  running(): number {
    return [...this.#debts.values()].filter(({ parked }) => !parked).length;
  }

  isParked(key: string): boolean {
    return this.#debts.get(key)?.parked === true;
  }

  stop(): void {
    this.#stopped = true;
    for (const { abort } of this.#debts.values()) abort.abort();
    this.#debts.clear();
  }

  /** Off the caller's stack: a handler may ask the very actor that is being loaded. */
  #begin(key: string, debt: Debt<Fx>): void {
    setImmediate(() => void this.#run(key, debt));
  }

  /** E1 */
  async #run(key: string, debt: Debt<Fx>): Promise<void> {
    const { signal } = debt.abort;
    while (!signal.aborted && !debt.parked) {
      debt.attempt += 1;
      try {
        const command = await this.#perform(key, debt);
        if (signal.aborted) return;
        if (command !== null) await this.#complete(key, debt.attempt, command, signal);
        if (!signal.aborted) await this.#clearTrouble(key, debt);
        return;
      } catch (error) {
        if (!signal.aborted) await this.#failed(key, debt, error);
      }
    }
  }

  /** E7: one attempt, under a lease. Null also if it was aborted before it began. */
  async #perform(key: string, { effect, isFresh, attempt, abort }: Debt<Fx>): Promise<Command | null> {
    const { ref, lease, count, perform } = this.#deps;
    const { signal } = abort;
    if (!lease.holds()) await lease.held(signal);
    if (signal.aborted) return null;
    const isOurs = lease.tenure();
    const assertOurs = (): void => {
      if (signal.aborted || !isOurs()) throw new LeaseEnded('another node may have taken over the actor');
    };
    count('effect_started');
    const resumed = attempt > 1 || !isFresh();
    return perform({ ref, key, effect, resumed, attempt, signal, assertOurs });
  }

  /** E4 */
  async #complete(key: string, attempt: number, command: Command, signal: AbortSignal): Promise<void> {
    const { ref, logger, random, complete } = this.#deps;
    for (let offer = 1; !signal.aborted; offer += 1) {
      try {
        await complete(key, attempt, command);
        return;
      } catch (error) {
        if (!isTemporary(error)) throw error;
        logger.info({ event: 'effect.result_waits', ...ref, key, attempt, offer });
        await pause(backoffMs(offer, random(), OFFER), signal);
      }
    }
  }

  async #failed(key: string, debt: Debt<Fx>, error: unknown): Promise<void> {
    const { ref, logger, count, random, onParked } = this.#deps;
    count('effect_failed');
    const { signal } = debt.abort;
    // Warns once: lasting failures are in the trouble book.
    const level = debt.failingSince === null ? 'warn' : 'debug';
    logger[level]({ event: 'effect.failed', ...ref, key, attempt: debt.attempt, err: error });
    if (!(await this.#shouldPark(key, debt, error))) return pause(backoffMs(debt.attempt, random()), signal);
    if (signal.aborted) {
      // It stopped being owed while it was being noted.
      if (!this.#stopped) await this.#clearTrouble(key, debt);
      return;
    }
    debt.parked = true;
    count('effect_parked');
    onParked();
  }

  /** E5: whether the effect is parked from now on. */
  async #shouldPark(key: string, debt: Debt<Fx>, error: unknown): Promise<boolean> {
    const { now, trouble, retryPolicy } = this.#deps;
    const at = now();
    debt.failingSince ??= at;
    const isFirst = debt.noted === null && debt.owedBefore && debt.attempt === 1;
    // The activation that parked it has already waited for long enough.
    const wasParked = isFirst && (await trouble.has(this.#failingOf(key, debt)));
    const limits = wasParked ? { refusedMs: 0, failedMs: 0 } : retryPolicy;
    const verdict = verdictOn(error, at - debt.failingSince, limits);
    if (verdict === 'again') return false;
    if (verdict === 'note' && debt.noted !== null && at - debt.noted.at < NOTE_EVERY_MS) return false;
    const attempts = debt.attempt - (debt.noted?.attempt ?? 0);
    const since = debt.failingSince;
    const noted = await trouble.note(this.#failingOf(key, debt), error, { attempts, since });
    if (noted === 'not_kept') return false;
    debt.noted = { attempt: debt.attempt, at };
    return verdict === 'park' || noted === 'dropped';
  }

  /** E5: clears only entries that an earlier activation may have noted, or that this one has. */
  async #clearTrouble(key: string, debt: Debt<Fx>): Promise<void> {
    if (debt.owedBefore || debt.noted !== null) await this.#deps.trouble.clear(this.#failingOf(key, debt));
  }

  #failingOf(key: string, { effect }: Debt<Fx>): Failing {
    const { ref } = this.#deps;
    return { kind: 'effect', what: `${ref.kind}-${effect.kind}`, ref, key };
  }
}

/** An effect that another node performs: this one never reports it as done or failed. */
export const leftOwed = ({ signal }: { readonly signal: AbortSignal }): Promise<null> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(null), { once: true }));

/** The handler of each effect of an actor, by its kind. */
export const handlerFrom =
  <Fx extends Effect, Command>(handlers: EffectHandlers<Fx, Command>) =>
  async (context: EffectContext<Fx>): Promise<Command | null> => {
    const table: Readonly<Record<string, unknown>> = handlers;
    const handler = table[context.effect.kind];
    if (typeof handler !== 'function') throw new Error(`no handler for effect ${context.effect.kind}`);
    return handler(context);
  };
