/** Reads one shard's commits in order from JetStream, for as long as the connection lives. */
import { AckPolicy, DeliverPolicy, type JetStreamManager, type JsMsg, jetstream } from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import { isJournalEvent } from '../../../actors/runtime/event-versions.js';
import { isArchived } from '../../../actors/runtime/integrity/held-message.js';
import { commitKeyOf, NO_COMMIT_KEY, positionOf } from '../../../actors/runtime/integrity/position.js';
import { CHAIN, parseLinks, parseSkips, predecessorIn, SKIP } from '../../../actors/runtime/journal/chain.js';
import { commitsIn } from '../../../actors/runtime/journal/commit.js';
import { streamName } from '../../../actors/runtime/subjects.js';
import type { JournalCommit } from '../projection.js';

const shardCommits = (shard: number): string => `evt.${shard}.>`;

/** The server removes a consumer that was used only to count after this time at the latest, ms. */
const COUNTER_MS = 5_000;

/** Sequence of the shard's current last commit, as the stream's leader knows it; 0 when there is none. */
export const lastCommit = async (jsm: JetStreamManager, shard: number): Promise<number> => {
  const message = await jsm.streams.getMessage(streamName(shard), { last_by_subj: shardCommits(shard) });
  return message?.seq ?? 0;
};

/** A commit, or the reason why the message is not one. */
export type Read =
  | JournalCommit
  | { readonly seq: number; readonly mark: string; readonly unreadable: string };

/** The parsed commits of a message. */
type ParsedCommits = NonNullable<ReturnType<typeof commitsIn>>;

/**
 * The mark of a message distinguishes it from any other that may have the same sequence in another course of the same journal:
 * its server time in nanoseconds, its subject, and its own identity. These stay the same in a backup; the last two also in an
 * archive.
 */
const markOf = (nanos: bigint, subject: string, says: string): string => `${nanos} ${subject} ${says}`;

/** Parses a server time: RFC 3339 with up to nine decimals. */
const nanosOf = (time: string): bigint => {
  const [, decimals = ''] = /\.(\d+)/.exec(time) ?? [];
  const seconds = Math.floor(Date.parse(time) / 1_000);
  return BigInt(seconds) * 1_000_000_000n + BigInt(decimals.padEnd(9, '0'));
};

/**
 * Messages with an event of an actor in a shard, up to a sequence, as the server counts them. @throws Error when it does not
 * answer
 */
export const countCommits = async (
  jsm: JetStreamManager,
  shard: number,
  upToSeq: number,
): Promise<number> => {
  const countFrom = async (seq: number): Promise<number> => {
    const { name, num_pending: count } = await jsm.consumers.add(streamName(shard), {
      filter_subjects: [shardCommits(shard)],
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: seq,
      mem_storage: true,
      inactive_threshold: nanos(COUNTER_MS),
    });
    await jsm.consumers.delete(streamName(shard), name);
    return count;
  };
  // In this order, concurrent writes can only raise the result, never lower it.
  const behind = await countFrom(upToSeq + 1);
  return (await countFrom(1)) - behind;
};

/**
 * Whether the message with this mark is at `seq`, or was there and is now in an archive after it (actors/runtime/archiving/archiver.ts).
 * @throws Error when the server does not answer
 */
export const isMarked = async (
  jsm: JetStreamManager,
  shard: number,
  seq: number,
  mark: string,
): Promise<boolean> => {
  const message = await jsm.streams.getMessage(streamName(shard), { seq });
  if (message !== null) {
    const { subject, timestamp } = message;
    return parseMessage(subject, seq, nanosOf(timestamp), message.string()).mark === mark;
  }
  const position = positionOf(seq, mark);
  return position !== null && isArchived(jsm, shard, position);
};

/**
 * All messages of an actor from one sequence up to another; null if a replica that lags behind the stream's leader answered.
 * @throws Error when the server does not answer
 */
export const readActor = async (
  jsm: JetStreamManager,
  shard: number,
  actor: Pick<JournalCommit, 'kind' | 'businessId' | 'id'>,
  fromSeq: number,
  toSeq: number,
): Promise<readonly Read[] | null> => {
  const stream = streamName(shard);
  const subject = `evt.${shard}.${actor.kind}.${actor.businessId}.${actor.id}`;
  const last = (await jsm.streams.getMessage(stream, { last_by_subj: subject }))?.seq ?? 0;
  const found: Read[] = [];
  for (let seq = fromSeq; seq <= Math.min(last, toSeq); ) {
    const message = await jsm.direct.getMessage(stream, { seq, next_by_subj: subject });
    if (message === null) return null;
    if (message.seq > toSeq) break;
    const read = parseMessage(subject, message.seq, nanosOf(message.timestamp), message.string());
    found.push(withLinks(read, message.header.get(CHAIN), message.header.get(SKIP)));
    seq = message.seq + 1;
  }
  return found;
};

/** Adds the other messages that its headers name. */
const withLinks = (read: Read, chain: string, skip: string): Read => {
  if ('unreadable' in read) return read;
  const follows = predecessorIn(parseLinks(chain)) ?? 0;
  const skips = parseSkips(skip);
  const linked = follows === 0 ? read : { ...read, follows };
  return skips.length === 0 ? linked : { ...linked, skips };
};

/** Never throws: every message in the journal has a sequence that must be passed. */
const parseMessage = (subject: string, seq: number, nanos: bigint, text: string, bytes = 0): Read => {
  const unreadable = (reason: string): Read => ({
    seq,
    mark: markOf(nanos, subject, NO_COMMIT_KEY),
    unreadable: reason,
  });
  const [, , kind, businessId, id] = subject.split('.');
  if (kind === undefined || businessId === undefined || id === undefined)
    return unreadable('not the subject of an actor');
  try {
    const parsed = commitsIn(JSON.parse(text));
    const [first] = parsed ?? [];
    if (parsed === null || first === undefined) return unreadable('not a commit');
    if (!parsed.every(({ events }) => events.every(isJournalEvent)))
      return unreadable('an event without a type');
    const mark = markOf(nanos, subject, first.archived === undefined ? commitKeyOf(first) : NO_COMMIT_KEY);
    const actor = { kind, businessId, id };
    if (first.archived === undefined) return commitOf(actor, seq, mark, bytes, parsed);
    const messages = [...groupBySeq(parsed)].map(([at, commits]) => commitOf(actor, at, mark, 0, commits));
    const version = Math.max(...parsed.map((commit) => commit.version));
    return { ...actor, seq, mark, at: first.at, version, bytes, events: [], archived: messages };
  } catch {
    return unreadable('not JSON');
  }
};

const groupBySeq = (parsed: ParsedCommits): ReadonlyMap<number, ParsedCommits> => {
  const groups = new Map<number, ParsedCommits[number][]>();
  for (const commit of parsed) {
    const seq = commit.archived ?? 0;
    const group = groups.get(seq) ?? [];
    group.push(commit);
    groups.set(seq, group);
  }
  return groups;
};

const commitOf = (
  actor: Pick<JournalCommit, 'kind' | 'businessId' | 'id'>,
  seq: number,
  mark: string,
  bytes: number,
  commits: ParsedCommits,
): JournalCommit => {
  const events = commits.flatMap((commit) => commit.events).filter(isJournalEvent);
  const version = Math.max(...commits.map((commit) => commit.version));
  const commit = { ...actor, seq, mark, at: commits[0]?.at ?? 0, version, bytes, events };
  if (commits.length === 1) return commit;
  return { ...commit, times: commits.flatMap(({ at, events: ownEvents }) => ownEvents.map(() => at)) };
};

/** Bytes of commits requested from the server before they are applied; one commit of an import has some 40 KiB. */
const PREFETCH_BYTES = 4 * 1024 * 1024;
const PULL_EXPIRES_MS = 10_000;
/**
 * A server that dies takes its consumer with it, which is noticed after two of these, ms; meanwhile, reads wait for their own
 * writes. A lost connection is noticed at once.
 */
const HEARTBEAT_MS = 1_000;

/** Client statuses that mean that its consumer is gone, or may be. */
const ENDINGS: ReadonlySet<string> = new Set([
  ...['consumer_deleted', 'ordered_consumer_recreated', 'heartbeats_missed'],
]);

/** A reading in progress. */
export interface ShardReader {
  stop(): void;
  /** Resolves when nothing more will arrive, also when the consumer had to be recreated, possibly on another server. */
  readonly closed: Promise<void>;
}

/**
 * Passes every commit after `afterSeq` to `onRead`, in order. `pending`: how many more the server has at that time. Ends when its
 * consumer is deleted; a new reading must then begin.
 * @throws Error when the stream is missing or the server does not answer
 */
export const readShard = async (
  nc: NatsConnection,
  shard: number,
  afterSeq: number,
  onRead: (read: Read, pending: number) => void,
): Promise<ShardReader> => {
  const consumer = await jetstream(nc).consumers.get(streamName(shard), {
    filter_subjects: [shardCommits(shard)],
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: afterSeq + 1,
  });
  const messages = await consumer.consume({
    max_bytes: PREFETCH_BYTES,
    expires: PULL_EXPIRES_MS,
    idle_heartbeat: HEARTBEAT_MS,
    callback: (message: JsMsg) => {
      const { seq, subject } = message;
      const { data, timestampNanos } = message;
      const read = parseMessage(subject, seq, timestampNanos, message.string(), data.length);
      const { headers } = message;
      onRead(withLinks(read, headers?.get(CHAIN) ?? '', headers?.get(SKIP) ?? ''), message.info.pending);
    },
  });
  // The projector then starts again after its last applied commit, and checks that it is the same journal. The client would query
  // a silent consumer only once in PULL_EXPIRES_MS: too seldom during the election of a leader.
  void (async () => {
    for await (const { type } of messages.status()) if (ENDINGS.has(type)) messages.stop();
  })();
  return {
    stop: () => messages.stop(),
    closed: messages.closed().then(() => undefined),
  };
};
