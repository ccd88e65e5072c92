/**
 * Reads an actor's messages back along their chain (chain.ts): the last one is found at once, those that it names are
 * read by their sequences, and so on, so that the cost is that of the messages read and not that of all others in the
 * journal.
 *
 * It guarantees:
 * H1. A history is complete: every message names the one read before it, or {@link JournalDamaged} is thrown. A missing
 *     message is looked for again before that, because replicas lag and archives replace what they hold.
 * H2. An archive ends the way back: it holds everything before it (archive.ts).
 * H3. Messages of builds that named nothing are looked up by the server, one after the other, and accepted as found.
 * H4. An actor without a last message is new only if the server counts none: an unreadable message is still counted,
 *     and the server would let a commit without a predecessor take its place.
 * H5. A message that a later one declares skipped (chain.ts, CH5) may be missing. If it exists it is read, and the
 *     caller leaves its text out ({@link skippedIn}).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { JournalDamaged, JournalUnavailable } from '../journal-errors.js';
import { isArchive, type RawMessage } from './archive.js';
import { type Links, predecessorIn } from './chain.js';

/** A message and what it names; null: it names nothing. */
export interface LinkedMessage extends RawMessage {
  readonly links: Links | null;
  /** What it declares skipped; undefined: nothing. */
  readonly skips?: readonly number[];
}

/** All sequences that any of the messages declares skipped. */
export const skippedIn = (messages: readonly Pick<LinkedMessage, 'skips'>[]): ReadonlySet<number> =>
  new Set(messages.flatMap(({ skips = [] }) => skips));

/** Access to the messages of one actor. All methods throw as the journal does. */
export interface Source {
  /** Names the actor in errors. */
  readonly subject: string;
  /** The last message; null if none can be read. */
  last(): Promise<LinkedMessage | null>;
  /** The message with the sequence; null if the actor has no readable message there. */
  at(seq: number): Promise<LinkedMessage | null>;
  /** Messages after a sequence and before another one, looked up one after the other. */
  between(afterSeq: number, beforeSeq: number): Promise<readonly LinkedMessage[]>;
  /** Number of messages that the server counts, readable or not. */
  count(): Promise<number>;
}

/** A longer way back is read forwards from its beginning, where one request returns many messages. */
const MAX_WALKED = 256;
/** How often an incomplete history is read. */
const READINGS = 4;
/** The same if a replica lags behind. */
const READINGS_WHILE_LATE = 18;
const PAUSE_MS = 30;

/** The result of a reading. */
type Reading =
  | { readonly type: 'whole'; readonly messages: readonly LinkedMessage[] }
  /** `missing`: the sequence; null for the last message, which nothing names. */
  | { readonly type: 'broken'; readonly missing: number | null }
  /** The replica that answered does not have the last message yet. */
  | { readonly type: 'late' };

/**
 * The messages after `afterSeq`, in order. `last`: a fresh result of {@link Source.last}; undefined: it is requested.
 * @throws JournalDamaged (H1); JournalUnavailable if a replica stays behind; what the journal throws
 */
export const readHistory = async (
  source: Source,
  afterSeq: number,
  last?: LinkedMessage | null,
): Promise<readonly LinkedMessage[]> => {
  let tip = last === undefined ? await source.last() : last;
  for (let reading = 1; ; reading += 1) {
    const read = tip === null ? await withoutLast(source) : await walkBack(source, tip, afterSeq);
    if (read.type === 'whole') return read.messages;
    if (read.type === 'broken' && reading >= READINGS) throw damaged(source, read.missing);
    if (reading === READINGS_WHILE_LATE) throw new JournalUnavailable('a replica of the journal lags behind');
    await delay(PAUSE_MS * reading);
    tip = await source.last();
  }
};

/** H4 */
const withoutLast = async (source: Source): Promise<Reading> =>
  (await source.count()) === 0 ? { type: 'whole', messages: [] } : { type: 'broken', missing: null };

const damaged = ({ subject }: Source, missing: number | null): JournalDamaged =>
  new JournalDamaged(
    missing === null
      ? `the last message of ${subject} cannot be read`
      : `message ${missing} of ${subject} is missing or cannot be read`,
    missing,
  );

const walkBack = async (source: Source, tip: LinkedMessage, afterSeq: number): Promise<Reading> => {
  if (tip.seq <= afterSeq) return { type: 'whole', messages: [] };
  // Latest first.
  const found: LinkedMessage[] = [tip];
  let oldest = tip;
  /** None of the named messages exists (H5): earlier ones are looked up as if nothing were named. */
  let isCut = false;
  while (!isArchive(oldest.text)) {
    if (oldest.links === null || isCut || found.length > MAX_WALKED) {
      const before = await source.between(afterSeq, oldest.seq + 1);
      // A replica that has this message has all before it.
      if (before.at(-1)?.seq !== oldest.seq) return { type: 'late' };
      found.push(...before.slice(0, -1).toReversed());
      break;
    }
    const named = oldest.links.filter((seq) => seq > afterSeq);
    const messages = await Promise.all(named.map((seq) => source.at(seq)));
    const archive = messages.findIndex((message) => message !== null && isArchive(message.text));
    // H2: messages that an archive holds may be gone.
    const wanted = archive < 0 ? messages : messages.slice(0, archive + 1);
    found.push(...wanted.filter((message) => message !== null));
    const skipped = skippedIn(found);
    const lost = named.find((seq, index) => wanted[index] === null && !skipped.has(seq));
    if (lost !== undefined) return { type: 'broken', missing: lost };
    const next = found.at(-1);
    isCut = next === oldest && named.length > 0;
    if (next === undefined || (next === oldest && !isCut)) break;
    oldest = next;
  }
  return checked(found.toReversed(), afterSeq);
};

/** H1 and H5, for messages in their order. */
const checked = (messages: readonly LinkedMessage[], afterSeq: number): Reading => {
  const present = new Set(messages.map(({ seq }) => seq));
  const gone = new Set([...skippedIn(messages)].filter((seq) => !present.has(seq)));
  let before: number | null = null;
  for (const { seq, text, links } of messages) {
    const named = isArchive(text) ? null : predecessorExcept(links, gone);
    const isNext = before === null ? named === null || named <= afterSeq : named === null || named === before;
    if (!isNext) return { type: 'broken', missing: named };
    before = seq;
  }
  return { type: 'whole', messages };
};

/** The predecessor that a message names, ignoring those that are skipped and gone; null if it names only these. */
const predecessorExcept = (links: Links | null, gone: ReadonlySet<number>): number | null => {
  if (links === null || links.length === 0) return predecessorIn(links);
  return links.find((seq) => !gone.has(seq)) ?? null;
};
