/**
 * The last commit of a shard that a node knows to be stored, and how it is kept in a file beside the journal.
 *
 * It guarantees:
 * PO1. Each shard has two slots that are written in turn: while one is written the other holds the previous note, so a
 *      torn write loses one note and never the position.
 * PO2. An incomplete slot counts as none: a checksum covers all of it.
 *
 * Pure; see position-file.ts for the file, journal-guard.ts for what is concluded from it.
 */
import { crc32 } from 'node:zlib';
import { Type } from 'typebox';
import { isRecord } from '../../../schemas/json.js';
import { parseAs } from '../../../schemas/parse.js';

/** A message of the journal, with what distinguishes it from any other message at the same sequence. */
export interface Position {
  /** 0: nothing is known to be stored. */
  readonly seq: number;
  /** The subject of its actor. */
  readonly subject: string;
  /** What it says of itself ({@link commitKeyOf}). */
  readonly commitKey: string;
}

/** A position, and the journal and course in which it was noted. */
export interface KnownPosition extends Position {
  /** The journal's identity (streams.ts). */
  readonly journal: string;
  /** The lineage at that time (accepted-losses.ts). */
  readonly lineage: string;
}

/** Bytes of one slot: a subject and a commandId of the greatest length fit in. */
export const SLOT_BYTES = 1_024;

const MAGIC = 0x50_4f_53_31;
const HEADER_BYTES = 20;
const CHECKED_FROM = 8;

/** A slot's content. `count`: how many were written for this shard, this one included. */
export interface Slot {
  readonly count: number;
  readonly position: KnownPosition;
}

/** The slot's bytes; null if the position is too long for one. */
export const formatSlot = ({ count, position }: Slot): Buffer | null => {
  const slot = Buffer.alloc(SLOT_BYTES);
  const text = formatPosition(position);
  const length = Buffer.byteLength(text);
  if (length > SLOT_BYTES - HEADER_BYTES) return null;
  slot.writeUInt32BE(MAGIC, 0);
  slot.writeBigUInt64BE(BigInt(count), CHECKED_FROM);
  slot.writeUInt32BE(length, CHECKED_FROM + 8);
  slot.write(text, HEADER_BYTES);
  slot.writeUInt32BE(crc32(slot.subarray(CHECKED_FROM, HEADER_BYTES + length)), 4);
  return slot;
};

/** Null for an incomplete slot (PO2). */
export const parseSlot = (slot: Buffer): Slot | null => {
  if (slot.length < HEADER_BYTES || slot.readUInt32BE(0) !== MAGIC) return null;
  const length = slot.readUInt32BE(CHECKED_FROM + 8);
  const end = HEADER_BYTES + length;
  if (end > slot.length || crc32(slot.subarray(CHECKED_FROM, end)) !== slot.readUInt32BE(4)) return null;
  const position = parsePosition(slot.toString('utf8', HEADER_BYTES, end));
  return position === null ? null : { count: Number(slot.readBigUInt64BE(CHECKED_FROM)), position };
};

/** Journal, lineage, sequence, subject, commit key. */
const PositionFields = Type.Tuple([
  Type.String(),
  Type.String(),
  Type.Number(),
  Type.String(),
  Type.String(),
]);

/** The position as text. */
export const formatPosition = ({ journal, lineage, seq, subject, commitKey }: KnownPosition): string =>
  JSON.stringify([journal, lineage, seq, subject, commitKey]);

/** Null for any text that {@link formatPosition} did not write. */
export const parsePosition = (text: string): KnownPosition | null => {
  const fields = parseAs(PositionFields, text);
  if (fields === null) return null;
  const [journal, lineage, seq, subject, commitKey] = fields;
  return { journal, lineage, seq, subject, commitKey };
};

/** The slot that was written last (PO1); null if neither is complete. */
export const latestOf = (slot: Slot | null, other: Slot | null): Slot | null =>
  slot === null || other === null ? (slot ?? other) : slot.count > other.count ? slot : other;

/** Whether `next` is to be noted: it says more than `known`, or belongs to another course. */
export const isAhead = (next: KnownPosition, known: KnownPosition | null): boolean =>
  known === null || next.journal !== known.journal || next.lineage !== known.lineage || next.seq > known.seq;

/** The position that a mark of the views names (views/kernel/projector/journal-reader.ts); null if it names no commit. */
export const positionOf = (seq: number, mark: string): Position | null => {
  const [, subject, ...rest] = mark.split(' ');
  const commitKey = rest.join(' ');
  return subject === undefined || commitKey === '' || commitKey === NO_COMMIT_KEY
    ? null
    : { seq, subject, commitKey };
};

/** In a mark of an archive, and of a message that is not a commit. */
export const NO_COMMIT_KEY = '-';

/** What a commit says of itself: no other commit has this id and time. */
export const commitKeyOf = ({ commandId, at }: { readonly commandId: string; readonly at: number }): string =>
  `${commandId}@${at}`;

const BEGINNING = /^\{"commandId":"(?:[^"\\]|\\.)*","at":-?\d+/;

/** The same for a commit's text (commit.ts), of which only the beginning is parsed; null for any other text. */
export const commitKeyIn = (text: string): string | null => {
  const beginning = BEGINNING.exec(text)?.[0];
  if (beginning === undefined) return null;
  const value: unknown = JSON.parse(`${beginning}}`);
  if (!isRecord(value)) return null;
  const { commandId, at } = value;
  return typeof commandId === 'string' && typeof at === 'number' ? commitKeyOf({ commandId, at }) : null;
};
