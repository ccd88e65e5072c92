/** Records that an operator has accepted a loss of the journal (accepted-losses.ts): every node reads it from there. */
import { randomUUID } from 'node:crypto';
import { AckPolicy, DeliverPolicy, type JetStreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { type AcceptedLoss, ANY_JOURNAL, LOSSES_KEY, lossesIn, withLoss } from './accepted-losses.js';
import { committedAt, type Missing, standingOf } from './held-message.js';
import type { KnownPosition } from './position.js';
import { streamName } from './subjects.js';

/** The server removes the consumer that only looks after this time at the latest, ms. */
const LOOK_MS = 10_000;

/** Whose word it is, and what is known to be missing. */
export interface Acceptance {
  /** The user at the command line. */
  readonly by: string;
  /** The position of the node on which it is accepted; null: none is known. */
  readonly known: KnownPosition | null;
}

/**
 * Accepts that the shard's journal lacks what was acknowledged. Null where the known position is held, or its loss was
 * accepted before: nothing is recorded then. @throws Error when the server does not answer
 */
export const acceptLoss = async (
  jsm: JetStreamManager,
  shard: number,
  { by, known }: Acceptance,
): Promise<AcceptedLoss | null> => {
  const { missing, isAccepted } = await standingOf(jsm, shard, known);
  if (known !== null && known.seq > 0 && (missing === null || isAccepted)) return null;
  const { state } = await jsm.streams.info(streamName(shard));
  const { seq: end, at: endAt } = await endOf(jsm, shard, missing, state.last_seq);
  const instead = known === null ? ANY_JOURNAL : missing?.reason === 'another_journal' ? known.journal : null;
  const course = known?.lineage ?? '';
  return record(jsm, shard, { by, end, endAt, instead, course, gaps: [] });
};

/** Gives up single messages of the shard. @throws as {@link acceptLoss} */
export const acceptGaps = (
  jsm: JetStreamManager,
  shard: number,
  by: string,
  gaps: readonly number[],
): Promise<AcceptedLoss> =>
  record(jsm, shard, { by, end: null, endAt: null, instead: null, course: '', gaps });

/** Up to where the journal is what it was: a sequence, and when its message was stored, ms since the epoch. */
interface End {
  readonly seq: number;
  readonly at: number;
}

const NOTHING: End = { seq: 0, at: 0 };

const endOf = async (
  jsm: JetStreamManager,
  shard: number,
  missing: Missing | null,
  last: number,
): Promise<End> => {
  if (missing === null) return lastUpTo(jsm, shard, last);
  const { reason, known } = missing;
  if (reason === 'another_journal') return NOTHING;
  if (known.seq > last) {
    // Since the journal was cut off its server has stored what takes the sequences of what is lost: the time of nodes, timers.
    const since = await firstSince(jsm, shard, committedAt(known));
    return lastUpTo(jsm, shard, since === null ? last : since - 1);
  }
  // A message that cannot be read was the last one that is known. Another one in its place is of another course.
  const found = await jsm.streams.getMessage(streamName(shard), { seq: known.seq });
  return found === null ? lastUpTo(jsm, shard, known.seq - 1) : NOTHING;
};

/** Sequence of the first message that was stored at `at`, ms since the epoch, or later; null: there is none. */
const firstSince = async (
  jsm: JetStreamManager,
  shard: number,
  at: number | null,
): Promise<number | null> => {
  if (at === null) return null;
  const stream = streamName(shard);
  const { name, num_pending: later } = await jsm.consumers.add(stream, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: new Date(at).toISOString(),
    mem_storage: true,
    inactive_threshold: nanos(LOOK_MS),
  });
  const first = later === 0 ? null : await (await jsm.jetstream().consumers.get(stream, name)).next();
  await jsm.consumers.delete(stream, name);
  return first?.seq ?? null;
};

/** The last message up to a sequence: those behind it were replaced, and by what is not known. */
const lastUpTo = async (jsm: JetStreamManager, shard: number, seq: number): Promise<End> => {
  for (let at = seq; at > 0; at -= 1) {
    const message = await jsm.streams.getMessage(streamName(shard), { seq: at });
    if (message !== null) return { seq: at, at: message.time.getTime() };
  }
  return NOTHING;
};

const record = async (
  jsm: JetStreamManager,
  shard: number,
  accepted: Omit<AcceptedLoss, 'id' | 'at'>,
): Promise<AcceptedLoss> => {
  const info = await jsm.streams.info(streamName(shard));
  const { metadata = {} } = info.config;
  const loss = { id: randomUUID(), at: serverTimeOf(info), ...accepted };
  const losses = withLoss(lossesIn(metadata), loss);
  await jsm.streams.update(streamName(shard), { metadata: { ...metadata, [LOSSES_KEY]: losses } });
  return loss;
};

/** When the server answered, by its clock, which also stamps messages; ms since the epoch. @throws Error where it does not say */
export const serverTimeOf = (answer: object): number => {
  if (!('ts' in answer) || typeof answer.ts !== 'string')
    throw new Error('the server does not say what time it is');
  return Date.parse(answer.ts);
};
