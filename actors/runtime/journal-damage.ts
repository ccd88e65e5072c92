/** Reads a shard's messages from the first to the last, and says what is damaged (chain-check.ts). */
import { DeliverPolicy, type JetStreamManager, type JsMsg, jetstream } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { acceptGaps } from './accept-loss.js';
import { CHAIN, formatLinks, formatSkips, parseLinks, parseSkips, SKIP } from './chain.js';
import { type ActorDamage, createChainCheck } from './chain-check.js';
import { commitText } from './commit.js';
import { EXPECTED_SEQUENCE } from './stored.js';
import { streamName } from './subjects.js';

/** What was found in a shard, or of one actor. */
export interface DamageReport {
  /** Messages of actors that could be read. */
  readonly messages: number;
  /** Those of them that name the message before them. */
  readonly chained: number;
  readonly damage: readonly ActorDamage[];
}

const BATCH = 1_000;
/** Sequences that one actor's damage may list. */
const MOST_PROBED = 100;
/** Nothing came for this long: the server has no more that it can read, ms. */
const SILENCE_MS = 3_000;

/**
 * Reads what matches `filter` (the subject of an actor, or those of all). What is written meanwhile may be left out.
 * @throws Error when the server does not answer
 */
export const readDamage = async (
  nc: NatsConnection,
  jsm: JetStreamManager,
  shard: number,
  filter = `evt.${shard}.>`,
): Promise<DamageReport> => {
  const stream = streamName(shard);
  const { state } = await jsm.streams.info(stream, { subjects_filter: filter });
  const check = createChainCheck();
  for await (const message of messagesUpTo(nc, stream, filter, state.last_seq))
    check.add({
      seq: message.seq,
      subject: message.subject,
      links: parseLinks(message.headers?.get(CHAIN) ?? ''),
      skips: parseSkips(message.headers?.get(SKIP) ?? ''),
      text: message.string(),
    });
  const counted = new Map(Object.entries(state.subjects ?? {}));
  const found = check.damage(counted);
  // The archiver may have removed some of them since they were counted.
  const damage = found.length === 0 ? [] : check.damage(await counts(jsm, stream, found, counted));
  return { messages: check.messages(), chained: check.chained(), damage };
};

/** Those of the actors that seem to be damaged, counted again. */
const counts = async (
  jsm: JetStreamManager,
  stream: string,
  damaged: readonly ActorDamage[],
  before: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> => {
  const again = new Map(before);
  for (const { subject } of damaged) {
    const { state } = await jsm.streams.info(stream, { subjects_filter: subject });
    again.set(subject, Math.min(before.get(subject) ?? 0, state.subjects?.[subject] ?? 0));
  }
  return again;
};

async function* messagesUpTo(
  nc: NatsConnection,
  stream: string,
  filter: string,
  lastSeq: number,
): AsyncGenerator<JsMsg> {
  const consumer = await jetstream(nc).consumers.get(stream, {
    filter_subjects: [filter],
    deliver_policy: DeliverPolicy.All,
  });
  for (;;) {
    let got = 0;
    const batch = await consumer.fetch({ max_messages: BATCH, expires: SILENCE_MS });
    for await (const message of batch) {
      got += 1;
      if (message.seq > lastSeq) return;
      yield message;
      if (message.seq === lastSeq || message.info.pending === 0) return;
    }
    if (got === 0) return;
  }
}

/** What a gap that was recorded gives up. */
export interface RecordedGap {
  readonly seq: number;
  readonly missing: readonly number[];
}

/**
 * Gives up what is missing of one actor: a commit without events names it (chain.ts, CH5), so that the actor can be loaded
 * again, and the metadata of the stream names it for answers that tell of it.
 * Null where nothing is missing. @throws Error when the server does not answer
 */
export const recordGap = async (
  nc: NatsConnection,
  jsm: JetStreamManager,
  shard: number,
  subject: string,
  by: { readonly operator: string; readonly commandId: string; readonly at: number },
): Promise<RecordedGap | null> => {
  const { damage } = await readDamage(nc, jsm, shard, subject);
  const [found] = damage;
  if (found === undefined || (found.missing.length === 0 && found.unnamed === 0)) return null;
  const stream = streamName(shard);
  const unnamed = found.unnamed === 0 ? [] : await unreadableBehind(nc, jsm, stream, found.last);
  const missing = [...new Set([...found.missing, ...unnamed])].toSorted((a, b) => a - b);
  // The server compares with the last message that it can read: none where that is the damaged one.
  const last = await jsm.streams.getMessage(stream, { last_by_subj: subject });
  const stamps = headers();
  stamps.set(EXPECTED_SEQUENCE, String(last?.seq ?? 0));
  stamps.set(CHAIN, formatLinks(found.last === 0 ? [] : [found.last]));
  stamps.set(SKIP, formatSkips(missing));
  const text = commitText({ commandId: by.commandId, at: by.at, events: [] });
  const { seq } = await jetstream(nc).publish(subject, text, { headers: stamps });
  await acceptGaps(jsm, shard, by.operator, missing);
  return { seq, missing };
};

/** Sequences behind `seq` of messages that the server counts and cannot read, of whatever actor; at most {@link MOST_PROBED}. */
const unreadableBehind = async (
  nc: NatsConnection,
  jsm: JetStreamManager,
  stream: string,
  seq: number,
): Promise<readonly number[]> => {
  const { state } = await jsm.streams.info(stream, { deleted_details: true });
  const there = new Set(state.deleted ?? []);
  const consumer = await jetstream(nc).consumers.get(stream, {
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: seq + 1,
  });
  for (let last = seq; last < state.last_seq; ) {
    const before = last;
    const batch = await consumer.fetch({ max_messages: BATCH, expires: SILENCE_MS });
    for await (const message of batch) {
      there.add(message.seq);
      last = message.seq;
      if (message.info.pending === 0) last = Math.max(last, state.last_seq);
    }
    if (last === before) break;
  }
  const found: number[] = [];
  for (let at = Math.max(seq + 1, state.first_seq); at <= state.last_seq; at += 1)
    if (!there.has(at) && found.length < MOST_PROBED) found.push(at);
  return found;
};
