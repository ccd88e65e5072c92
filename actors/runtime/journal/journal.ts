/**
 * The journal on JetStream: one stream for each shard, one subject for each actor, one message for each commit, or one
 * for several.
 *
 * It guarantees:
 * J1. A commit is written only if the actor's last sequence is the one expected; otherwise {@link JournalConflict}. The
 *     log is the only arbiter between activations; a lease (node-lease.ts) decides who answers and acts, not who commits.
 * J2. A commandId is written once within the duplicate window (2 min), even by a caller that knows the latest sequence
 *     and has forgotten the command. Where commits share a message, their writer guarantees that (remembered.ts).
 * J3. Calls made in one turn of the event loop reach the server in that order: a timer that is armed before a commit is
 *     in the stream before that commit.
 * J4. A read is complete or fails: it never ends early because the server did, because the replica that answers does
 *     not have yet what was acknowledged before the read began, or because the journal is damaged (history.ts). A
 *     server without a cluster is the only one that is asked.
 * J5. One schedule for each actor and timer name: arming again replaces it. The same holds for unread wakes.
 * J6. Only messages that a later archive of the actor holds are removed (archiver.ts), and schedules that were armed
 *     before that archive.
 * J7. Every message of an actor names the ones before it (chain.ts).
 * J8. Messages that a later message declares skipped are not read (chain.ts, CH5).
 *
 * It does not know what events mean, nor which actor is activated where.
 */
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { isRecord } from '../../../schemas/json.js';
import { jsonIn } from '../../../schemas/parse.js';
import type { ActorRef } from '../actor.js';
import { asJournalError, JournalConflict, MessageUnreadable } from '../journal-errors.js';
import type { Connection } from '../nats/connection.js';
import { ACK_TIMEOUT_MS } from '../nats/retry-request.js';
import {
  checkToken,
  eventSubject,
  shardOf,
  snapshotSubject,
  streamName,
  timerSubject,
  wakeSubject,
} from '../subjects.js';
import { isArchive, type RawMessage } from './archive.js';
import { CHAIN, formatLinks, formatSkips, type Links, MAX_NAMED, SKIP } from './chain.js';
import { type Commit, commitText, type NewCommit, parseCommits, sharedMessage } from './commit.js';
import { type LinkedMessage, readHistory, type Source, skippedIn } from './history.js';
import { createSource } from './source.js';
import { type Acknowledged, EXPECTED_SEQUENCE, MESSAGE_ID, messageOf, ROLLUP, store } from './stored.js';
import { ensureStreams } from './streams.js';

export interface Snapshot {
  /** The last commit that the state includes. */
  readonly seq: number;
  /** `stateVersion` of the actor that wrote it. */
  readonly version: number;
  readonly state: unknown;
  /** Ids of the last commands up to `seq`, oldest first. */
  readonly commandIds: readonly string[];
  /** Sequence from which commits must be read to remember all commands of the window (remembered.ts); undefined: unknown. */
  readonly windowSeq?: number;
  /**
   * Sequences of the last `commandIds`, those of the window, which then need not be read; absent if the window holds
   * more. Older builds read from `windowSeq`.
   */
  readonly windowSeqs?: readonly number[];
  /** Size of the text that it was read from. */
  readonly bytes?: number;
}

/** A message that was written. */
export interface Written {
  readonly seq: number;
  /** Size of its text. */
  readonly bytes: number;
}

/** The outcome of a commit that was not refused. */
type Appended =
  | ({ readonly type: 'written' } & Written)
  /** The same command was written earlier (J2); nothing was written now. */
  | { readonly type: 'known' };

/** All methods but reads throw {@link JournalUnavailable} when the outcome is unknown. */
export interface Journal {
  readonly shards: number;
  shardOf(ref: ActorRef): number;
  /**
   * Writes one commit after the actor's latest messages; `behind`: all that are known, up to the number that a message
   * names (chain.ts). `isCurrent` is called when the commit is sent, which may be after an outage: a journal that came
   * back from a backup may have another commit at the same sequence, so a decision from before is not written after.
   * @throws JournalConflict when another writer has written since, or the state is no longer current;
   *   JournalUnavailable when the commit may or may not be written
   */
  append(ref: ActorRef, behind: Links, commit: NewCommit, isCurrent?: () => boolean): Promise<Appended>;
  /**
   * Writes several commits as one message, all or none. `version`, `texts`: as {@link sharedMessage} takes them. The
   * rest, and the errors, as with {@link append}.
   */
  appendTogether(
    ref: ActorRef,
    behind: Links,
    version: number,
    texts: readonly string[],
    isCurrent: () => boolean,
  ): Promise<Written>;
  /** Wakes the actor at `dueAt`, ms since the epoch, with the timer's name and `dueAt`. */
  arm(ref: ActorRef, name: string, dueAt: number): Promise<void>;
  /** The actor's last message; null if none can be read. */
  last(ref: ActorRef): Promise<LinkedMessage | null>;
  /**
   * The actor's commits after `afterSeq`, in order. `last`: a fresh result of {@link last}.
   * @throws JournalDamaged if one of its messages is missing; MessageUnreadable if one holds no commit
   */
  read(ref: ActorRef, afterSeq: number, last?: LinkedMessage | null): AsyncIterable<Commit<unknown>>;
  /** The actor's messages as they are stored, in order. @throws as {@link read} */
  messages(ref: ActorRef): AsyncIterable<RawMessage & Pick<LinkedMessage, 'skips'>>;
  /** The actor's messages that the server can read, in order, whether or not others are missing. */
  remaining(ref: ActorRef): Promise<readonly LinkedMessage[]>;
  /**
   * Writes a commit after all {@link remaining} messages, which declares the messages with these sequences skipped
   * (J8). Resolves with its sequence.
   * @throws JournalConflict when `remaining` is no longer complete; JournalUnavailable as {@link append}
   */
  skip(
    ref: ActorRef,
    remaining: readonly LinkedMessage[],
    seqs: readonly number[],
    text: string,
  ): Promise<number>;
  /** Writes an archive after `lastSeq`, the last message that it holds. Throws as {@link append} does. */
  archive(ref: ActorRef, lastSeq: number, text: string): Promise<number>;
  /** J6: removes all messages and schedules of the actor before `archiveSeq`. Repeating it changes nothing. */
  removeBefore(ref: ActorRef, archiveSeq: number): Promise<void>;
  /** Replaces the actor's snapshot; resolves with the size of its text, bytes. */
  saveSnapshot(ref: ActorRef, snapshot: Snapshot): Promise<number>;
  /** Null when there is none, or it cannot be read. */
  loadSnapshot(ref: ActorRef): Promise<Snapshot | null>;
}

const TIMEOUT_MS = 5_000;

/**
 * Opens the journal, creating its streams if missing, with so many `replicas` (undefined: one).
 * @throws JournalUnusable when the server is too old, or the journal was created with another number of shards
 */
export const openJournal = async (
  connection: Connection,
  shards: number,
  replicas?: number,
): Promise<Journal> => {
  const { nc } = connection;
  const jsm = await jetstreamManager(nc, { timeout: TIMEOUT_MS });
  await ensureStreams(nc, jsm, shards, replicas);
  return journalOn(connection, jsm, shards);
};

const journalOn = (connection: Connection, jsm: JetStreamManager, shards: number): Journal => {
  const { exchange, put: ask } = connection;
  const shardFor = (ref: ActorRef): number => shardOf(ref.business, shards);
  const put = (
    ref: ActorRef,
    text: string,
    behind: Links,
    isCurrent: () => boolean,
    id: Readonly<Record<string, string>>,
    lastSeq = behind[0] ?? 0,
  ): Promise<Acknowledged> =>
    ask(() => {
      if (!isCurrent())
        return Promise.reject(new JournalConflict('the journal may have changed since the state was loaded'));
      const subject = eventSubject(shardFor(ref), ref);
      const headers = { ...id, [EXPECTED_SEQUENCE]: String(lastSeq), [CHAIN]: formatLinks(behind) };
      return store(exchange, { subject, text, headers, timeoutMs: ACK_TIMEOUT_MS });
    });

  const sourceOf = (ref: ActorRef): Source => {
    const shard = shardFor(ref);
    return createSource(connection, streamName(shard), eventSubject(shard, ref));
  };

  return {
    shards,
    shardOf: shardFor,

    append: async (ref, behind, commit, isCurrent = () => true) => {
      // One stream serves many actors, and a commandId is only unique within one.
      const id = { [MESSAGE_ID]: `${ref.kind}.${ref.business}.${ref.id}.${commit.commandId}` };
      const text = commitText(commit);
      const acked = await put(ref, text, behind, isCurrent, id);
      // A single server checks the sequence first, replicas check the id first: the caller may or may not know of this
      // commit.
      return acked.duplicate ? { type: 'known' } : { type: 'written', seq: acked.seq, bytes: text.length };
    },

    appendTogether: async (ref, behind, version, texts, isCurrent) => {
      const text = sharedMessage(version, texts);
      const { seq } = await put(ref, text, behind, isCurrent, {});
      return { seq, bytes: text.length };
    },

    arm: async (ref, name, dueAt) => {
      checkToken(name);
      const shard = shardFor(ref);
      const headers = {
        'Nats-Schedule': `@at ${new Date(dueAt).toISOString()}`,
        'Nats-Schedule-Target': wakeSubject(shard, ref, name),
        'Nats-Schedule-Rollup': 'sub',
      };
      const subject = timerSubject(shard, ref, name);
      const text = String(dueAt);
      await ask(() => store(exchange, { subject, text, headers, timeoutMs: ACK_TIMEOUT_MS }));
    },

    last: (ref) => sourceOf(ref).last(),

    read: (ref, afterSeq, last) => commitsOf(() => readHistory(sourceOf(ref), afterSeq, last)),

    messages: async function* (ref) {
      const source = sourceOf(ref);
      const messages = await readHistory(source, 0);
      const [first] = messages;
      // An archive ends the way back; the messages that it holds may still exist.
      if (first !== undefined && isArchive(first.text)) yield* await source.between(0, first.seq);
      yield* messages;
    },

    remaining: (ref) => sourceOf(ref).between(0, Number.MAX_SAFE_INTEGER),

    skip: async (ref, remaining, seqs, text) => {
      const behind = remaining
        .slice(-MAX_NAMED)
        .map(({ seq }) => seq)
        .reverse();
      // To the server, an actor whose last message it cannot read has no messages.
      const last = await sourceOf(ref).last();
      if (last !== null && last.seq !== behind[0])
        throw new JournalConflict('the actor was written to since its messages were read');
      const declared = { [SKIP]: formatSkips(seqs) };
      return (await put(ref, text, behind, () => true, declared, last?.seq ?? 0)).seq;
    },

    archive: async (ref, lastSeq, text) => (await put(ref, text, [lastSeq], () => true, {})).seq,

    removeBefore: async (ref, archiveSeq) => {
      const shard = shardFor(ref);
      for (const filter of [eventSubject(shard, ref), timerSubject(shard, ref, '*')])
        await ask(() =>
          jsm.streams.purge(streamName(shard), { filter, seq: archiveSeq }).catch((error: unknown) => {
            throw asJournalError(error);
          }),
        );
    },

    saveSnapshot: async (ref, snapshot) => {
      const subject = snapshotSubject(shardFor(ref), ref);
      const text = JSON.stringify(snapshot);
      await ask(() => store(exchange, { subject, text, headers: ROLLUP, timeoutMs: TIMEOUT_MS }));
      return text.length;
    },

    loadSnapshot: async (ref) => {
      const shard = shardFor(ref);
      const [stream, subject] = [streamName(shard), snapshotSubject(shard, ref)];
      const found = await ask(() => messageOf(exchange, stream, { last_by_subj: subject }, TIMEOUT_MS));
      return found === null ? null : parseSnapshot(found.text);
    },
  };
};

async function* commitsOf(read: () => Promise<readonly LinkedMessage[]>): AsyncGenerator<Commit<unknown>> {
  const messages = await read();
  const skipped = skippedIn(messages); // J8
  for (const { seq, text, links } of messages) {
    if (skipped.has(seq)) continue;
    for (const commit of commitsAt(seq, text)) yield { ...commit, seq, links, messageBytes: text.length };
  }
}

/** @throws MessageUnreadable */
const commitsAt = (seq: number, text: string): ReturnType<typeof parseCommits> => {
  try {
    return parseCommits(text);
  } catch (error) {
    throw new MessageUnreadable(seq, error);
  }
};

/** A snapshot only saves time: an unreadable one counts as none. */
const parseSnapshot = (text: string): Snapshot | null => {
  const value = jsonIn(text);
  if (!isRecord(value) || !Array.isArray(value.commandIds)) return null;
  const { seq, version, state, commandIds, windowSeq, windowSeqs } = value;
  if (typeof seq !== 'number' || typeof version !== 'number') return null;
  const ids = commandIds.filter((id) => typeof id === 'string');
  const snapshot = { seq, version, state, commandIds: ids, bytes: text.length };
  if (typeof windowSeq !== 'number') return snapshot;
  if (!Array.isArray(windowSeqs)) return { ...snapshot, windowSeq };
  const seqs = windowSeqs.filter((item) => typeof item === 'number');
  return seqs.length === windowSeqs.length && seqs.length <= ids.length
    ? { ...snapshot, windowSeq, windowSeqs: seqs }
    : { ...snapshot, windowSeq };
};
