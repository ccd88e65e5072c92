/** Records that an operator has accepted a loss of the journal (accepted-losses.ts): every node reads it from there. */
import { randomUUID } from 'node:crypto';
import type { JetStreamManager } from '@nats-io/jetstream';
import { type AcceptedLoss, ANY_JOURNAL, LOSSES_KEY, lossesIn, withLoss } from './accepted-losses.js';
import { committedAt, type Missing, standingOf } from './held-message.js';
import type { KnownPosition } from './position.js';
import { streamName } from './subjects.js';

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
  if (missing === null) return lastBefore(jsm, shard, last);
  const { reason, known } = missing;
  if (reason === 'another_journal') return NOTHING;
  // Since the journal was cut off its server has stored what takes the sequences of what is lost: the time of nodes, timers.
  if (known.seq > last) return lastBefore(jsm, shard, last, committedAt(known) ?? undefined);
  // A message that cannot be read was the last one that is known. Another one in its place is of another course.
  const found = await jsm.streams.getMessage(streamName(shard), { seq: known.seq });
  return found === null ? lastBefore(jsm, shard, known.seq - 1) : NOTHING;
};

/**
 * The last message up to `seq` that was stored before `storedBefore`, ms since the epoch. Messages behind it were replaced, and
 * by what is not known. Where the server's clock was set back it may be an earlier one: more counts as lost then, and runs again.
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

/** When the server answered, by its clock, which also stamps messages; ms since the epoch. @throws Error where it does not say */
export const serverTimeOf = (answer: object): number => {
  if (!('ts' in answer) || typeof answer.ts !== 'string')
    throw new Error('the server does not say what time it is');
  return Date.parse(answer.ts);
};
