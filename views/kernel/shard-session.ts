/**
 * One reading of a shard: from where its rows are until something ends it (shard-projector.ts). Before it begins the journal
 * is checked (S3); it ends before what this build cannot read (S4), with what cannot be written (S5), with the connection.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import {
  ANY_JOURNAL,
  isGivenUp,
  lineageOf,
  lossesIn,
  lossesSince,
} from '../../actors/runtime/accepted-losses.js';
import { describeGap, type Gap } from '../../actors/runtime/event-versions.js';
import { journalIdentity } from '../../actors/runtime/streams.js';
import { streamName } from '../../actors/runtime/subjects.js';
import { isMarked, lastCommit, type Read, readShard, type ShardReader } from './journal-reader.js';
import type { JournalCommit, Projection } from './projection.js';
import type { FromProjector, Rebuild } from './projector-messages.js';
import { type Batch, createBatch } from './shard-batch.js';
import type { Health } from './shard-health.js';

/** What of a shard's projector outlives a reading. */
export interface Line {
  readonly nc: NatsConnection;
  readonly shard: number;
  readonly projection: Projection;
  readonly health: Health;
  readonly tell: (message: FromProjector) => void;
  /** Sequences of commits that are passed over where they cannot be read (S4). */
  readonly givenUp: ReadonlySet<number>;
  readonly isStopped: () => boolean;
  /** How often the connection was lost. */
  readonly losses: () => number;
  /** Takes the reader that is to be stopped when the projector is, or the connection is back; null: none by now. */
  readonly holds: (reader: ShardReader | null) => void;
  /** Ends the projector: the tables must be made anew. */
  readonly unusable: (rebuild: Rebuild) => void;
}

/** How the journal stands to the rows. */
type Match =
  | { readonly type: 'same' }
  /** The rows are of another course. An operator knows, so the tables may be made again. */
  | { readonly type: 'accepted'; readonly rebuild: Rebuild }
  | { readonly type: 'went_back'; readonly reason: string };

/** S3. @throws Error when the server does not answer */
const match = async (jsm: JetStreamManager, { shard, projection }: Line): Promise<Match> => {
  const info = await jsm.streams.info(streamName(shard));
  const journal = journalIdentity(info);
  const losses = lossesIn(info.config.metadata);
  const course = projection.course(shard);
  const applied = projection.applied(shard);
  if (course !== null && course.journal !== journal && applied > 0) {
    const reason = `shard ${shard} is another journal than the one that the rows come from`;
    return losses.some(({ instead }) => instead === course.journal || instead === ANY_JOURNAL)
      ? { type: 'accepted', rebuild: { reason: 'another_journal' } }
      : { type: 'went_back', reason };
  }
  if (applied > 0 && !(await isMarked(jsm, shard, applied, projection.mark(shard)))) {
    const detail = `shard ${shard} no longer holds commit ${applied}`;
    const since = lossesSince(losses, course?.lineage ?? '');
    return since.some(({ end }) => end !== null) || isGivenUp(since, '', applied)
      ? { type: 'accepted', rebuild: { reason: 'journal_went_back', detail } }
      : { type: 'went_back', reason: detail };
  }
  projection.begin(shard, { journal, lineage: lineageOf(losses) });
  return { type: 'same' };
};

/** A leader that was just elected may have to apply its last messages first: it is asked so often. */
const LOOKS = 4;
const BETWEEN_LOOKS_MS = 250;

/** The same, asked again before a journal is refused. @throws as {@link match} */
const patientMatch = async (jsm: JetStreamManager, line: Line): Promise<Match> => {
  for (let looks = 1; ; looks += 1) {
    const found = await match(jsm, line);
    if (found.type !== 'went_back' || looks === LOOKS || line.isStopped()) return found;
    await delay(BETWEEN_LOOKS_MS);
  }
};

/** What is no commit has no events, and is passed. */
const readable = ({ shard, tell }: Line, read: Read): JournalCommit => {
  if (!('unreadable' in read)) return read;
  const { seq, mark, unreadable: reason } = read;
  tell({ type: 'notice', notice: { event: 'views.message_unreadable', shard, seq, reason } });
  return { kind: 'unreadable', businessId: '', id: '', seq, mark, at: 0, version: 1, bytes: 0, events: [] };
};

/** `target`: the shard's last commit when reading began. */
const batchOf = (line: Line, target: number, stopReading: () => void) => {
  const { shard, projection, health, tell } = line;
  let behind = true;
  let events = 0;
  const caughtUp = (): void => {
    if (!behind || projection.applied(shard) < target) return;
    behind = false;
    tell({ type: 'caught_up', shard, events });
  };
  const batch = createBatch({
    shard,
    projection,
    isStopped: line.isStopped,
    onSkipped: (skipped) =>
      tell({ type: 'notice', notice: { event: 'views.event_skipped', shard, ...skipped } }),
    onWritten: (commits, seq, pending) => {
      health.wrote();
      for (const { events: own, archived = [] } of commits)
        events += archived.reduce((sum, message) => sum + message.events.length, own.length);
      tell({ type: 'applied', shard, seq, mark: commits.at(-1)?.mark ?? '', pending });
      caughtUp();
    },
    onFailed: (error) => {
      health.failed(error);
      stopReading();
    },
    onDamaged: (detail) => line.unusable({ reason: 'damaged', detail }),
  });
  return { batch, caughtUp };
};

/** Why nothing more is read until something outside has changed: what could not be read (S4), or a journal that is refused (S3). */
export type Halt = { readonly type: 'gap'; readonly gap: Gap } | { readonly type: 'went_back' };

/** Reads until the reader ends; resolves then, with what halts it. @throws Error when it cannot begin */
export const readOn = async (line: Line, jsm: JetStreamManager): Promise<Halt | null> => {
  const { nc, shard, projection, tell } = line;
  const lossesBefore = line.losses();
  const isOver = (): boolean => line.isStopped() || line.losses() !== lossesBefore;
  line.holds(null);
  const found = await patientMatch(jsm, line);
  const target = await lastCommit(jsm, shard);
  // What was asked may have been answered by one server before a loss and by another one after it.
  if (isOver()) return null;
  if (found.type === 'went_back') {
    tell({ type: 'went_back', shard, reason: found.reason });
    return found;
  }
  if (found.type === 'accepted') {
    line.unusable(found.rebuild);
    return null;
  }
  tell({ type: 'checked', shard });
  let reader: ShardReader | null = null;
  let gap: Gap | null = null;
  const { batch, caughtUp } = batchOf(line, target, () => reader?.stop());
  const hasEnded = (): boolean => isOver() || batch.failed() || gap !== null;
  caughtUp();
  reader = await readShard(nc, shard, projection.applied(shard), (read, more) => {
    if (hasEnded()) return;
    const commit = projection.renamed(readable(line, read));
    const unknown = projection.gapIn(commit);
    if (unknown === null) batch.add(commit, more);
    else if (line.givenUp.has(commit.seq)) batch.add({ ...commit, events: [], archived: [] }, more);
    else {
      gap = unknown;
      halt(line, batch, commit, unknown, more);
      reader?.stop();
    }
  });
  line.holds(reader);
  if (hasEnded()) reader.stop();
  await reader.closed;
  batch.flush();
  return batch.failed() || gap === null ? null : { type: 'gap', gap };
};

/** S4: what came before it is written. */
const halt = (
  { shard, isStopped, tell }: Line,
  batch: Batch,
  { kind, seq }: JournalCommit,
  gap: Gap,
  more: number,
): void => {
  const pending = more + 1;
  batch.finish(pending);
  if (isStopped() || batch.failed()) return;
  tell({ type: 'stopped_at', at: { shard, seq, reason: describeGap(kind, gap) }, pending });
};
