/** Reads one shard's commits in order from JetStream, for as long as the connection lives. */
import { AckPolicy, DeliverPolicy, type JetStreamManager, type JsMsg, jetstream } from '@nats-io/jetstream';
import { type NatsConnection, nanos } from '@nats-io/transport-node';
import { CHAIN, parseLinks, parseSkips, predecessorIn, SKIP } from '../../actors/runtime/chain.js';
import { commitsIn } from '../../actors/runtime/commit.js';
import { isJournalEvent } from '../../actors/runtime/event-versions.js';
import { isArchived } from '../../actors/runtime/held-message.js';
import { positionOf, SAYS_NOTHING, saysOf } from '../../actors/runtime/position.js';
import { streamName } from '../../actors/runtime/subjects.js';
import type { JournalCommit } from './projection.js';

const shardCommits = (shard: number): string => `evt.${shard}.>`;

/** A consumer that only counted is removed by the server after this time at the latest, ms. */
const COUNTER_MS = 5_000;

/** Sequence of the shard's last commit at this moment, as the stream's leader knows it; 0 when there is none. */
export const lastCommit = async (jsm: JetStreamManager, shard: number): Promise<number> => {
  const message = await jsm.streams.getMessage(streamName(shard), { last_by_subj: shardCommits(shard) });
  return message?.seq ?? 0;
};

/** A commit, or why the message is none. */
export type Read =
  | JournalCommit
  | { readonly seq: number; readonly mark: string; readonly unreadable: string };

/** What is read of a message. */
type Told = NonNullable<ReturnType<typeof commitsIn>>;

/**
 * What tells one message from any other that may lie at the same sequence in another course of the same journal: the
 * server's time of it, in nanoseconds, whose it is, and what it says of itself. They stay what they are in a backup; the
 * last two also in an archive.
 */
const markOf = (nanos: bigint, subject: string, says: string): string => `${nanos} ${subject} ${says}`;

/** Of a time as the server writes it: RFC 3339 with up to nine decimals. */
const nanosOf = (time: string): bigint => {
  const [, decimals = ''] = /\.(\d+)/.exec(time) ?? [];
  const seconds = Math.floor(Date.parse(time) / 1_000);
  return BigInt(seconds) * 1_000_000_000n + BigInt(decimals.padEnd(9, '0'));
};

/** Messages with an event of an actor in a shard, up to a sequence, as the server counts them. @throws Error when it does not answer */
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
  // In this order what is written meanwhile makes it more, and never less.
  const behind = await countFrom(upToSeq + 1);
  return (await countFrom(1)) - behind;
};

/**
 * Whether what has this mark lies at `seq`, or lay there and is in an archive behind it (actors/runtime/archiver.ts).
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
 * All messages of an actor from one sequence up to another one; null where a replica that lags behind the stream's leader was
 * asked. @throws Error when the server does not answer
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
    found.push(withNamed(read, message.header.get(CHAIN), message.header.get(SKIP)));
    seq = message.seq + 1;
  }
  return found;
};

/** With the other messages that its headers name. */
const withNamed = (read: Read, chain: string, skip: string): Read => {
  if ('unreadable' in read) return read;
  const follows = predecessorIn(parseLinks(chain)) ?? 0;
  const skips = parseSkips(skip);
  const named = follows === 0 ? read : { ...read, follows };
  return skips.length === 0 ? named : { ...named, skips };
};

/** Never throws: whatever lies in the journal has a sequence that must be passed. */
const parseMessage = (subject: string, seq: number, nanos: bigint, text: string, bytes = 0): Read => {
  const unreadable = (why: string): Read => ({
    seq,
    mark: markOf(nanos, subject, SAYS_NOTHING),
    unreadable: why,
  });
  const [, , kind, businessId, id] = subject.split('.');
  if (kind === undefined || businessId === undefined || id === undefined)
    return unreadable('not the subject of an actor');
  try {
    const told = commitsIn(JSON.parse(text));
    const [first] = told ?? [];
    if (told === null || first === undefined) return unreadable('not a commit');
    if (!told.every(({ events }) => events.every(isJournalEvent)))
      return unreadable('an event without a type');
    const mark = markOf(nanos, subject, first.archived === undefined ? saysOf(first) : SAYS_NOTHING);
    const whose = { kind, businessId, id };
    if (first.archived === undefined) return commitOf(whose, seq, mark, bytes, told);
    const messages = [...groupBySeq(told)].map(([at, commits]) => commitOf(whose, at, mark, 0, commits));
    const version = Math.max(...told.map((commit) => commit.version));
    return { ...whose, seq, mark, at: first.at, version, bytes, events: [], archived: messages };
  } catch {
    return unreadable('not JSON');
  }
};

const groupBySeq = (told: Told): ReadonlyMap<number, Told> => {
  const groups = new Map<number, Told[number][]>();
  for (const commit of told) {
    const seq = commit.archived ?? 0;
    const group = groups.get(seq) ?? [];
    group.push(commit);
    groups.set(seq, group);
  }
  return groups;
};

const commitOf = (
  whose: Pick<JournalCommit, 'kind' | 'businessId' | 'id'>,
  seq: number,
  mark: string,
  bytes: number,
  commits: Told,
): JournalCommit => {
  const events = commits.flatMap((commit) => commit.events).filter(isJournalEvent);
  const version = Math.max(...commits.map((commit) => commit.version));
  const commit = { ...whose, seq, mark, at: commits[0]?.at ?? 0, version, bytes, events };
  if (commits.length === 1) return commit;
  return { ...commit, times: commits.flatMap(({ at, events: of }) => of.map(() => at)) };
};

/** Bytes of commits asked of the server ahead of being applied; one commit of an import has some 40 KiB. */
const PREFETCH_BYTES = 4 * 1024 * 1024;
const PULL_EXPIRES_MS = 10_000;
/**
 * A server that died takes its consumer along, which is noticed after two of these, ms: reads wait for what they wrote. A
 * lost connection is noticed at once.
 */
const HEARTBEAT_MS = 1_000;

/** What the client says when its consumer is gone, or may be. */
const ENDINGS: ReadonlySet<string> = new Set([
  ...['consumer_deleted', 'ordered_consumer_recreated', 'heartbeats_missed'],
]);

/** A reading that is under way. */
export interface ShardReader {
  stop(): void;
  /** Resolves when nothing more will come; also when the server had to be asked anew, which may be another by then. */
  readonly closed: Promise<void>;
}

/**
 * Gives every commit after `afterSeq` to `onRead`, in order. `pending`: how many more the server has by then. Ends when
 * its consumer is deleted: read anew then.
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
      onRead(withNamed(read, headers?.get(CHAIN) ?? '', headers?.get(SKIP) ?? ''), message.info.pending);
    },
  });
  // Its reader begins anew after what it has applied, and looks whether it is the same journal. The client would ask for
  // a silent consumer once in PULL_EXPIRES_MS: too seldom while a leader is elected.
  void (async () => {
    for await (const { type } of messages.status()) if (ENDINGS.has(type)) messages.stop();
  })();
  return {
    stop: () => messages.stop(),
    closed: messages.closed().then(() => undefined),
  };
};
