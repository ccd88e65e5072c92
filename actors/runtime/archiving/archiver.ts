/**
 * Archives actors that have ended, so that each costs the journal one message and the server one subject
 * (docs/explanation/decisions/014-what-is-over-is-archived.md).
 *
 * It reads the commits of a kind, some time after they were written. A commit that may be an actor's last has the actor
 * checked; if the actor has ended (verdict.ts), one message with all of its messages is written after them. The
 * archive is itself a message of the journal: once it is as old, what it holds is removed.
 *
 * It guarantees:
 * AR1. Nothing is removed before the archive that holds it has been in the journal for at least {@link MIN_AGE_MS},
 *      longer than the server takes to sync its disk, and was read back from there and compared, byte for byte.
 * AR2. An archive holds every message of its actor before it: it is written only after the sequence that was read last
 *      (J1). So a concurrent commit either wins, or finds the archive and begins with it (loaded.ts, L5).
 * AR3. An actor is archived when nothing more is to come of it: it says so itself, wants no timer, owes no effect,
 *      every reaction has handled its commits, and it is in no trouble. A later command is a commit after its archive.
 * AR4. A crash at any point is harmless: every step is repeated. Two archivers at work at once do what one does.
 * AR5. Nothing is archived while a living node could not read it.
 *
 * It is slow on purpose: at most {@link PER_SECOND} checks a second.
 */
import { setMaxListeners } from 'node:events';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import type { ActorRef } from '../actor.js';
import { pause } from '../backoff.js';
import { consumeInOrder, type InOrder, type OrderedMessage, type Settlement } from '../consumers/in-order.js';
import { isJournalEvent, renamed } from '../event-versions.js';
import { archiveOf } from '../journal/archive.js';
import { parseCommits } from '../journal/commit.js';
import type { Journal } from '../journal/journal.js';
import { JournalConflict, JournalUnavailable } from '../journal-errors.js';
import type { RuntimeEvent } from '../metrics.js';
import { markSubject, parseEventSubject, streamName } from '../subjects.js';
import type { TroubleBook } from '../trouble/book.js';
import { archiveActor } from './archive-actor.js';
import type { ArchivableActor, Readers } from './verdict.js';

/** AR1; nats-server syncs every two minutes by default. */
const MIN_AGE_MS = 10 * 60_000;
/**
 * Checks a second, for each kind and shard; some three for each actor that is archived. A check takes one to two
 * milliseconds here.
 */
const PER_SECOND = 50;
const CONCURRENCY = 8;
/** Messages that wait until they are old enough. */
const MAX_ON_HAND = 1_000;
/** How long an answer about the readers' progress is reused, ms. */
const READERS_MS = 5_000;
/** Delay before an actor that could not be archived is checked again, ms. */
const RECHECK_MS = 60_000;

export interface ArchiverOptions {
  readonly nc: NatsConnection;
  readonly journal: Journal;
  readonly shard: number;
  /** How old a commit must be before its actor is checked, and an archive before what it holds is removed, ms. */
  readonly afterMs: number;
  /** Reactions to the kind in this build; nothing is archived while one of them is missing. */
  readonly reactions: readonly string[];
  readonly trouble: Pick<TroubleBook, 'list'>;
  /** AR5 */
  readonly mayArchive: () => boolean;
  /** ms since the epoch */
  readonly now: () => number;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  readonly logger: Logger;
  readonly count: (what: RuntimeEvent) => void;
  /** Default {@link PER_SECOND}. */
  readonly perSecond?: number;
  /** AR1. Default {@link MIN_AGE_MS}. */
  readonly syncedMs?: number;
}

/** Resolves once it is reading the commits of the shard. */
export const startArchiver = async <State, Event>(
  actor: ArchivableActor<State, Event>,
  options: ArchiverOptions,
): Promise<InOrder> => {
  const { nc, shard, logger, random, count } = options;
  const archiver = createArchiver(actor, options, await jetstreamManager(nc));
  const name = consumerName(actor.kind);
  return consumeInOrder({
    nc,
    stream: streamName(shard),
    durable: name,
    filter: filterOf(shard, actor.kind),
    mark: markSubject(shard, name),
    maxOnHand: MAX_ON_HAND,
    width: CONCURRENCY,
    overtakable: 'all',
    logger,
    random,
    onGone: () => count('consumer_gone'),
    handle: (message, signal) => archiver(message, signal),
  });
};

const consumerName = (kind: string): string => `archive-${kind}`;
const filterOf = (shard: number, kind: string): string => `evt.${shard}.${kind}.>`;

const DONE: Settlement = { type: 'done' };
const putOff = (afterMs: number): Settlement => ({ type: 'put_off', afterMs });

const createArchiver = <State, Event>(
  actor: ArchivableActor<State, Event>,
  options: ArchiverOptions,
  jsm: JetStreamManager,
): ((message: OrderedMessage, signal: AbortSignal) => Promise<Settlement>) => {
  const { journal, logger, now, afterMs, perSecond = PER_SECOND, syncedMs = MIN_AGE_MS } = options;
  const readers = createReaders(actor.kind, options, jsm);
  let turnAt = 0;

  const takeTurn = async (signal: AbortSignal): Promise<void> => {
    const waitMs = turnAt - now();
    turnAt = Math.max(turnAt, now()) + 1_000 / perSecond;
    if (waitMs > 0) await pause(waitMs, signal);
  };

  return async (message, signal) => {
    setMaxListeners(0, signal);
    const { subject, seq } = message;
    const ref = parseEventSubject(subject);
    try {
      const interest = ref === null ? 'none' : interestIn(actor, message.string());
      if (ref === null || interest === 'none') return DONE;
      const age = now() - message.writtenAt;
      const dueMs = interest === 'archive' ? Math.max(afterMs, syncedMs) : afterMs;
      if (age < dueMs) return putOff(dueMs - age);
      if (!options.mayArchive()) return putOff(RECHECK_MS);
      await takeTurn(signal);
      if (signal.aborted) return putOff(0);
      return await carryOut(ref, interest, seq);
    } catch (error) {
      const isPassing = error instanceof JournalUnavailable || error instanceof JournalConflict;
      const level = isPassing ? 'info' : 'error';
      logger[level]({ event: 'archive.failed', ...ref, seq, err: error });
      // An actor that cannot be archived stays as it is.
      return isPassing ? putOff(RECHECK_MS) : DONE;
    }
  };

  async function carryOut(ref: ActorRef, interest: 'ended' | 'archive', seq: number): Promise<Settlement> {
    const known = await readers();
    if (known === null) return putOff(RECHECK_MS);
    // AR1: an archive's age is known only when its own message is handled.
    const outcome = await archiveActor(actor, journal, ref, known, interest === 'archive' ? seq : null);
    if (outcome === 'early') return putOff(RECHECK_MS);
    if (outcome === 'differs') logger.error({ event: 'archive.differs', ...ref, seq });
    if (outcome === 'archived' || outcome === 'archive_cleared') options.count(outcome);
    return DONE;
  }
};

/** Whether a message has its actor checked: it may be the last one, or is an archive. @throws Error */
const interestIn = <State, Event>(
  actor: ArchivableActor<State, Event>,
  text: string,
): 'none' | 'ended' | 'archive' => {
  const { archive: rule } = actor;
  if (rule === undefined) return 'none';
  if (archiveOf(text) !== null) return 'archive';
  const after: readonly string[] = rule.after;
  const mayBeLast = parseCommits(text).some((commit) =>
    renamed(actor.events, commit).events.some((event) => isJournalEvent(event) && after.includes(event.type)),
  );
  return mayBeLast ? 'ended' : 'none';
};

/** Progress of the reactions to a kind, and which actors are in trouble; null if that cannot be relied on. */
const createReaders = (
  kind: string,
  { shard, reactions, trouble, now, logger }: ArchiverOptions,
  jsm: JetStreamManager,
): (() => Promise<Readers | null>) => {
  let cached: { readonly at: number; readonly answer: Promise<Readers | null> } | null = null;

  const readProgress = async (): Promise<Readers | null> => {
    const settledUpTo = new Map<string, number>();
    for await (const { name, config, ack_floor: floor } of jsm.consumers.list(streamName(shard))) {
      const filters = config.filter_subjects ?? [config.filter_subject ?? ''];
      if (config.durable_name === undefined || name === consumerName(kind)) continue;
      if (filters.includes(filterOf(shard, kind))) settledUpTo.set(name, floor.stream_seq);
    }
    if (reactions.some((name) => !settledUpTo.has(name))) return null;
    // Read after their progress: a commit that a reaction gives up is trouble before it is settled (reactor.ts, R5).
    const troubled = new Set((await trouble.list()).map(({ ref }) => (ref === null ? '' : keyOf(ref))));
    return { settledUpTo, isTroubled: (ref) => troubled.has(keyOf(ref)) };
  };

  return () => {
    if (cached === null || now() - cached.at > READERS_MS) {
      const answer = readProgress().catch((error: unknown) => {
        logger.info({ event: 'archive.readers_unknown', kind, shard, err: error });
        return null;
      });
      cached = { at: now(), answer };
    }
    return cached.answer;
  };
};

const keyOf = ({ kind, business, id }: ActorRef): string => `${kind}.${business}.${id}`;
