/**
 * One actor in memory: its state, its mailbox, its armed timers, its running effects.
 *
 * It guarantees:
 * A1. One command at a time, in the order of arrival (mailbox.ts).
 * A2. State is only ever what the journal holds: after a conflict, an unknown outcome or a fault it is dropped
 *     and loaded again.
 * A3. A command is applied once: a commandId among the actor's recent commits is answered, not decided. So a command
 *     whose outcome is unknown is put again, under the same id and on what the journal holds by then, for as long as
 *     somebody waits for it.
 * A4. Whatever the state wants woken is armed before the commit that makes it so, except what only moves to a
 *     later time (timers.ts). A crash in between leaves a wake that comes early or that nobody wants: it is ignored.
 * A5. An effect starts only after the commit that owes it, and only where that commit was written or loaded.
 * A6. While effects are owed the watchdog is armed; for hours ahead while all of them are parked (effects.ts, E5).
 * A7. One that has given way to another activation decides nothing more: what waits is sent on ({@link Moved}), and so is
 *     what it wrote without knowing. Asked for that again, the one that stays meets the commit that it has not read.
 * A8. What was loaded or decided before the connection was lost is not believed after it: the journal may have come back
 *     from a backup, with something else at the same sequences.
 *     For a while after that, and after the node's lease had ended, somebody else may be at work who has not said so yet:
 *     then the journal is read before each command.
 * A9. Nothing is decided from a history, or on a command, that this build does not know: {@link NotUnderstood}.
 * A10. One whose journal cannot be read is trouble (trouble.ts), and says so in the log once, not with each command.
 *
 * It does not know how it is reached; see directory.ts.
 */
import type { Logger } from 'pino';
import { UnexpectedCase } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { type Activation, type CommandOutcome, Moved, NotUnderstood, Unreadable } from './activation.js';
import type { Actor, ActorRef, Effect, EffectContext, Envelope, TimerDue } from './actor.js';
import { WITHOUT_LEADER_MS } from './ask-again.js';
import { type Backoff, backoffMs, pause } from './backoff.js';
import { runEffects } from './effects.js';
import { versionNeeded } from './event-versions.js';
import type { Journal } from './journal.js';
import { isOfServer, JournalConflict, JournalUnavailable } from './journal-errors.js';
import { type Loaded, loadActor, record, snapshotOf } from './loaded.js';
import { createMailbox } from './mailbox.js';
import type { RuntimeEvent } from './metrics.js';
import { createRecovery } from './recovery.js';
import type { Lease } from './standing.js';
import { inOrder, missingSchedules, type Schedules, WATCHDOG } from './timers.js';
import { type Failing, messageOf, type Patience } from './trouble.js';
import type { TroubleBook } from './trouble-book.js';
import { asWritten } from './trust.js';

/** A mailbox longer than this means that the actor cannot keep up; further commands are refused. */
const MAX_WAITING = 1_000;
/** Losing this many races in a row is not contention but a fault. */
const MAX_CONFLICTS = 20;
/** The book has parked effects tried again within the hour; this is for a book that is lost, ms. */
const PARKED_WATCHDOG_MS = 2 * 3_600_000;
/** Between lost races: one round trip, then more. */
const CONTENTION: Backoff = { firstMs: 1, longestMs: 50 };
/** Between tries of a command whose outcome is unknown. */
const OUTAGE: Backoff = { firstMs: 50, longestMs: 250 };

export interface ActivationDeps {
  readonly journal: Journal;
  /** ms since the epoch */
  readonly now: () => number;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  readonly logger: Logger;
  readonly watchdogMs: number;
  /** Of this node. */
  readonly lease: Lease;
  readonly count: (what: RuntimeEvent) => void;
  readonly trouble: Pick<TroubleBook, 'note' | 'has' | 'clear'>;
  readonly patience: Patience;
  /** Has a build that knows `version` of the actor's kind apply a result. Throws as an ask does. */
  readonly passOn: (ref: ActorRef, envelope: Envelope<unknown>, version: number) => Promise<void>;
}

export const activate = <State, Command, Event, Fx extends Effect, Answer>(
  actor: Actor<State, Command, Event, Fx, Answer>,
  perform: (context: EffectContext<Fx>) => Promise<Command | null>,
  ref: ActorRef,
  deps: ActivationDeps,
): Activation => {
  const { journal, now, logger, count } = deps;
  const mailbox = createMailbox(MAX_WAITING);
  const ended = new AbortController();
  let loaded: Loaded<State> | null = null;
  let abdicated = false;
  /** How often what is in memory was put in doubt. */
  let doubts = 0;
  /** Until when others may be at work unnoticed, ms since the epoch (A8). */
  let doubtUntil = 0;
  let used = now();
  /** A10 */
  const unreadable: Failing = { kind: 'actor', what: ref.kind, ref, key: '' };
  let isUnreadable = false;

  const missing = (state: State, armed: ReadonlyMap<string, number>): Schedules => {
    const owed = Object.keys(actor.effects(state));
    return missingSchedules(
      {
        timers: actor.timers(state),
        owesEffects: owed.length > 0,
        now: now(),
        watchdogMs: owed.every(effects.isParked) ? PARKED_WATCHDOG_MS : deps.watchdogMs,
      },
      armed,
    );
  };

  /** Resolves when all of `schedules` lie in the journal; those that do are noted in `armed`. */
  const arm = async (schedules: Schedules, armed: Map<string, number>): Promise<void> => {
    await Promise.all(
      Object.entries(schedules).map(async ([name, due]) => {
        await journal.arm(ref, name, due);
        armed.set(name, due);
      }),
    );
  };

  /** A10. @throws Unreadable, and what loading throws */
  const load = async (): Promise<Loaded<State>> => {
    try {
      const fresh = await loadActor(actor, journal, ref);
      if (isUnreadable) void deps.trouble.clear(unreadable);
      isUnreadable = false;
      return fresh;
    } catch (error) {
      if (isOfServer(error) || error instanceof DomainError || error instanceof NotUnderstood) throw error;
      count('load_failed');
      if (!isUnreadable) {
        isUnreadable = true;
        logger.error({ event: 'actor.unreadable', ...ref, err: error });
        void deps.trouble.note(unreadable, new Unreadable(messageOf(error)), { attempts: 1, since: now() });
      }
      throw new Unreadable(`${ref.kind} cannot be read`, { cause: error });
    }
  };

  /**
   * The state as the journal holds it. Everything it wants woken is armed again: that costs a message or two,
   * and makes up for whatever an earlier process, or an earlier version of the actor, did not arm.
   * `alreadyDue`: the wake that is being handled.
   */
  const ensureLoaded = async (alreadyDue?: readonly [name: string, due: number]): Promise<Loaded<State>> => {
    while (loaded === null) {
      const doubtsBefore = doubts;
      const fresh = await load();
      if (alreadyDue !== undefined) fresh.armed.set(...alreadyDue);
      await arm(missing(fresh.state, fresh.armed), fresh.armed);
      if (abdicated) throw new Moved();
      if (doubts !== doubtsBefore) continue; // A8: half of it may be from before
      loaded = fresh;
      effects.reconcile(actor.effects(fresh.state), true);
    }
    return loaded;
  };

  /** A4, J3: timers and commit are on their way together, in that order. */
  const commit = async (
    current: Loaded<State>,
    next: State,
    envelope: Envelope<unknown>,
    events: readonly Event[],
  ): Promise<'written' | 'known'> => {
    const { armed } = current;
    const { before, after } = inOrder(missing(next, armed), armed, now());
    const arming = arm(before, armed);
    // Handled below; the commit's own error comes first.
    arming.catch(() => undefined);
    const { commandId, at } = envelope;
    const version = versionNeeded(actor.events, events);
    const isCurrent = (): boolean => loaded === current; // A8
    const appended = await journal.append(ref, current.seq, { commandId, at, version, events }, isCurrent);
    if (appended.was === 'known') return 'known';
    record(current, next, appended.seq, commandId);
    await Promise.all([arming, arm(after, armed)]).catch((error: unknown) => {
      logger.warn({ event: 'actor.arming_failed', ...ref, error: String(error) });
      recovery.begin();
    });
    return 'written';
  };

  /** A9 */
  const decide = (state: State, envelope: Envelope<Command | TimerDue>): readonly Event[] => {
    try {
      return actor.decide(state, envelope);
    } catch (error) {
      if (!(error instanceof UnexpectedCase) || error.value !== envelope.command) throw error;
      throw new NotUnderstood(`${ref.kind} was told what this build does not know`, null);
    }
  };

  const attempt = async (envelope: Envelope<Command | TimerDue>): Promise<CommandOutcome> => {
    const current = await ensureLoaded();
    const outcome = (): CommandOutcome => ({
      answer: actor.answer(current.state, envelope.command),
      seq: current.seq,
    });
    if (current.commandIds.includes(envelope.commandId)) return outcome(); // A3
    const events = decide(current.state, envelope);
    if (events.length === 0) return outcome();
    let next = current.state;
    for (const event of events) next = actor.evolve(next, event, envelope.at);
    if ((await commit(current, next, envelope, events)) === 'known') {
      // A3, J2: it may be newer than what is in memory. And what was armed for it just now may stand in the place of
      // what the state wants: loading puts both right.
      loaded = null;
      const { state, seq } = await ensureLoaded();
      return { answer: actor.answer(state, envelope.command), seq };
    }
    count('commit');
    if (abdicated) throw new Moved(); // A7
    effects.reconcile(actor.effects(current.state), false); // A5
    takeSnapshotIfDue(current);
    return outcome();
  };

  /** Runs a command to its end, however many others write to the actor meanwhile and whatever the journal goes through. */
  const apply = async (envelope: Envelope<Command | TimerDue>, giveUpAt: number): Promise<CommandOutcome> => {
    const until = Math.min(giveUpAt, now() + WITHOUT_LEADER_MS);
    let conflicts = 0;
    let unknowns = 0;
    for (;;) {
      if (abdicated) throw new Moved(); // A7
      try {
        return await attempt(envelope);
      } catch (error) {
        if (error instanceof DomainError) throw error;
        loaded = null; // A2, A9
        if (error instanceof JournalConflict) {
          count('conflict');
          conflicts += 1;
          if (conflicts > MAX_CONFLICTS) throw error;
          if (conflicts > 1) await pause(backoffMs(conflicts - 1, deps.random(), CONTENTION), ended.signal);
        } else {
          if (!(error instanceof JournalUnavailable) || ended.signal.aborted || now() >= until) throw error;
          unknowns += 1;
          await pause(backoffMs(unknowns, deps.random(), OUTAGE), ended.signal);
        }
      }
    }
  };

  /** What the asker is told of an error; the rest goes to the log. */
  const told = (error: unknown): Error => {
    if (error instanceof DomainError || error instanceof Moved || error instanceof NotUnderstood)
      return error;
    if (error instanceof JournalUnavailable || error instanceof JournalConflict) {
      count('journal_unavailable');
      recovery.begin();
      return new DomainError('journal_unavailable');
    }
    if (!(error instanceof Unreadable)) logger.error({ event: 'actor.failed', ...ref, err: error });
    return new DomainError('internal');
  };

  const enqueue = async <T>(work: () => Promise<T>): Promise<T> => {
    used = now();
    try {
      return await mailbox.run(() => {
        if (now() < doubtUntil) loaded = null; // A8
        return work();
      });
    } catch (error) {
      throw told(error);
    } finally {
      used = now();
    }
  };

  const run = (envelope: Envelope<Command | TimerDue>, giveUpAt: number): Promise<CommandOutcome> =>
    enqueue(() => {
      if (now() > giveUpAt) throw new DomainError('journal_unavailable');
      return apply(envelope, giveUpAt);
    });

  /** Loads, so that what is owed runs and what is wanted is armed. */
  const resume = (): Promise<void> =>
    mailbox.run(async () => {
      const current = await ensureLoaded();
      await arm(missing(current.state, current.armed), current.armed);
    });

  const recovery = createRecovery({
    resume,
    isFinal: (error) =>
      error instanceof Moved || error instanceof NotUnderstood || error instanceof Unreadable,
    onWaiting: (tries, error) =>
      logger.info({ event: 'actor.recovery_waits', ...ref, tries, error: String(error) }),
    signal: ended.signal,
    random: deps.random,
  });

  const takeSnapshotIfDue = (current: Loaded<State>): void => {
    if (actor.snapshotEvery === undefined || current.commitsSinceSnapshot < actor.snapshotEvery) return;
    current.commitsSinceSnapshot = 0;
    // A snapshot only saves time; if it cannot be written the next one will be.
    journal.saveSnapshot(ref, snapshotOf(actor, current)).then(
      () => count('snapshot'),
      (error: unknown) => logger.warn({ event: 'actor.snapshot_failed', ...ref, error: String(error) }),
    );
  };

  const effects = runEffects<Fx, Command>({
    ref,
    perform,
    logger,
    count,
    now,
    lease: deps.lease,
    random: deps.random,
    trouble: deps.trouble,
    patience: deps.patience,
    // A6: the watchdog that stands was armed for an effect that ran.
    onParked: () => void resume().catch(recovery.begin),
    complete: async (key, attemptNumber, command) => {
      // The same result of the same attempt is the same command; another result is another one.
      const commandId = deriveId(
        ref.kind,
        ref.id,
        'effect',
        key,
        `${attemptNumber}`,
        JSON.stringify(command),
      );
      const envelope = { commandId, at: now(), command };
      try {
        await run(envelope, Number.POSITIVE_INFINITY);
      } catch (error) {
        if (!(error instanceof NotUnderstood) || error.version === null) throw error;
        // Another build went on with the actor; what was done here is still done.
        await deps.passOn(ref, envelope, error.version);
      }
    },
  });

  /** A6: loading has resumed what nobody was doing; the watchdog stays up for what is still being done. */
  const wakeWatchdog = async (): Promise<void> => {
    const current = await ensureLoaded();
    current.armed.delete(WATCHDOG);
    await arm(missing(current.state, current.armed), current.armed);
  };

  const wakeTimer = async (name: string, dueAt: number): Promise<void> => {
    const { state, armed } = await ensureLoaded([name, dueAt]);
    const wanted = actor.timers(state)[name];
    // The server's clock has spoken where the wake is for the due time that is wanted: ours may be a little behind.
    const isDue = wanted !== undefined && (wanted === dueAt || wanted <= now());
    if (!isDue) {
      // Moved or given up. A name has one schedule, and this was it: what the state wants may have been replaced by
      // whoever had a stale state, or is wanted for the same time again.
      armed.delete(name);
      await arm(missing(state, armed), armed);
      return;
    }
    const commandId = deriveId(ref.kind, ref.id, 'wake', name, `${wanted}`);
    const envelope = {
      commandId,
      at: Math.max(wanted, now()),
      command: { type: 'timer_due', name } as const,
    };
    await apply(envelope, Number.POSITIVE_INFINITY);
  };

  return {
    ref,
    run: (envelope, giveUpAt) => run(asWritten<Envelope<Command | TimerDue>>(envelope), giveUpAt),
    wake: (name, dueAt) => enqueue(() => (name === WATCHDOG ? wakeWatchdog() : wakeTimer(name, dueAt))),
    retry: (key) =>
      enqueue(async () => {
        const wasUnreadable = isUnreadable;
        try {
          await ensureLoaded();
        } catch (error) {
          if (wasUnreadable) await deps.trouble.note(unreadable, error, { attempts: 1, since: now() });
          throw error;
        }
        return key !== '' && effects.retry(key);
      }),
    doubt: (forMs = 0) => {
      doubts += 1;
      loaded = null;
      doubtUntil = Math.max(doubtUntil, now() + forMs);
    },
    resume: () => {
      if (effects.running() > 0 || recovery.active()) resume().catch(recovery.begin);
    },
    abdicate: () => {
      if (abdicated) return;
      abdicated = true;
      loaded = null;
      count('abdication');
      effects.stop();
      ended.abort();
    },
    idle: () => mailbox.depth() === 0 && effects.running() === 0 && !recovery.active(),
    lastUsed: () => used,
    passivateAfterMs: actor.passivateAfterMs ?? null,
    mailboxDepth: mailbox.depth,
    effectsRunning: effects.running,
    stop: async () => {
      effects.stop();
      ended.abort();
      await mailbox.close();
    },
  };
};
