/**
 * A raw track on disk: µ-law at 8,000 Hz by its position in time, one byte a sample. Bytes are stored inverted,
 * so that a hole of the file, which reads as zeros, is silence. What was written survives a kill of the process
 * up to the last {@link FLUSH_MS} ms, and a track that is opened again goes on where it was.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { PRIVATE_FILE } from '../spool/modes.js';
import type { ByteRange } from './byte-ranges.js';

const BYTES_PER_MS = 8;
/** How often what waits is written, ms: each write costs the same, whatever its length. */
const FLUSH_MS = 1_000;
/** What follows without a gap is gathered in blocks of so many bytes: a little more than comes between two writes. */
const BLOCK_BYTES = 9_600;
/** Audio that waits for a slow disk, bytes: a minute. Beyond it audio is dropped, and that is reported. */
const MAX_WAITING_BYTES = 60_000 * BYTES_PER_MS;
/** No call is longer than this; a later position is a mistake of its writer, ms. */
const LAST_MS = 12 * 3_600_000;

const INVERTED = 0xff;
export const fromStored = (stored: number): number => stored ^ INVERTED;

export interface TrackFile {
  /** Where the bytes will lie in the file; null when they are not kept, which is reported. */
  write(atMs: number, mulaw: Uint8Array): ByteRange | null;
  /** What was written so far is in the file afterwards, and can be read; a crash of the process loses nothing of it. */
  flush(): Promise<void>;
  /** Bytes as they lie in the file; what it does not have is silence. Also after closing. */
  read(range: ByteRange): Promise<Buffer>;
  /** Everything written is on disk afterwards. Idempotent. */
  close(): Promise<void>;
}

/** Audio that waits, as it will be stored; it grows while what follows it fits. */
interface Block {
  readonly position: number;
  readonly bytes: Uint8Array;
  length: number;
}

/** Opens for writing what is there, or a new file. `onError` hears, once, that something could not be kept. */
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

  /** Where bytes at `position` are to be put: the last block if they follow it and fit, or a new one. */
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
      if (!(atMs >= 0 && atMs <= LAST_MS)) report(new Error(`no call has audio at ${atMs} ms`));
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
      // What is read while it is written is read every few seconds.
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

/** A disk that is nearly full takes the part that fits, without an error; that comes with the rest. */
const writeWhole = async (file: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  for (let written = 0; written < bytes.length; )
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
};

/** What lies there; what the file does not have is silence. */
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

/** A loop, because a callback for each byte costs ten times as much. */
const appendTo = (block: Block, mulaw: Uint8Array): void => {
  const { bytes, length } = block;
  for (let index = 0; index < mulaw.length; index += 1)
    bytes[length + index] = (mulaw[index] ?? INVERTED) ^ INVERTED;
  block.length += mulaw.length;
};
