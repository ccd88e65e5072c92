/** Records an operator's acceptance of a journal loss (accepted-losses.ts), from where every node reads it. */
import { randomUUID } from 'node:crypto';
import type { JetStreamManager } from '@nats-io/jetstream';
import { streamName } from '../subjects.js';
import { type AcceptedLoss, ANY_JOURNAL, LOSSES_KEY, lossesIn, withLoss } from './accepted-losses.js';
import { committedAt, compareShard, type Missing } from './held-message.js';
import type { KnownPosition } from './position.js';

/** The operator who accepts the loss, and the position that is known. */
export interface Acceptance {
  /** The user at the command line. */
  readonly by: string;
  /** Position known to the node on which the loss is accepted; null if none is known. */
  readonly known: KnownPosition | null;
}

/**
 * Accepts that the shard's journal lacks acknowledged commits. Returns null and records nothing if the journal holds
 * the known position, or if its loss was accepted before. @throws Error when the server does not answer
 */
export const acceptLoss = async (
  jsm: JetStreamManager,
  shard: number,
  { by, known }: Acceptance,
): Promise<AcceptedLoss | null> => {
  const { missing, isAccepted } = await compareShard(jsm, shard, known);
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

/** The last message up to which the journal is unchanged: its sequence, and when it was stored, ms since the epoch. */
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
  if (missing === null) return lastBefore(jsm, shard, last);
  const { reason, known } = missing;
  if (reason === 'another_journal') return NOTHING;
  // Since the journal was cut off, its server has reused the sequences of lost messages, for the nodes' time and for
  // timers.
  if (known.seq > last) return lastBefore(jsm, shard, last, committedAt(known) ?? undefined);
  // If nothing can be read there, the last known message is damaged. Another message in its place belongs to another
  // course.
  const found = await jsm.streams.getMessage(streamName(shard), { seq: known.seq });
  return found === null ? lastBefore(jsm, shard, known.seq - 1) : NOTHING;
};

/**
 * The last message up to `seq` that was stored before `storedBefore`, ms since the epoch. Later messages were replaced
 * by unknown ones. If the server's clock was set back, the result may be an earlier message: more counts as lost then,
 * and runs again.
 */
const lastBefore = async (
  jsm: JetStreamManager,
  shard: number,
  seq: number,
  storedBefore = Number.POSITIVE_INFINITY,
): Promise<End> => {
  let found = NOTHING;
  for (let from = 1, to = seq; from <= to; ) {
    const middle = Math.floor((from + to) / 2);
    const message = await jsm.direct.getMessage(streamName(shard), { seq: middle, next_by_subj: '>' });
    const at = message?.time.getTime() ?? storedBefore;
    if (message === null || message.seq > seq || at >= storedBefore) to = middle - 1;
    else {
      found = { seq: message.seq, at };
      from = message.seq + 1;
    }
  }
  return found;
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

/**
 * When the server answered, by its clock, which also stamps messages; ms since the epoch. @throws Error if the answer
 * has no time
 */
export const serverTimeOf = (response: object): number => {
  if (!('ts' in response) || typeof response.ts !== 'string')
    throw new Error('the server response has no timestamp');
  return Date.parse(response.ts);
};
