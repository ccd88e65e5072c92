/** Reads a shard's messages from the first to the last, and reports damage (chain-check.ts). */
import { DeliverPolicy, type JetStreamManager, type JsMsg, jetstream } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { CHAIN, formatLinks, formatSkips, parseLinks, parseSkips, SKIP } from '../journal/chain.js';
import { commitText } from '../journal/commit.js';
import { EXPECTED_SEQUENCE } from '../journal/stored.js';
import { streamName } from '../subjects.js';
import { acceptGaps, serverTimeOf } from './accept-loss.js';
import { type ActorDamage, createChainCheck } from './chain-check.js';

/** The findings for a shard, or for one actor. */
export interface DamageReport {
  /** Number of actor messages that could be read. */
  readonly messages: number;
  /** Number of those that name the message before them. */
  readonly chained: number;
  readonly damage: readonly ActorDamage[];
}

const BATCH = 1_000;
/** Sequences that one actor's damage may list. */
const MAX_PROBED = 100;
/** After this long without a message, ms, the server is asked whether it has more that it can read. */
const SILENCE_MS = 1_000;
/** It has none once it has said so this often: any replica may answer, and one may lag behind. */
const MAX_SILENCES = 2;

/**
 * Reads what matches `filter` (the subject of one actor, or of all). Messages written meanwhile may be left out.
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
  for await (const message of messagesFrom(nc, jsm, stream, { filter, fromSeq: 1, toSeq: state.last_seq }))
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

/** Counts again the messages of actors that seem to be damaged. */
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

/** Messages of a stream that the server can read, in order. */
async function* messagesFrom(
  nc: NatsConnection,
  jsm: JetStreamManager,
  stream: string,
  { filter, fromSeq, toSeq }: { readonly filter: string; readonly fromSeq: number; readonly toSeq: number },
): AsyncGenerator<JsMsg> {
  const consumer = await jetstream(nc).consumers.get(stream, {
    filter_subjects: [filter],
    deliver_policy: DeliverPolicy.StartSequence,
    opt_start_seq: fromSeq,
  });
  for (let read = fromSeq - 1, silences = 0; read < toSeq && silences < MAX_SILENCES; ) {
    const before = read;
    const batch = await consumer.fetch({ max_messages: BATCH, expires: SILENCE_MS });
    for await (const message of batch) {
      if (message.seq > toSeq) return;
      yield message;
      read = message.seq;
      if (message.info.pending === 0) return;
    }
    if (read !== before || (await hasMore(jsm, stream, filter, read))) silences = 0;
    else silences += 1;
  }
}

/** Whether the server can read a message after a sequence: a slow server can, one whose file is damaged cannot. */
const hasMore = async (
  jsm: JetStreamManager,
  stream: string,
  filter: string,
  seq: number,
): Promise<boolean> => (await jsm.direct.getMessage(stream, { seq: seq + 1, next_by_subj: filter })) !== null;

/** What a recorded gap gives up. */
export interface RecordedGap {
  readonly seq: number;
  readonly missing: readonly number[];
}

/**
 * Gives up the missing messages of one actor: a commit without events names them (chain.ts, CH5), so that the actor can
 * be loaded again, and the metadata of the stream names them for answers that report the loss.
 * Null if nothing is missing. @throws Error when the server does not answer
 */
export const recordGap = async (
  nc: NatsConnection,
  jsm: JetStreamManager,
  shard: number,
  subject: string,
  by: { readonly operator: string; readonly commandId: string },
): Promise<RecordedGap | null> => {
  const { damage } = await readDamage(nc, jsm, shard, subject);
  const [found] = damage;
  if (found === undefined || (found.missing.length === 0 && found.unnamed === 0)) return null;
  const stream = streamName(shard);
  const unnamed = found.unnamed === 0 ? [] : await unreadableBehind(nc, jsm, stream, found.last);
  const missing = [...new Set([...found.missing, ...unnamed])].toSorted((a, b) => a - b);
  // The server compares with the last message that it can read: none if that is the damaged one.
  const last = await jsm.streams.getMessage(stream, { last_by_subj: subject });
  const stamps = headers();
  stamps.set(EXPECTED_SEQUENCE, String(last?.seq ?? 0));
  stamps.set(CHAIN, formatLinks(found.last === 0 ? [] : [found.last]));
  stamps.set(SKIP, formatSkips(missing));
  const at = serverTimeOf(await jsm.streams.info(stream));
  const text = commitText({ commandId: by.commandId, at, events: [] });
  const { seq } = await jetstream(nc).publish(subject, text, { headers: stamps });
  await acceptGaps(jsm, shard, by.operator, missing);
  return { seq, missing };
};

/** Sequences after `seq` of messages, of any actor, that the server counts and cannot read; at most {@link MAX_PROBED}. */
const unreadableBehind = async (
  nc: NatsConnection,
  jsm: JetStreamManager,
  stream: string,
  seq: number,
): Promise<readonly number[]> => {
  const { state } = await jsm.streams.info(stream, { deleted_details: true });
  const there = new Set(state.deleted ?? []);
  const range = { filter: '>', fromSeq: seq + 1, toSeq: state.last_seq };
  for await (const message of messagesFrom(nc, jsm, stream, range)) there.add(message.seq);
  const found: number[] = [];
  for (let at = Math.max(seq + 1, state.first_seq); at <= state.last_seq; at += 1)
    if (!there.has(at) && found.length < MAX_PROBED) found.push(at);
  return found;
};
