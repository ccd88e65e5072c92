/**
 * Finds the messages of an actor that cannot be read, and lets an operator leave them out (chain.ts, CH5).
 *
 * It guarantees:
 * SK1. Only unreadable messages are skipped: a message that is missing, that holds no commit, or whose events this
 *      build does not know. A readable message stays part of the history.
 * SK2. A skip is a message of the actor itself, after all others. It names what it skips, who requested it and why.
 * SK3. Skipped messages stay in the journal. They are left out for good, by newer builds as well.
 */
import type { ActorRef } from '../actor.js';
import { describeGap, type EventVersions, gapIn, renamed } from '../event-versions.js';
import { JournalDamaged, MessageUnreadable } from '../journal-errors.js';
import { isArchive } from './archive.js';
import { MAX_SKIPPED } from './chain.js';
import { parseCommits } from './commit.js';
import { type LinkedMessage, skippedIn } from './history.js';
import type { Journal } from './journal.js';

/** A message that keeps its actor from being read. */
export interface Poison {
  /** Sequence in its shard's stream; null for a last message that the server cannot read, which nothing names. */
  readonly seq: number | null;
  /** In words. */
  readonly reason: string;
}

/** Who requests a skip, and why. */
export interface SkipFacts {
  readonly commandId: string;
  /** ms since the epoch */
  readonly at: number;
  readonly by: string;
  readonly reason: string;
}

/**
 * The messages that keep an actor from being read, in order. `messages`: all of its messages that the server can read;
 * `events`: of its kind. Pure.
 */
export const poisonIn = (
  kind: string,
  events: EventVersions,
  messages: readonly LinkedMessage[],
): readonly Poison[] => {
  const skipped = skippedIn(messages);
  // An archive holds everything before it, which may be gone.
  const from = messages.findLastIndex(({ seq, text }) => isArchive(text) && !skipped.has(seq));
  const read = messages.slice(Math.max(from, 0));
  const found = new Map<number, string>();
  for (const seq of missingAmong(read, from < 0 ? 0 : (read[0]?.seq ?? 0)))
    found.set(seq, 'the message is missing');
  for (const { seq, text } of read) {
    const reason = reasonOf(kind, events, text);
    if (reason !== null) found.set(seq, reason);
  }
  return [...found]
    .filter(([seq]) => !skipped.has(seq))
    .sort(([a], [b]) => a - b)
    .map(([seq, reason]) => ({ seq, reason }));
};

/** Sequences after `afterSeq` that messages name and that do not belong to any of them. */
const missingAmong = (messages: readonly LinkedMessage[], afterSeq: number): readonly number[] => {
  const present = new Set(messages.map(({ seq }) => seq));
  return messages.flatMap(({ links }) => (links ?? []).filter((seq) => seq > afterSeq && !present.has(seq)));
};

const reasonOf = (kind: string, events: EventVersions, text: string): string | null => {
  try {
    const gaps = parseCommits(text).map((commit) => gapIn(events, renamed(events, commit)));
    const gap = gaps.find((candidate) => candidate !== null) ?? null;
    return gap === null ? null : describeGap(kind, gap);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** What keeps the actor from being read. @throws what the journal throws */
export const findPoison = async (
  journal: Pick<Journal, 'remaining' | 'read'>,
  ref: ActorRef,
  events: EventVersions,
): Promise<{ readonly messages: readonly LinkedMessage[]; readonly poison: readonly Poison[] }> => {
  const messages = await journal.remaining(ref);
  const poison = poisonIn(ref.kind, events, messages);
  return { messages, poison: (await isLastLost(journal, ref)) ? [...poison, LAST] : poison };
};

const LAST: Poison = { seq: null, reason: 'the last message cannot be read' };

const isLastLost = async (journal: Pick<Journal, 'read'>, ref: ActorRef): Promise<boolean> => {
  try {
    for await (const _ of journal.read(ref, 0));
    return false;
  } catch (error) {
    if (error instanceof JournalDamaged) return error.seq === null;
    if (error instanceof MessageUnreadable) return false;
    throw error;
  }
};

/** SK2: writes the skip of these messages, at most {@link MAX_SKIPPED}. @throws as {@link Journal.skip} */
export const writeSkip = (
  journal: Pick<Journal, 'skip'>,
  ref: ActorRef,
  messages: readonly LinkedMessage[],
  poison: readonly Poison[],
  { commandId, at, by, reason }: SkipFacts,
): Promise<number> => {
  const seqs = poison.flatMap(({ seq }) => (seq === null ? [] : [seq])).slice(0, MAX_SKIPPED);
  // A commit without events: older builds ignore the rest.
  const text = JSON.stringify({ commandId, at, events: [], skip: { messages: seqs, by, reason } });
  return journal.skip(ref, messages, seqs, text);
};
