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
  const end = await endOf(jsm, shard, missing, state.last_seq);
  const kept = end === 0 ? null : await jsm.streams.getMessage(streamName(shard), { seq: end });
  const endAt = kept?.time.getTime() ?? 0;
  const instead = known === null ? ANY_JOURNAL : missing?.reason === 'another_journal' ? known.journal : null;
  const course = known?.lineage ?? '';
  return record(jsm, shard, { by, end, endAt: Math.max(0, endAt), instead, course, gaps: [] });
};

/** Gives up single messages of the shard. @throws as {@link acceptLoss} */
export const acceptGaps = (
  jsm: JetStreamManager,
  shard: number,
  by: string,
  gaps: readonly number[],
): Promise<AcceptedLoss> =>
  record(jsm, shard, { by, end: null, endAt: null, instead: null, course: '', gaps });

/** Up to where the journal is what it was. */
const endOf = async (
  jsm: JetStreamManager,
  shard: number,
  missing: Missing | null,
  last: number,
): Promise<number> => {
  if (missing === null) return last;
  const { reason, known } = missing;
  if (reason === 'another_journal') return 0;
  // Since the journal was cut off its server may have written to it: timers that were due.
  if (known.seq > last) return (await firstSince(jsm, shard, committedAt(known))) ?? last;
  // A message that cannot be read was the last one that is known. Another one in its place is of another course.
  const found = await jsm.streams.getMessage(streamName(shard), { seq: known.seq });
  return found === null ? known.seq - 1 : 0;
};

/** The sequence before the first message that was stored at `at`, ms since the epoch, or later; null: there is none. */
const firstSince = async (
  jsm: JetStreamManager,
  shard: number,
  at: number | null,
): Promise<number | null> => {
  if (at === null) return null;
  const { name, num_pending: later } = await jsm.consumers.add(streamName(shard), {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.StartTime,
    opt_start_time: new Date(at).toISOString(),
    mem_storage: true,
    inactive_threshold: nanos(LOOK_MS),
  });
  const first =
    later === 0 ? null : await (await jsm.jetstream().consumers.get(streamName(shard), name)).next();
  await jsm.consumers.delete(streamName(shard), name);
  return first === null ? null : first.seq - 1;
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
