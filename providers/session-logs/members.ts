/**
 * The compressed form of session logs: a gzip file of independent members, which any gunzip reads as one. Each member names its
 * own size, so that readers skip a damaged one and know where a cut file ends.
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw, gunzipSync, inflateRawSync } from 'node:zlib';

const compress = promisify(deflateRaw);

/** The header up to the size: gzip, deflate, an extra field "PL" of 4 bytes. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 0xff, 8, 0, 0x50, 0x4c, 4, 0]);
const SIZE_BYTES = 4;
/** Checksum and length of the content. */
const TAIL_BYTES = 8;
const LEAST_BYTES = HEAD.length + SIZE_BYTES + TAIL_BYTES;
/** The fastest: speech in µ-law hardly gets smaller with more work. A small window is cheaper to prepare, and loses nothing. */
const OPTIONS = { level: 1, windowBits: 10 };
/** The largest content of a file that is read, bytes. */
const MAX_CONTENT_BYTES = 1024 ** 3;

/** A member with these bytes. It is compressed outside the caller's thread. */
export const memberOf = async (content: Uint8Array): Promise<Buffer> => {
  const body = await compress(content, OPTIONS);
  const size = Buffer.alloc(SIZE_BYTES);
  const tail = Buffer.alloc(TAIL_BYTES);
  size.writeUInt32LE(LEAST_BYTES + body.length);
  tail.writeUInt32LE(content.length, tail.writeUInt32LE(crc32(content)));
  return Buffer.concat([HEAD, size, body, tail]);
};

/** Whether the bytes are compressed: by {@link memberOf}, or by any gzip. */
export const isCompressed = (bytes: Uint8Array): boolean => bytes[0] === HEAD[0] && bytes[1] === HEAD[1];

/** The contents of the members, in order. `torn` is called for each stretch that cannot be read. */
export function* contentsOf(file: Uint8Array, torn: () => void): Generator<Uint8Array, void> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let room = MAX_CONTENT_BYTES;
  for (let at = 0; at < bytes.length; ) {
    const size = sizeAt(bytes, at);
    const end = size === null ? nextMember(bytes, at + 1) : at + size;
    const content = end > bytes.length ? null : contentOf(bytes.subarray(at, end), size !== null, room);
    if (content === null) torn();
    else {
      yield content;
      room -= content.length;
    }
    at = content === null ? nextMember(bytes, at + 1) : end;
  }
}

/** The length of the part of a file with whole members: a process that was killed leaves part of one behind it. */
export const wholeLength = async (
  headAt: (position: number) => Promise<Buffer>,
  length: number,
): Promise<number> => {
  for (let at = 0; ; ) {
    const size = sizeAt(await headAt(at), 0);
    if (size === null || at + size > length) return at;
    at += size;
  }
};

/** Bytes that {@link wholeLength} reads at a position. */
export const MEMBER_HEAD_BYTES = HEAD.length + SIZE_BYTES;

/** Null: no member of ours begins there. */
const sizeAt = (bytes: Buffer, at: number): number | null => {
  if (at + MEMBER_HEAD_BYTES > bytes.length || HEAD.compare(bytes, at, at + HEAD.length) !== 0) return null;
  const size = bytes.readUInt32LE(at + HEAD.length);
  return size >= LEAST_BYTES ? size : null;
};

const nextMember = (bytes: Buffer, from: number): number => {
  const found = bytes.indexOf(HEAD, from);
  return found === -1 ? bytes.length : found;
};

/** Null: it is damaged, or larger than `room`. */
const contentOf = (member: Buffer, isOurs: boolean, room: number): Buffer | null => {
  try {
    // A file that another program has compressed again may be cut as well.
    if (!isOurs) {
      const content = gunzipSync(member, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: room });
      return content.length === 0 ? null : content;
    }
    const body = member.subarray(MEMBER_HEAD_BYTES, -TAIL_BYTES);
    const content = inflateRawSync(body, { maxOutputLength: room });
    return crc32(content) === member.readUInt32LE(member.length - TAIL_BYTES) ? content : null;
  } catch {
    return null;
  }
};
