/** Records that an operator has accepted a loss of the journal (accepted-losses.ts): every node reads it from there. */
import { randomUUID } from 'node:crypto';
import type { JetStreamManager } from '@nats-io/jetstream';
import { type AcceptedLoss, ANY_JOURNAL, LOSSES_KEY, lossesIn, withLoss } from './accepted-losses.js';
import { type Missing, standingOf } from './held-message.js';
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
  const end = await endOf(jsm, shard, missing, state.last_seq);
  const endAt = end === state.last_seq ? Date.parse(state.last_ts) : 0;
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
  if (known.seq > last) return last;
  // A message that cannot be read was the last one that is known. Another one in its place is of another course.
  const found = await jsm.streams.getMessage(streamName(shard), { seq: known.seq });
  return found === null ? known.seq - 1 : 0;
};

const record = async (
  jsm: JetStreamManager,
  shard: number,
  accepted: Omit<AcceptedLoss, 'id' | 'at'>,
): Promise<AcceptedLoss> => {
  const info = await jsm.streams.info(streamName(shard));
  const { metadata = {} } = info.config;
  const loss = { id: randomUUID(), at: timeOf(info), ...accepted };
  const losses = withLoss(lossesIn(metadata), loss);
  await jsm.streams.update(streamName(shard), { metadata: { ...metadata, [LOSSES_KEY]: losses } });
  return loss;
};

/** By the server's clock, which also stamps messages; ms since the epoch. */
const timeOf = (info: object): number =>
  'ts' in info && typeof info.ts === 'string' ? Date.parse(info.ts) : Date.now();
