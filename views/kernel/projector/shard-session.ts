/**
 * One reading of a shard: from the position of its rows until something ends it (shard-projector.ts). The journal is checked
 * before it begins (S3). It ends after a commit that requires a retry of something set aside (S4), with a failed write (S5), or
 * with the connection.
 */
import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import {
  ANY_JOURNAL,
  isLossAccepted,
  lineageOf,
  lossesIn,
  lossesSince,
} from '../../../actors/runtime/integrity/accepted-losses.js';
import { checkWithRetries } from '../../../actors/runtime/integrity/journal-comparison.js';
import { readHistory } from '../../../actors/runtime/journal/history.js';
import { createSource } from '../../../actors/runtime/journal/source.js';
import { journalIdentity } from '../../../actors/runtime/journal/streams.js';
import { JournalDamaged } from '../../../actors/runtime/journal-errors.js';
import { watchConnection } from '../../../actors/runtime/nats/connection.js';
import { eventSubject, streamName } from '../../../actors/runtime/subjects.js';
import type { JournalCommit, Projection, SkippedEvent } from '../projection.js';
import { asideKey, DAMAGED, type SetAside } from '../set-aside.js';
import { type ChainWatch, watchChain } from './chain-watch.js';
import { findUnread } from './find-unread.js';
import { isMarked, lastCommit, type Read, readActor, readShard, type ShardReader } from './journal-reader.js';
import type { FromProjector, Rebuild } from './messages.js';
import { createBatch } from './shard-batch.js';
import type { Health } from './shard-health.js';

/** The state of a shard's projector that outlives a reading. */
export interface ShardContext {
  readonly nc: NatsConnection;
  readonly shard: number;
  readonly projection: Projection;
  readonly health: Health;
  readonly send: (message: FromProjector) => void;
  /** Actors set aside that must be read again before the reading continues (S4), by {@link asideKey}; emptied afterwards. */
  readonly toRestore: Set<string>;
  readonly isStopped: () => boolean;
  /**
   * Messages read since the tables were empty; null: this process opened them with rows, or has already compared the number (S6).
   */
  readonly fullRead: { read: number | null };
  /** How often the connection was lost. */
  readonly losses: () => number;
  /** Takes the reader to stop when the projector stops or the connection is back; null: there is none now. */
  readonly setReader: (reader: ShardReader | null) => void;
  /** Ends the projector: the tables must be rebuilt. */
  readonly requireRebuild: (rebuild: Rebuild) => void;
}

/** The relation of the journal to the rows. */
type Match =
  | { readonly type: 'same' }
  /** The rows are of another course. An operator has accepted that, so the tables may be rebuilt. */
  | { readonly type: 'accepted'; readonly rebuild: Rebuild }
  | { readonly type: 'went_back'; readonly reason: string };

/** S3. @throws Error when the server does not answer */
const match = async (jsm: JetStreamManager, { shard, projection }: ShardContext): Promise<Match> => {
  const info = await jsm.streams.info(streamName(shard));
  const journal = journalIdentity(info);
  const losses = lossesIn(info.config.metadata);
  const course = projection.course(shard);
  const applied = projection.applied(shard);
  if (course !== null && course.journal !== journal && applied > 0) {
    const reason = `shard ${shard} is not the journal that the rows come from`;
    return losses.some(({ instead }) => instead === course.journal || instead === ANY_JOURNAL)
      ? { type: 'accepted', rebuild: { reason: 'another_journal' } }
      : { type: 'went_back', reason };
  }
  if (applied > 0 && !(await isMarked(jsm, shard, applied, projection.mark(shard)))) {
    const detail = `shard ${shard} no longer holds commit ${applied}`;
    const since = lossesSince(losses, course?.lineage ?? '');
    return since.some(({ end }) => end !== null) || isLossAccepted(since, '', applied)
      ? { type: 'accepted', rebuild: { reason: 'journal_went_back', detail } }
      : { type: 'went_back', reason: detail };
  }
  projection.begin(shard, { journal, lineage: lineageOf(losses) });
  return { type: 'same' };
};

/** S4: applies commits that were set aside and can be read now. @throws Error when the server does not answer */
const restore = async (
  context: ShardContext,
  jsm: JetStreamManager,
  isInterrupted: () => boolean,
): Promise<void> => {
  const { shard, projection, send, toRestore } = context;
  const due = projection.setAside(shard).filter((aside) => toRestore.has(asideKey(aside)));
  for (const aside of due) {
    if (await isStillDamaged(context, aside)) continue;
    const reads = await readActor(jsm, shard, aside, aside.seq, projection.applied(shard));
    if (isInterrupted()) return;
    // The next reading retries.
    if (reads === null) throw new Error('a replica of the journal lags behind');
    // Messages that are not commits were reported when they were passed.
    const commits = reads.flatMap((read) => ('unreadable' in read ? [] : [projection.renamed(read)]));
    if (projection.restore(aside, commits, skippedReporter(context))) send({ type: 'restored', aside });
    toRestore.delete(asideKey(aside));
  }
  toRestore.clear();
};

/** @throws Error when the server does not answer */
const isStillDamaged = async (
  { nc, shard }: ShardContext,
  { version, kind, businessId, id }: SetAside,
): Promise<boolean> => {
  if (version !== DAMAGED) return false;
  const connection = watchConnection(nc);
  try {
    const subject = eventSubject(shard, { kind, business: businessId, id });
    await readHistory(createSource(connection, streamName(shard), subject), 0);
    return false;
  } catch (error) {
    if (error instanceof JournalDamaged) return true;
    throw error;
  } finally {
    connection.release();
  }
};

const skippedReporter =
  ({ shard, send }: ShardContext) =>
  (skipped: SkippedEvent): void =>
    send({ type: 'notice', notice: { event: 'views.event_skipped', shard, ...skipped } });

/** A message that is not a commit has no events, and is passed. */
const readable = ({ shard, send }: ShardContext, read: Read, chain: ChainWatch): JournalCommit => {
  if (!('unreadable' in read)) return chain.check(read);
  chain.pass(read.seq);
  const { seq, mark, unreadable: reason } = read;
  send({ type: 'notice', notice: { event: 'views.message_unreadable', shard, seq, reason } });
  return { kind: 'unreadable', businessId: '', id: '', seq, mark, at: 0, version: 1, bytes: 0, events: [] };
};

/**
 * S6: for tables built from the whole journal. Resolves with false if the result is not known yet; the reading is then stopped.
 */
const checkForUnread = async (
  context: ShardContext,
  jsm: JetStreamManager,
  stopReading: () => void,
): Promise<boolean> => {
  const { nc, shard, projection, health, send, fullRead } = context;
  if (fullRead.read === null) return true;
  try {
    const found = await findUnread(nc, jsm, shard, {
      upToSeq: projection.applied(shard),
      read: fullRead.read,
    });
    if (context.isStopped()) return false;
    projection.addAside(found);
    for (const aside of found) send({ type: 'set_aside', aside });
    fullRead.read = null;
    return true;
  } catch (error) {
    health.failed(error);
    stopReading();
    return false;
  }
};

/** `target`: the shard's last commit when reading began. */
const batchOf = (context: ShardContext, jsm: JetStreamManager, target: number, stopReading: () => void) => {
  const { shard, projection, health, send } = context;
  let behind = true;
  let events = 0;
  const caughtUp = (): void => {
    if (!behind || projection.applied(shard) < target) return;
    behind = false;
    void checkForUnread(context, jsm, stopReading).then((isDone) => {
      if (isDone) send({ type: 'caught_up', shard, events });
    });
  };
  const batch = createBatch({
    shard,
    projection,
    isStopped: context.isStopped,
    onSkipped: skippedReporter(context),
    onWritten: (commits, seq, pending, setAside) => {
      health.wrote();
      if (context.fullRead.read !== null) context.fullRead.read += commits.length;
      for (const aside of setAside) send({ type: 'set_aside', aside });
      for (const { events: own, archived = [] } of commits)
        events += archived.reduce((sum, message) => sum + message.events.length, own.length);
      send({ type: 'applied', shard, seq, mark: commits.at(-1)?.mark ?? '', pending });
      caughtUp();
      noteSkips(context, commits);
      if (context.toRestore.size > 0) stopReading();
    },
    onFailed: (error) => {
      health.failed(error);
      stopReading();
    },
    onDamaged: (detail) => context.requireRebuild({ reason: 'damaged', detail }),
  });
  return { batch, caughtUp };
};

/** S4: an actor that is set aside may become readable once some of its commits are skipped. */
const noteSkips = (
  { shard, projection, toRestore }: ShardContext,
  commits: readonly JournalCommit[],
): void => {
  const skipping = new Set(commits.filter(({ skips }) => skips !== undefined).map(asideKey));
  if (skipping.size === 0) return;
  for (const aside of projection.setAside(shard))
    if (skipping.has(asideKey(aside))) toRestore.add(asideKey(aside));
};

/** Reads until the reader ends, then resolves to whether the journal is refused (S3). @throws Error when it cannot begin */
export const readOn = async (context: ShardContext, jsm: JetStreamManager): Promise<boolean> => {
  const { nc, shard, projection, send } = context;
  const lossesBefore = context.losses();
  const isInterrupted = (): boolean => context.isStopped() || context.losses() !== lossesBefore;
  context.setReader(null);
  const found = await checkWithRetries(
    () => match(jsm, context),
    ({ type }) => type === 'went_back',
    context.isStopped,
  );
  const target = await lastCommit(jsm, shard);
  // The answers may come from different servers, one before and one after a loss of the connection.
  if (isInterrupted()) return false;
  if (found.type === 'went_back') {
    send({ type: 'went_back', shard, reason: found.reason });
    return true;
  }
  if (found.type === 'accepted') {
    context.requireRebuild(found.rebuild);
    return false;
  }
  send({ type: 'checked', shard });
  await restore(context, jsm, isInterrupted);
  if (isInterrupted()) return false;
  let reader: ShardReader | null = null;
  const { batch, caughtUp } = batchOf(context, jsm, target, () => reader?.stop());
  const hasEnded = (): boolean => isInterrupted() || batch.failed() || context.toRestore.size > 0;
  caughtUp();
  const applied = projection.applied(shard);
  const chain = watchChain(applied);
  reader = await readShard(nc, shard, applied, (read, left) => {
    if (hasEnded()) return;
    batch.add(projection.renamed(readable(context, read, chain)), left);
  });
  context.setReader(reader);
  if (hasEnded()) reader.stop();
  await reader.closed;
  batch.flush();
  return false;
};
