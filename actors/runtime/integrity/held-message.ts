/** Whether a journal still holds a message that it once had. */
import type { JetStreamManager } from '@nats-io/jetstream';
import { commitsIn } from '../journal/commit.js';
import { journalIdentity } from '../journal/streams.js';
import { streamName } from '../subjects.js';
import { lineageOf, lossesIn, lossesSince } from './accepted-losses.js';
import { commitKeyOf, type KnownPosition, type Position } from './position.js';

/**
 * Whether the message is at its sequence, or in a later archive of its actor (archiver.ts).
 * @throws Error when the server does not answer
 */
const isHeld = async (
  jsm: JetStreamManager,
  shard: number,
  { seq, subject, commitKey }: Position,
): Promise<boolean> => {
  const message = await jsm.streams.getMessage(streamName(shard), { seq });
  if (message === null) return isArchived(jsm, shard, { seq, subject, commitKey });
  const [first] = commitsOf(message.string()) ?? [];
  return message.subject === subject && first !== undefined && commitKeyOf(first) === commitKey;
};

/** The second half of {@link isHeld}. @throws as {@link isHeld} */
export const isArchived = async (
  jsm: JetStreamManager,
  shard: number,
  { seq, subject, commitKey }: Position,
): Promise<boolean> => {
  // The archive is the actor's last message, or later commits follow it.
  const behind = await Promise.all([
    jsm.streams.getMessage(streamName(shard), { last_by_subj: subject }),
    jsm.direct.getMessage(streamName(shard), { seq, next_by_subj: subject }),
  ]);
  return behind.some((stored) =>
    commitsOf(stored?.string() ?? '')?.some(
      (commit) => commit.archived === seq && commitKeyOf(commit) === commitKey,
    ),
  );
};

const commitsOf = (text: string): ReturnType<typeof commitsIn> => {
  try {
    return commitsIn(JSON.parse(text));
  } catch {
    return null;
  }
};

/** What a shard's journal lacks, compared with what a node knows. */
export interface Missing {
  readonly shard: number;
  readonly reason: 'another_journal' | 'journal_went_back';
  /** The known position. */
  readonly known: KnownPosition;
  /** Another node knows it (lost-commits.ts). */
  readonly isAnnounced?: true;
  /** Where the journal ends. */
  readonly last: number;
  /** When its last message was stored, ISO 8601. */
  readonly lastAt: string;
}

/** How a shard's journal compares with what a node knows of it. */
export interface ShardComparison {
  readonly journal: string;
  readonly lineage: string;
  /** Null if it holds the position. */
  readonly missing: Missing | null;
  /** Whether an operator has accepted what is missing. */
  readonly isAccepted: boolean;
}

/** Compares a shard's journal with a position (null: none is known). @throws Error when the server does not answer */
export const compareShard = async (
  jsm: JetStreamManager,
  shard: number,
  known: KnownPosition | null,
): Promise<ShardComparison> => {
  const info = await jsm.streams.info(streamName(shard));
  const journal = journalIdentity(info);
  const losses = lossesIn(info.config.metadata);
  const comparison = { journal, lineage: lineageOf(losses), missing: null, isAccepted: false };
  if (known === null || known.seq === 0) return comparison;
  const { last_seq: last, last_ts: lastAt } = info.state;
  if (known.journal !== journal) {
    const isAccepted = losses.some(({ instead }) => instead === known.journal);
    return { ...comparison, missing: { shard, reason: 'another_journal', known, last, lastAt }, isAccepted };
  }
  if (await isHeld(jsm, shard, known)) return comparison;
  const isAccepted = lossesSince(losses, known.lineage).some(
    ({ end, gaps }) => end !== null || gaps.includes(known.seq),
  );
  return { ...comparison, missing: { shard, reason: 'journal_went_back', known, last, lastAt }, isAccepted };
};

/** What is missing, in words for operators. */
export const describeMissing = ({ shard, reason, known, last, lastAt }: Missing): string => {
  const since = sinceOf(known);
  if (reason === 'another_journal')
    return `Shard ${shard} is not the journal that this node wrote to (up to commit ${known.seq}${since}).`;
  const end = `it ends at ${last}, stored at ${lastAt}`;
  return known.seq > last
    ? `Shard ${shard} of the journal is shorter than what was acknowledged: commit ${known.seq}${since} is missing; ${end}.`
    : `Shard ${shard} of the journal does not hold commit ${known.seq}${since}, which was acknowledged: the message is damaged, or the store was restored from another history; ${end}.`;
};

const sinceOf = (known: KnownPosition): string => {
  const at = committedAt(known);
  return at === null ? '' : ` of ${new Date(at).toISOString()}`;
};

/** When the message was committed, ms since the epoch; null if it does not say. */
export const committedAt = ({ commitKey }: Position): number | null => {
  const at = Number(commitKey.slice(commitKey.lastIndexOf('@') + 1));
  return Number.isFinite(at) && at > 0 && at < 8.64e15 ? at : null;
};

/** What an operator can do about it. */
export const REMEDY =
  'Restore a replica or a newer backup of the store and restart. If there is none, accept the loss with `parley admin journal repair --accept-loss`. `parley admin journal verify` shows what the journal contains.';
