/**
 * Losses of a journal that an operator has accepted, kept in the metadata of the shard's stream
 * (docs/explanation/decisions/020-the-last-position-is-known-outside-the-journal.md).
 *
 * They are kept in metadata rather than in messages: every node reads them there, a damaged message cannot hide them,
 * and a restored backup brings back the losses of its own past and no others.
 *
 * It guarantees:
 * AL1. The list only grows at its end. The id of its last loss, the lineage, identifies the course of the journal that
 *      a node follows.
 * AL2. A loss that a node has not seen yet concerns what the node knew before it. A lineage that is not in the list
 *      belongs to a course that a restored backup has discarded: a loss that names this lineage gives it up.
 *
 * Pure, except for {@link createLossReader}, which reads the metadata.
 */

import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { isRecord } from '../../../schemas/json.js';
import { jsonIn } from '../../../schemas/parse.js';
import { streamName } from '../subjects.js';

/** The key in the metadata of the stream. */
export const LOSSES_KEY = 'parley.losses';

/**
 * Value of {@link AcceptedLoss.instead} if no position was known when the loss was accepted: views of any journal may
 * be rebuilt. A node that knows a position of another journal is still refused.
 */
export const ANY_JOURNAL = '*';

/** As many as fit into the metadata of a stream along with the rest. */
const MAX_LOSSES = 200;

export interface AcceptedLoss {
  /** Random. */
  readonly id: string;
  /** ms since the epoch, by the server's clock. */
  readonly at: number;
  /** The user at the command line. */
  readonly by: string;
  /**
   * Commits acknowledged after this sequence may be lost; 0: any of them. Null if single messages are given up instead
   * ({@link AcceptedLoss.gaps}).
   */
  readonly end: number | null;
  /** When the last remaining message was stored, ms by the server's clock; null if `end` is null. */
  readonly endAt: number | null;
  /** Identity of the journal that this one replaces; null if the same journal went back. */
  readonly instead: string | null;
  /** Lineage under which the operator's node followed the journal; empty before any loss. */
  readonly course: string;
  /** Sequences of messages that are given up. */
  readonly gaps: readonly number[];
}

/** The losses in a stream's metadata, oldest first. Unreadable entries are left out. */
export const lossesIn = (metadata: Readonly<Record<string, string>> | undefined): readonly AcceptedLoss[] => {
  const text = metadata?.[LOSSES_KEY];
  if (text === undefined) return [];
  const value = jsonIn(text);
  return Array.isArray(value) ? value.flatMap((entry) => lossOf(entry) ?? []) : [];
};

const lossOf = (value: unknown): AcceptedLoss | null => {
  if (!isRecord(value)) return null;
  const { id, at, by, end = null, endAt = null, instead = null, course = '', gaps = [] } = value;
  if (typeof id !== 'string' || typeof at !== 'number' || typeof by !== 'string') return null;
  if ((end !== null && typeof end !== 'number') || (endAt !== null && typeof endAt !== 'number')) return null;
  if (instead !== null && typeof instead !== 'string') return null;
  if (typeof course !== 'string' || !Array.isArray(gaps)) return null;
  return { id, at, by, end, endAt, instead, course, gaps: gaps.filter((seq) => typeof seq === 'number') };
};

/** The metadata's text with one more loss. The oldest are dropped if there are too many. */
export const withLoss = (losses: readonly AcceptedLoss[], loss: AcceptedLoss): string =>
  JSON.stringify([...losses, loss].slice(-MAX_LOSSES));

/** AL1: empty before the first loss. */
export const lineageOf = (losses: readonly AcceptedLoss[]): string => losses.at(-1)?.id ?? '';

/** The losses accepted after a lineage (AL2). */
export const lossesSince = (losses: readonly AcceptedLoss[], lineage: string): readonly AcceptedLoss[] => {
  if (lineage === '') return losses;
  const index = losses.findIndex(({ id }) => id === lineage);
  if (index >= 0) return losses.slice(index + 1);
  const courseIndex = losses.findIndex(({ course }) => course === lineage);
  return courseIndex < 0 ? [] : losses.slice(courseIndex);
};

/** Whether the message that was at `seq` when the lineage was current is given up. */
export const isLossAccepted = (losses: readonly AcceptedLoss[], lineage: string, seq: number): boolean =>
  lossesSince(losses, lineage).some(({ end, gaps }) => (end !== null && seq > end) || gaps.includes(seq));

/** Whether a message of unknown sequence, stored at `at` (ms by the server's clock), may be given up. */
export const mayBeLost = (losses: readonly AcceptedLoss[], at: number): boolean =>
  losses.some((loss) => loss.endAt !== null && at >= loss.endAt && at <= loss.at);

/** How long a result is reused, ms. */
const FRESH_MS = 2_000;

/** The accepted losses of a shard, at most {@link FRESH_MS} old by `now`, ms. @throws Error when the server does not answer */
type LossReader = (shard: number) => Promise<readonly AcceptedLoss[]>;

/** Reads them from the streams' metadata. */
export const createLossReader = async (nc: NatsConnection, now: () => number): Promise<LossReader> => {
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  const read = new Map<number, { readonly at: number; readonly losses: Promise<readonly AcceptedLoss[]> }>();
  const readLosses = async (shard: number): Promise<readonly AcceptedLoss[]> =>
    lossesIn((await jsm.streams.info(streamName(shard))).config.metadata);

  return (shard) => {
    const known = read.get(shard);
    if (known !== undefined && now() - known.at < FRESH_MS) return known.losses;
    const losses = readLosses(shard);
    read.set(shard, { at: now(), losses });
    // The next call reads again.
    losses.catch(() => read.delete(shard));
    return losses;
  };
};
