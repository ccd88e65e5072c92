/**
 * One actor in memory: its state, its mailbox, its armed timers, its running effects.
 *
 * It guarantees:
 * A1. One command at a time, in order of arrival (mailbox.ts). Waiting commands are decided one after the other, each
 *     on the state that the earlier ones lead to (deciding.ts), and written as one message: all of them or none.
 * A2. State is only ever what the journal holds: after a conflict, an unknown outcome or a fault it is dropped and
 *     loaded again.
 * A3. A command is applied once: a commandId among the actor's recent commits is answered, not decided. So a command
 *     whose outcome is unknown is retried, under the same id and on the journal's current contents, for as long as its
 *     caller waits.
 * A4. Every wake that the state wants is armed before the commit that wants it, except one that only moves to a later
 *     time (timers.ts). A crash in between leaves a wake that is early or no longer wanted: it is ignored.
 * A5. An effect starts only after the commit that owes it, and only where that commit was written or loaded.
 * A6. While effects are owed the watchdog is armed; for hours ahead while all of them are parked (effects.ts, E5).
 * A7. An activation that has yielded to another decides nothing more: waiting commands are sent on ({@link Moved}), and
 *     so are those that it wrote before it knew. When these are repeated, the activation that stays meets the commit
 *     that it has not read.
 * A8. State loaded or decided before the connection was lost is discarded: the journal may have come back from a
 *     backup, with other commits at the same sequences. For a while after that, and after the node's lease has ended,
 *     another activation may be active without having announced itself: the journal is then read before each command.
 * A9. Nothing is decided, and no query answered, from a history or on a command that this build does not know:
 *     {@link NotUnderstood}.
 * A10. An actor whose journal cannot be read is trouble (trouble.ts). It is logged once, not with each command.
 * A11. A query waits its turn among the commands, and sees what they wrote (A2). It decides and writes nothing, and its
 *     id is not remembered.
 * A12. Nothing is answered before the commit it depends on is in the journal: of commands that are written together,
 *     none is answered, refused or recognised as known from a state that was not written. Commands that were not
 *     written are decided again, each for itself and in the same order (A2, A3).
 * A13. Commits share a message only while all living nodes can read it, and while all commands of the server's
 *     duplicate window are remembered here: the server does not look for repetitions in such a message (remembered.ts).
 * A14. A timer is due by the journal's time (journal-time.ts): a wake from a server whose clock is ahead has to come
 *     again.
 *
 * It does not know how it is reached; see directory.ts. Its state in memory is in resident-state.ts (A2, A8).
 */
import type { Logger } from 'pino';
import { DomainError, refusedBecause } from '../../../schemas/errors.js';
import { deriveId } from '../../../schemas/ids.js';
import { type Activation, type CommandOutcome, Moved, NotUnderstood, Unreadable } from '../activation.js';
import type { Actor, ActorRef, AnyCommand, Effect, EffectContext, Envelope, TimerDue } from '../actor.js';
import type { Lease } from '../cluster/node-lease.js';
import { isQuery, type Query } from '../cluster/wire.js';
import type { Journal } from '../journal/journal.js';
import { JournalConflict, JournalUnavailable } from '../journal-errors.js';
import type { RuntimeEvent } from '../metrics.js';
import type { TroubleBook } from '../trouble/book.js';
import type { RetryPolicy } from '../trouble/trouble.js';
import { asWritten } from '../trust.js';
import { queryResult } from './actor-results.js';
import { type Decided, decideTogether } from './deciding.js';
import { type RunningEffects, runEffects } from './effects.js';
import { type Loaded, record } from './loaded.js';
import { createLoading, type Loading } from './loading.js';
import { createMailbox, type Mailbox } from './mailbox.js';
import { type PendingCommand, settleDecided, submitCommand, writeDecided } from './pending-commands.js';
import { createPersisting, type Persisting } from './persisting.js';
import { createRecovery, type Recovery } from './recovery.js';
import { createResidentState, type ResidentState } from './resident-state.js';
import { type Arming, createArming } from './timer-arming.js';
import { inOrder, isEmpty, judgeWake, WATCHDOG } from './timers.js';

/** A mailbox longer than this means that the actor cannot keep up; further commands are refused. */
const MAX_WAITING = 1_000;

export interface ActivationDeps {
  readonly journal: Journal;
  /** ms since the epoch */
  readonly now: () => number;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  readonly logger: Logger;
  readonly watchdogMs: number;
  /** This node's lease. */
  readonly lease: Lease;
  readonly count: (what: RuntimeEvent) => void;
  readonly trouble: Pick<TroubleBook, 'note' | 'has' | 'clear'>;
  readonly retryPolicy: RetryPolicy;
  /** Passes a result on to a build that knows `version` of the actor's kind. Throws as an ask does. */
  readonly passOn: (ref: ActorRef, envelope: Envelope<unknown>, version: number) => Promise<void>;
  /** Whether all living nodes can read a message of several commits (A13). Default: yes. */
  readonly mayShare?: () => boolean;
  /** See {@link ActorSystemOptions.catchUp}. */
  readonly catchUp?: () => void;
}

/** Creates an activation of `actor`; `perform` runs an effect. */
export const activate = <State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>(
  actor: Actor<State, Command, Event, Fx, Replies, Queries>,
  perform: (context: EffectContext<Fx>) => Promise<Command | null>,
  ref: ActorRef,
  deps: ActivationDeps,
): Activation => new ActorInMemory(actor, perform, ref, deps);

class ActorInMemory<State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>
  implements Activation
{
  readonly ref: ActorRef;
  readonly #actor: Actor<State, Command, Event, Fx, Replies, Queries>;
  readonly #deps: ActivationDeps;
  readonly #mailbox: Mailbox<PendingCommand<Command>>;
  readonly #ended = new AbortController();
  readonly #effects: RunningEffects<Fx>;
  readonly #arming: Arming<State>;
  readonly #loading: Loading<State>;
  readonly #recovery: Recovery;
  readonly #persisting: Persisting;
  readonly #resident: ResidentState<State>;
  #abdicated = false;

  constructor(
    actor: Actor<State, Command, Event, Fx, Replies, Queries>,
    perform: (context: EffectContext<Fx>) => Promise<Command | null>,
    ref: ActorRef,
    deps: ActivationDeps,
  ) {
    const { logger, count, now, random, lease, trouble, retryPolicy } = deps;
    this.ref = ref;
    this.#actor = actor;
    this.#deps = deps;
    this.#mailbox = createMailbox(MAX_WAITING, (all) => this.#settle(all));
    this.#persisting = createPersisting({
      isStopped: () => this.#abdicated,
      drop: (why) => this.#resident.drop(why === 'conflict'), // A2, A9
      signal: this.#ended.signal,
      now,
      random,
      count,
    });
    this.#recovery = createRecovery({
      resume: () => this.#resume(),
      isFinal: (error) =>
        error instanceof Moved || error instanceof NotUnderstood || error instanceof Unreadable,
      onWaiting: (tries, error) => logger.info({ event: 'actor.recovery_waits', ...ref, tries, err: error }),
      signal: this.#ended.signal,
      random,
    });
    this.#effects = runEffects<Fx, Command>({
      ref,
      perform,
      logger,
      count,
      now,
      lease,
      random,
      trouble,
      retryPolicy,
      // A6: the current watchdog was armed for a running effect.
      onParked: () => void this.#resume().catch(this.#recovery.begin),
      complete: (key, attempt, command) => this.#complete(key, attempt, command),
    });
    const { journal, watchdogMs } = deps;
    this.#loading = createLoading({ actor, ref, journal, trouble, logger, count, now });
    const isParked = (key: string): boolean => this.#effects.isParked(key);
    this.#arming = createArming({ actor, ref, journal, now, watchdogMs, isParked });
    this.#resident = createResidentState({
      loading: this.#loading,
      arming: this.#arming,
      onLoaded: (state) => this.#effects.reconcile(actor.effects(state), true),
      isStopped: () => this.#abdicated,
      now,
    });
  }

  run(envelope: Envelope<unknown>, deadline: number): Promise<CommandOutcome> {
    const { command } = envelope;
    return isQuery(command)
      ? this.#enqueueQuery(command, deadline)
      : this.#enqueueCommand(asWritten<Envelope<Command | TimerDue>>(envelope), deadline);
  }

  wake(name: string, dueAt: number): Promise<number> {
    return this.#enqueue(() => (name === WATCHDOG ? this.#wakeWatchdog() : this.#wakeTimer(name, dueAt)));
  }

  retry(key: string): Promise<boolean> {
    return this.#enqueue(async () => {
      await this.#loading.onDemand(() => this.#resident.ensure()); // A10
      return key !== '' && this.#effects.retry(key);
    });
  }

  doubt(forMs = 0): void {
    this.#resident.doubt(forMs);
  }

  resume(): void {
    if (this.#effects.running() > 0 || this.#recovery.isActive()) this.#resume().catch(this.#recovery.begin);
  }

  abdicate(): void {
    if (this.#abdicated) return;
    this.#abdicated = true;
    this.#resident.drop(false);
    this.#deps.count('abdication');
    this.#effects.stop();
    this.#ended.abort();
  }

  isIdle(): boolean {
    return this.#mailbox.depth() === 0 && this.#effects.running() === 0 && !this.#recovery.isActive();
  }

  bytes(): number {
    return this.#resident.bytes();
  }

  mailboxDepth(): number {
    return this.#mailbox.depth();
  }

  effectsRunning(): number {
    return this.#effects.running();
  }

  keep(): void {
    const loaded = this.#resident.current();
    if (loaded !== null) this.#loading.keepSnapshot(loaded, 'leaving');
  }

  async stop(): Promise<void> {
    this.#effects.stop();
    this.#ended.abort();
    await this.#mailbox.close();
  }

  /** Loads the actor, so that owed effects run and wanted timers are armed. */
  #resume(): Promise<void> {
    return this.#mailbox.run(async () => {
      const { state, armed } = await this.#resident.ensure();
      await this.#arming.complete(state, armed);
    });
  }

  /** A6: loading has resumed effects that were not running anywhere; the watchdog stays armed for those that still run. */
  async #wakeWatchdog(): Promise<0> {
    const { state, armed } = await this.#resident.ensure();
    armed.delete(WATCHDOG);
    await this.#arming.complete(state, armed);
    return 0;
  }

  async #wakeTimer(name: string, dueAt: number): Promise<number> {
    const { now } = this.#deps;
    const { state, armed } = await this.#resident.ensure([name, dueAt]);
    const wake = judgeWake(this.#actor.timers(state)[name], dueAt, now());
    // A14: the wake itself stays in the stream, so nothing is armed in its place.
    if (wake.type === 'early') return wake.byMs;
    // A timer name has one schedule, and this was it: a timer still wanted under the name is armed again (A4), even for
    // the same time.
    armed.delete(name);
    if (wake.type === 'not_due') {
      // The timer was moved or dropped: an activation with a stale state may have replaced the schedule that the state
      // wants.
      await this.#arming.complete(state, armed);
      return 0;
    }
    const commandId = deriveId(this.ref.kind, this.ref.id, 'wake', name, `${wake.wanted}`);
    const command: TimerDue = { type: 'timer_due', name };
    const envelope = { commandId, at: Math.max(wake.wanted, now()), command };
    // This already runs in the actor's turn.
    await submitCommand<Command>(envelope, Number.POSITIVE_INFINITY, (pending) => this.#settle([pending]));
    return 0;
  }

  #enqueueQuery(query: Query, deadline: number): Promise<CommandOutcome> {
    return this.#enqueue(() => {
      if (this.#deps.now() > deadline) throw new DomainError('journal_unavailable');
      return this.#persisting.persist(() => this.#query(query), deadline);
    });
  }

  #enqueueCommand(envelope: Envelope<Command | TimerDue>, deadline: number): Promise<CommandOutcome> {
    return this.#withCallerErrors(() =>
      submitCommand(envelope, deadline, (pending) => this.#mailbox.add(pending)),
    );
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    return this.#withCallerErrors(() =>
      this.#mailbox.run(() => {
        this.#resident.dropWhileInDoubt(); // A8
        return work();
      }),
    );
  }

  /** Runs the work, and reduces its errors to what the caller may know. */
  async #withCallerErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw this.#toCallerError(error);
    }
  }

  /** Settles all of them. Never rejects. */
  #settle(all: readonly PendingCommand<Command>[]): Promise<void> {
    this.#deps.catchUp?.();
    this.#resident.dropWhileInDoubt();
    return this.#persisting.settle(all, (left) => this.#attempt(left));
  }

  /** A12: settles the first ones, whose outcome is known, and returns their number. */
  async #attempt(left: readonly PendingCommand<Command>[]): Promise<number> {
    const actor = this.#actor;
    const current = await this.#resident.ensure();
    const { remembered, seq } = current;
    const envelopes = left.map(({ envelope }) => envelope);
    const decided = decideTogether(actor, current.state, remembered.has, envelopes, this.#room(current));
    if (decided.isFault) this.#resident.drop(false); // A2
    if (decided.commits.length === 0) return settleDecided(actor, left, decided.decisions, seq, seq);
    if ((await this.#commit(current, decided)) === 'known') {
      // A3, J2: the known commit may be newer than the state in memory, and what was just armed for it may have
      // replaced timers that the state wants. Loading corrects both. The command is known then, and those after it are
      // decided again.
      this.#resident.drop(false);
      const fresh = await this.#resident.ensure();
      const index = decided.decisions.findIndex(
        (decision) => decision.type === 'accepted' && decision.commits > 0,
      );
      const known = { type: 'accepted', state: fresh.state, commits: 1 } as const;
      return settleDecided(actor, left, [...decided.decisions.slice(0, index), known], seq, fresh.seq);
    }
    for (const _ of decided.commits) this.#deps.count('commit');
    if (this.#abdicated) throw new Moved(); // A7
    this.#effects.reconcile(actor.effects(current.state), false); // A5
    this.#loading.keepSnapshot(current, 'committed');
    return settleDecided(actor, left, decided.decisions, seq, current.seq);
  }

  /** A13 */
  #room({ remembered }: Loaded<State>): number {
    const { mayShare, now } = this.#deps;
    return mayShare?.() === false ? 1 : remembered.room(now());
  }

  /** A11 */
  async #query(query: Query): Promise<CommandOutcome> {
    const { state, seq } = await this.#resident.ensure();
    return { answer: queryResult(this.#actor, state, query), seq };
  }

  /** A4, J3: timers and commits are sent together, in that order. */
  async #commit(current: Loaded<State>, decided: Decided<State>): Promise<'written' | 'known'> {
    const { journal, logger, now } = this.#deps;
    const { armed } = current;
    const { commits, state } = decided;
    const { before, after } = inOrder(this.#arming.missing(state, armed), armed, now());
    const arming = isEmpty(before) ? null : this.#arming.arm(before, armed);
    // Handled below; the commit's own error comes first.
    arming?.catch(() => undefined);
    const isCurrent = (): boolean => this.#resident.current() === current; // A8
    const written = await writeDecided(journal, this.ref, current.links, decided, isCurrent);
    if (written === null) return 'known';
    this.#deps.catchUp?.();
    const commandIds = commits.map(({ commandId }) => commandId);
    record(current, state, written, commandIds, now());
    if (arming === null && isEmpty(after)) return 'written';
    await Promise.all([arming, this.#arming.arm(after, armed)]).catch((error: unknown) => {
      logger.warn({ event: 'actor.arming_failed', ...this.ref, err: error });
      this.#recovery.begin();
    });
    return 'written';
  }

  /** The error as the caller sees it; the rest goes to the log. */
  #toCallerError(error: unknown): Error {
    const { count, logger } = this.#deps;
    if (error instanceof DomainError || error instanceof Moved || error instanceof NotUnderstood)
      return error;
    if (error instanceof JournalUnavailable || error instanceof JournalConflict) {
      count('journal_unavailable');
      this.#recovery.begin();
      return refusedBecause('journal_unavailable', error);
    }
    if (error instanceof Unreadable) return refusedBecause('record_unreadable', error);
    logger.error({ event: 'actor.failed', ...this.ref, err: error });
    return new DomainError('internal');
  }

  async #complete(key: string, attempt: number, command: Command): Promise<void> {
    const { kind, id } = this.ref;
    // The same result of the same attempt is the same command; a different result is a different command.
    const commandId = deriveId(kind, id, 'effect', key, `${attempt}`, JSON.stringify(command));
    const envelope = { commandId, at: this.#deps.now(), command };
    try {
      await this.#enqueueCommand(envelope, Number.POSITIVE_INFINITY);
    } catch (error) {
      if (!(error instanceof NotUnderstood) || error.version === null) throw error;
      // Another build has taken over the actor; what was done here is still done.
      await this.#deps.passOn(this.ref, envelope, error.version);
    }
  }
}
