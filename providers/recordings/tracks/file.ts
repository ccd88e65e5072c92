/**
 * A raw track on disk: µ-law at 8,000 Hz by its position in time, one byte a sample. Bytes are stored inverted, so that a hole
 * in the file, which reads as zeros, is silence. If the process is killed, at most the last {@link FLUSH_MS} ms are lost, and
 * a reopened track continues where it was.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { PRIVATE_FILE } from '../../spool/spool.js';
import type { ByteRange } from './byte-ranges.js';

const BYTES_PER_MS = 8;
/** How often buffered audio is written, ms: each write costs the same, whatever its length. */
const FLUSH_MS = 1_000;
/** Contiguous audio is buffered in blocks of this many bytes: slightly more than arrives between two writes. */
const BLOCK_BYTES = 9_600;
/** Maximum audio buffered for a slow disk, bytes: a minute. Beyond it audio is dropped, which is reported. */
const MAX_WAITING_BYTES = 60_000 * BYTES_PER_MS;
/** No call is longer than this; a later position is an error of its writer, ms. */
const LAST_MS = 12 * 3_600_000;

const INVERTED = 0xff;
export const fromStored = (stored: number): number => stored ^ INVERTED;

export interface TrackFile {
  /** Returns where the bytes will be in the file; null if they are not kept, which is reported. */
  write(atMs: number, mulaw: Uint8Array): ByteRange | null;
  /** Afterwards everything written so far is in the file and readable, and survives a crash of the process. */
  flush(): Promise<void>;
  /** Bytes as stored in the file; missing ones are silence. Also works after closing. */
  read(range: ByteRange): Promise<Buffer>;
  /** Afterwards everything written is on disk. Idempotent. */
  close(): Promise<void>;
}

/** Buffered audio in its stored form; it grows while contiguous audio fits. */
interface Block {
  readonly position: number;
  readonly bytes: Uint8Array;
  length: number;
}

/** Opens an existing file or creates one, for writing. `onError` is called at most once if audio could not be kept. */
export const openTrackFile = async (path: string, onError: (error: unknown) => void): Promise<TrackFile> => {
  const file: FileHandle = await open(path, constants.O_RDWR | constants.O_CREAT, PRIVATE_FILE);
  let blocks: Block[] = [];
  let waitingBytes = 0;
  let writing: Promise<void> = Promise.resolve();
  let closed: Promise<void> | null = null;
  let reported = false;

  const report = (error: unknown): void => {
    if (reported) return;
    reported = true;
    onError(error);
  };

  const writeBatch = async (batch: readonly Block[]): Promise<void> => {
    for (const { position, bytes, length } of batch) {
      try {
        await writeWhole(file, bytes.subarray(0, length), position);
      } catch (error) {
        report(error);
      }
      waitingBytes -= length;
    }
  };

  const flush = (): Promise<void> => {
    const batch = blocks;
    blocks = [];
    writing = writing.then(() => writeBatch(batch));
    return writing;
  };
  const timer = setInterval(() => void (blocks.length > 0 && flush()), FLUSH_MS);
  timer.unref();

  /** The block for bytes at `position`: the last one if they follow it and fit, or a new one. */
  const blockAt = (position: number, length: number): Block => {
    const last = blocks.at(-1);
    if (
      last !== undefined &&
      last.position + last.length === position &&
      last.length + length <= last.bytes.length
    )
      return last;
    const block = { position, bytes: new Uint8Array(Math.max(BLOCK_BYTES, length)), length: 0 };
    blocks.push(block);
    return block;
  };

  return {
    write: (atMs, mulaw) => {
      if (closed !== null || mulaw.length === 0) return null;
      if (!(atMs >= 0 && atMs <= LAST_MS)) report(new Error(`audio position out of range: ${atMs} ms`));
      else if (waitingBytes + mulaw.length > MAX_WAITING_BYTES) report(new Error('the disk is too slow'));
      else {
        const position = Math.round(atMs * BYTES_PER_MS);
        waitingBytes += mulaw.length;
        appendTo(blockAt(position, mulaw.length), mulaw);
        return { from: position, to: position + mulaw.length };
      }
      return null;
    },
    flush,
    read: async (range) => {
      // An open track is read every few seconds, so its open file is reused.
      if (closed === null) return readRange(file, range);
      const opened = await open(path, constants.O_RDONLY);
      return readRange(opened, range).finally(() => opened.close());
    },
    close: () => {
      closed ??= (async () => {
        clearInterval(timer);
        await flush();
        await file.datasync().catch(report);
        await file.close();
      })();
      return closed;
    },
  };
};

/** A nearly full disk accepts the part that fits without an error; the error comes with the rest. */
const writeWhole = async (file: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  for (let written = 0; written < bytes.length; )
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
};

/** The stored bytes of the range; missing ones are silence. */
export const readRange = async (file: FileHandle, { from, to }: ByteRange): Promise<Buffer> => {
  const bytes = Buffer.alloc(to - from);
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes;
};

/** A loop, because a callback per byte costs ten times as much. */
const appendTo = (block: Block, mulaw: Uint8Array): void => {
  const { bytes, length } = block;
  for (let index = 0; index < mulaw.length; index += 1)
    bytes[length + index] = (mulaw[index] ?? INVERTED) ^ INVERTED;
  block.length += mulaw.length;
};
