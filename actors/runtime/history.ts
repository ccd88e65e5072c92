/**
 * Reads an actor's messages back along their chain (chain.ts): the last one is found at once, those that it names are read by
 * their sequences, and so on, so that the cost is that of the messages read and not that of all others in the journal.
 *
 * It guarantees:
 * H1. What is read is whole: every message names the one read before it, or {@link JournalDamaged} is thrown. A missing
 *     message is looked for again before that, for replicas lag and archives replace what they hold.
 * H2. An archive ends the way back: it holds all that came before it (archive.ts).
 * H3. Messages of builds that named nothing are looked for by the server, one after the other, and taken as they are found.
 * H4. An actor without a last message is new only if the server counts none: one that cannot be read is still counted, and
 *     the server would let a commit without a predecessor take its place.
 * H5. A message that a later one declares skipped (chain.ts, CH5) may be missing. One that lies there is read: its text is
 *     for the caller to leave out ({@link skippedIn}).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isArchive, type Lain } from './archive.js';
import { type Links, predecessorIn } from './chain.js';
import { JournalDamaged, JournalUnavailable } from './journal-errors.js';

/** A message with what it names; null: it names nothing. */
export interface Linked extends Lain {
  readonly links: Links | null;
  /** What it declares skipped; undefined: nothing. */
  readonly skips?: readonly number[];
}

/** All sequences that one of the messages declares skipped. */
export const skippedIn = (messages: readonly Pick<Linked, 'skips'>[]): ReadonlySet<number> =>
  new Set(messages.flatMap(({ skips = [] }) => skips));

/** Where the messages of one actor are. All methods throw as the journal does. */
export interface Source {
  /** Names the actor in errors. */
  readonly subject: string;
  /** The last message; null where none can be read. */
  last(): Promise<Linked | null>;
  /** The message with the sequence; null where the actor has none there that can be read. */
  at(seq: number): Promise<Linked | null>;
  /** Messages after a sequence and before another one, looked for one after the other. */
  between(afterSeq: number, beforeSeq: number): Promise<readonly Linked[]>;
  /** How many messages the server counts, whether they can be read or not. */
  count(): Promise<number>;
}

/** A longer way back is looked for by the server from its beginning, which asks once for many messages. */
const MOST_WALKED = 256;
/** How often a history that is not whole is read. */
const READINGS = 4;
/** The same where a replica lags behind. */
const READINGS_WHILE_LATE = 18;
const PAUSE_MS = 30;

/** What a reading led to. */
type Reading =
  | { readonly type: 'whole'; readonly messages: readonly Linked[] }
  /** `missing`: the sequence; null: of the last one, which nothing names. */
  | { readonly type: 'broken'; readonly missing: number | null }
  /** The replica that answered does not have the last message yet. */
  | { readonly type: 'late' };

/**
 * The messages after `afterSeq`, in order. `last`: what {@link Source.last} has just answered; undefined: it is asked.
 * @throws JournalDamaged (H1); JournalUnavailable where a replica stays behind; what the journal throws
 */
export const readHistory = async (
  source: Source,
  afterSeq: number,
  last?: Linked | null,
): Promise<readonly Linked[]> => {
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

const walkBack = async (source: Source, tip: Linked, afterSeq: number): Promise<Reading> => {
  if (tip.seq <= afterSeq) return { type: 'whole', messages: [] };
  // The latest first.
  const found: Linked[] = [tip];
  let oldest = tip;
  /** Nothing that is named is there (H5): what lies before is looked for as if nothing were named. */
  let isCut = false;
  while (!isArchive(oldest.text)) {
    if (oldest.links === null || isCut || found.length > MOST_WALKED) {
      const before = await source.between(afterSeq, oldest.seq + 1);
      // A replica that has this message has all before it.
      if (before.at(-1)?.seq !== oldest.seq) return { type: 'late' };
      found.push(...before.slice(0, -1).toReversed());
      break;
    }
    const named = oldest.links.filter((seq) => seq > afterSeq);
    const messages = await Promise.all(named.map((seq) => source.at(seq)));
    const archive = messages.findIndex((message) => message !== null && isArchive(message.text));
    // H2: what an archive holds may be gone.
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

/** H1 and H5, of messages in their order. */
const checked = (messages: readonly Linked[], afterSeq: number): Reading => {
  const lying = new Set(messages.map(({ seq }) => seq));
  const gone = new Set([...skippedIn(messages)].filter((seq) => !lying.has(seq)));
  let before: number | null = null;
  for (const { seq, text, links } of messages) {
    const named = isArchive(text) ? null : predecessorBeside(links, gone);
    const isNext = before === null ? named === null || named <= afterSeq : named === null || named === before;
    if (!isNext) return { type: 'broken', missing: named };
    before = seq;
  }
  return { type: 'whole', messages };
};

/** The predecessor that a message names, beside those that are skipped and gone; null where it names only these. */
const predecessorBeside = (links: Links | null, gone: ReadonlySet<number>): number | null => {
  if (links === null || links.length === 0) return predecessorIn(links);
  return links.find((seq) => !gone.has(seq)) ?? null;
};
