/**
 * Archives: all messages of an ended actor as one message of its own subject
 * (docs/explanation/decisions/014-what-is-over-is-archived.md). How and when one is made is in archiver.ts.
 *
 * It guarantees:
 * AF1. An archive returns every message that it was made of, its sequence and its text, byte for byte, or cannot be
 *      read: it is never read in part. Its writer has read it back.
 * AF2. A build that does not know the form treats it as a commit of a version that it cannot read (commit.ts, C2).
 * AF3. It names the reactions that had handled all of its contents: those skip it, others handle all of it
 *      (reactor.ts).
 */
import { deflateSync, inflateSync } from 'node:zlib';
import { isRecord } from '../../../schemas/json.js';
import { dictionaryOf, LATEST_DICTIONARY } from './archive-dictionary.js';

/** Above the versions of shared messages (commit.ts). */
const ARCHIVED = 2_000_000;
/** Limit of an unpacked archive, bytes: far more than any archived actor has. */
const MAX_ARCHIVED_BYTES = 16 * 1024 * 1024;

/** A message as it was in the journal. */
export interface RawMessage {
  readonly seq: number;
  readonly text: string;
}

/** What an archive holds. */
export interface Archive {
  /** Reactions that had handled all of it before it was made (AF3). */
  readonly settled: readonly string[];
  /** In the order of their sequences; at least one. */
  readonly messages: readonly RawMessage[];
}

/** The version that an older build reads from an archive whose messages need `version` of their kind, and asks for (AF2). */
export const archivedVersion = (version: number): number => ARCHIVED + version;

/** Text compressed with {@link dictionaryOf} of the number. */
export interface Packed {
  readonly words: number;
  readonly body: Buffer;
}

/** Compresses a text; {@link unpack} restores it. */
export const pack = (text: string): Packed => {
  const dictionary = dictionaryOf(LATEST_DICTIONARY);
  const options = dictionary === undefined ? { level: 9 } : { level: 9, dictionary };
  return { words: LATEST_DICTIONARY, body: deflateSync(text, options) };
};

/** @throws Error if it is damaged, too large, or of words that this build does not have */
export const unpack = ({ words, body }: Packed): string => {
  const dictionary = dictionaryOf(words);
  if (dictionary === undefined)
    throw new Error(`the archive uses dictionary ${words}, which this build does not have`);
  return inflateSync(body, { dictionary, maxOutputLength: MAX_ARCHIVED_BYTES }).toString('utf8');
};

/**
 * The text of an archive. `version`: the highest that its commits need. Each message text is JSON on one line.
 * @throws Error if it would not be read back unchanged (AF1)
 */
export const archiveText = (version: number, { settled, messages }: Archive): string => {
  const lines = [JSON.stringify(settled), ...messages.map(({ seq, text }) => `${seq}\t${text}`)];
  const { words, body } = pack(lines.join('\n'));
  // The first fields are for builds that know no other form.
  const text = `{"commandId":"","at":0,"events":[],"version":${archivedVersion(version)},"words":${words},"archive":"${body.toString('base64')}"}`;
  const restored = archiveIn(JSON.parse(text));
  if (restored === null || !isSame(restored, { settled, messages }))
    throw new Error('the archive does not match its messages');
  return text;
};

const isSame = (archive: Archive, other: Archive): boolean =>
  archive.messages.length === other.messages.length &&
  JSON.stringify(archive.settled) === JSON.stringify(other.settled) &&
  archive.messages.every(({ seq, text }, index) => {
    const match = other.messages[index];
    return match !== undefined && match.seq === seq && match.text === text;
  });

/** The archive in a message of the journal, whose text is parsed; null if it is not an archive. @throws Error (AF1) */
export const archiveIn = (message: unknown): Archive | null => {
  if (!isRecord(message) || message.archive === undefined) return null;
  const { words, archive } = message;
  if (typeof words !== 'number' || typeof archive !== 'string') throw new Error('not an archive');
  const [first = '', ...lines] = unpack({ words, body: Buffer.from(archive, 'base64') }).split('\n');
  const settled: unknown = JSON.parse(first);
  if (!Array.isArray(settled) || lines.length === 0) throw new Error('the archive is empty');
  const messages = lines.map(messageIn);
  if (messages.some(({ seq }, index) => seq <= (messages[index - 1]?.seq ?? 0)))
    throw new Error('the messages of the archive are out of order');
  return { settled: settled.filter((name) => typeof name === 'string'), messages };
};

/** The beginning of {@link archiveText}. */
const BEGINNING = /^\{"commandId":"","at":0,"events":\[\],"version":\d+,"words":\d+,"archive":"/;

/** Whether a message is an archive, without unpacking it. */
export const isArchive = (text: string): boolean => BEGINNING.test(text);

/** {@link archiveIn} for the text of a message; a text that is not an archive is not parsed. @throws Error (AF1) */
export const archiveOf = (text: string): Archive | null =>
  // No other field of a message has this name.
  text.includes('"archive"') ? archiveIn(JSON.parse(text)) : null;

const messageIn = (line: string): RawMessage => {
  const tab = line.indexOf('\t');
  const seq = Number(line.slice(0, Math.max(tab, 0)));
  if (tab <= 0 || !Number.isSafeInteger(seq) || seq <= 0)
    throw new Error('the archive contains a line that is not a message');
  return { seq, text: line.slice(tab + 1) };
};
