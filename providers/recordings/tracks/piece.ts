/**
 * A piece of a call's two tracks for the store that all nodes share: some of their bytes, with their positions on the
 * recording's clock, so that pieces from several nodes form one recording in any order.
 */
import type { TrackName } from '../recording-store.js';

/** Bytes of a track file from `position` on. */
export interface PiecePart {
  readonly track: TrackName;
  readonly position: number;
  readonly bytes: Uint8Array;
}

export interface Piece {
  readonly parts: readonly PiecePart[];
  /** The tracks' lengths when the piece was made, bytes; they preserve silence at the end of a track. */
  readonly lengths: Readonly<Record<TrackName, number>>;
}

const MAGIC = Buffer.from('PRP1', 'latin1');
/** Magic, both lengths, number of parts. */
const HEAD = 16;
/** Track, position, length. */
const PART_HEAD = 12;
const TRACKS = ['customer', 'agent'] as const satisfies readonly TrackName[];

export const encodePiece = ({ parts, lengths }: Piece): Buffer => {
  const head = Buffer.alloc(HEAD);
  MAGIC.copy(head);
  head.writeUInt32LE(lengths.customer, 4);
  head.writeUInt32LE(lengths.agent, 8);
  head.writeUInt32LE(parts.length, 12);
  const encoded = parts.flatMap(({ track, position, bytes }) => {
    const partHead = Buffer.alloc(PART_HEAD);
    partHead.writeUInt32LE(TRACKS.indexOf(track), 0);
    partHead.writeUInt32LE(position, 4);
    partHead.writeUInt32LE(bytes.length, 8);
    return [partHead, bytes];
  });
  return Buffer.concat([head, ...encoded]);
};

/** @throws Error when these are not the bytes of a whole piece */
export const decodePiece = (encoded: Buffer): Piece => {
  if (encoded.length < HEAD || !encoded.subarray(0, MAGIC.length).equals(MAGIC)) throw damaged();
  const lengths = { customer: encoded.readUInt32LE(4), agent: encoded.readUInt32LE(8) };
  const count = encoded.readUInt32LE(12);
  const parts: PiecePart[] = [];
  let at = HEAD;
  while (parts.length < count) {
    if (at + PART_HEAD > encoded.length) throw damaged();
    const track = TRACKS[encoded.readUInt32LE(at)];
    const position = encoded.readUInt32LE(at + 4);
    const end = at + PART_HEAD + encoded.readUInt32LE(at + 8);
    if (track === undefined || end > encoded.length) throw damaged();
    parts.push({ track, position, bytes: encoded.subarray(at + PART_HEAD, end) });
    at = end;
  }
  if (at !== encoded.length) throw damaged();
  return { parts, lengths };
};

const damaged = (): Error => new Error('incomplete or invalid piece of a recording');
