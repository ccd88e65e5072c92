/**
 * Archives: all messages of an actor that is done with as one message of its own subject
 * (docs/decisions/014-what-is-over-is-archived.md). How and when one is made is in archiver.ts.
 *
 * It guarantees:
 * AF1. An archive gives back every message that it was made of, its sequence and its text, byte for byte, or fails to be
 *      read: it is never read in part. Who makes one has read it back.
 * AF2. A build that does not know the form takes it for a commit of a version that it cannot read (commit.ts, C2).
 * AF3. It says which reactions were through with all that it holds: those pass it by, others handle all of it (reactor.ts).
 */
import { deflateSync, inflateSync } from 'node:zlib';
import { isRecord } from '../../schemas/json.js';
import { LATEST_WORDS, wordsOf } from './archive-words.js';

/** Above those of shared messages (commit.ts). */
const ARCHIVED = 2_000_000;
/** Of what an archive unpacks to, bytes: far more than any actor that is archived has. */
const MOST_ARCHIVED_BYTES = 16 * 1024 * 1024;

/** A message as it lay in the journal. */
export interface Lain {
  readonly seq: number;
  readonly text: string;
}

/** What an archive holds. */
export interface Archive {
  /** Reactions that had handled all of it before it was made (AF3). */
  readonly settled: readonly string[];
  /** In the order of their sequences; at least one. */
  readonly messages: readonly Lain[];
}

/** What an older build takes an archive for whose messages need `version` of their kind, and asks for (AF2). */
export const archivedVersion = (version: number): number => ARCHIVED + version;

/** Text that is compressed with {@link wordsOf} the number. */
export interface Packed {
  readonly words: number;
  readonly body: Buffer;
}

/** Compresses a text; {@link unpack} gives it back. */
export const pack = (text: string): Packed => {
  const dictionary = wordsOf(LATEST_WORDS);
  const options = dictionary === undefined ? { level: 9 } : { level: 9, dictionary };
  return { words: LATEST_WORDS, body: deflateSync(text, options) };
};

/** @throws Error where it is damaged, too large, or of words that this build does not have */
export const unpack = ({ words, body }: Packed): string => {
  const dictionary = wordsOf(words);
  if (dictionary === undefined)
    throw new Error(`an archive needs words ${words}, which this build does not have`);
  return inflateSync(body, { dictionary, maxOutputLength: MOST_ARCHIVED_BYTES }).toString('utf8');
};

/**
 * The text of an archive. `version`: the highest that its commits need. Texts are JSON in one line each.
 * @throws Error where it would not be read back as it is (AF1)
 */
export const archiveText = (version: number, { settled, messages }: Archive): string => {
  const lines = [JSON.stringify(settled), ...messages.map(({ seq, text }) => `${seq}\t${text}`)];
  const { words, body } = pack(lines.join('\n'));
  // What comes first is for builds that know no other form.
  const text = `{"commandId":"","at":0,"events":[],"version":${archivedVersion(version)},"words":${words},"archive":"${body.toString('base64')}"}`;
  const back = archiveIn(JSON.parse(text));
  if (back === null || !isSame(back, { settled, messages }))
    throw new Error('an archive is not what it was made of');
  return text;
};

const isSame = (one: Archive, other: Archive): boolean =>
  one.messages.length === other.messages.length &&
  JSON.stringify(one.settled) === JSON.stringify(other.settled) &&
  one.messages.every(({ seq, text }, index) => {
    const lain = other.messages[index];
    return lain !== undefined && lain.seq === seq && lain.text === text;
  });

/** What the message of the journal, its text parsed, holds; null where it is no archive. @throws Error (AF1) */
export const archiveIn = (message: unknown): Archive | null => {
  if (!isRecord(message) || message.archive === undefined) return null;
  const { words, archive } = message;
  if (typeof words !== 'number' || typeof archive !== 'string') throw new Error('not an archive');
  const [first = '', ...lines] = unpack({ words, body: Buffer.from(archive, 'base64') }).split('\n');
  const settled: unknown = JSON.parse(first);
  if (!Array.isArray(settled) || lines.length === 0) throw new Error('an archive holds nothing');
  const messages = lines.map(lainIn);
  if (messages.some(({ seq }, index) => seq <= (messages[index - 1]?.seq ?? 0)))
    throw new Error('the messages of an archive are out of order');
  return { settled: settled.filter((name) => typeof name === 'string'), messages };
};

/** How {@link archiveText} begins. */
const BEGINNING = /^\{"commandId":"","at":0,"events":\[\],"version":\d+,"words":\d+,"archive":"/;

/** Whether a message is an archive, without a look into it. */
export const isArchive = (text: string): boolean => BEGINNING.test(text);

/** What {@link archiveIn} gives of a text as it lies in the journal; of what is no archive it is not parsed. @throws Error (AF1) */
export const archiveOf = (text: string): Archive | null =>
  // Nothing else is so called that a message says.
  text.includes('"archive"') ? archiveIn(JSON.parse(text)) : null;

const lainIn = (line: string): Lain => {
  const tab = line.indexOf('\t');
  const seq = Number(line.slice(0, Math.max(tab, 0)));
  if (tab <= 0 || !Number.isSafeInteger(seq) || seq <= 0)
    throw new Error('an archive holds a line that is no message');
  return { seq, text: line.slice(tab + 1) };
};
