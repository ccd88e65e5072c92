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
const FLUSH_MS = 500;
/** Audio that waits for a slow disk, bytes: a minute. Beyond it audio is dropped, and that is reported. */
const MAX_WAITING_BYTES = 60_000 * BYTES_PER_MS;
/** No call is longer than this; a later position is a mistake of its writer, ms. */
const LAST_MS = 12 * 3_600_000;

const toStored = (mulaw: number): number => mulaw ^ 0xff;
export const fromStored = (stored: number): number => stored ^ 0xff;

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

interface Piece {
  readonly position: number;
  readonly bytes: Uint8Array;
}

/** Opens for writing what is there, or a new file. `onError` hears, once, that something could not be kept. */
export const openTrackFile = async (path: string, onError: (error: unknown) => void): Promise<TrackFile> => {
  const file: FileHandle = await open(path, constants.O_RDWR | constants.O_CREAT, PRIVATE_FILE);
  let pieces: Piece[] = [];
  let waitingBytes = 0;
  let writing: Promise<void> = Promise.resolve();
  let closed: Promise<void> | null = null;
  let reported = false;

  const report = (error: unknown): void => {
    if (reported) return;
    reported = true;
    onError(error);
  };

  const writeBatch = async (batch: readonly Piece[]): Promise<void> => {
    for (const { position, bytes } of batch) {
      try {
        await writeWhole(file, bytes, position);
      } catch (error) {
        report(error);
      }
      waitingBytes -= bytes.length;
    }
  };

  const flush = (): Promise<void> => {
    const batch = merge(pieces);
    pieces = [];
    writing = writing.then(() => writeBatch(batch));
    return writing;
  };
  const timer = setInterval(() => void (pieces.length > 0 && flush()), FLUSH_MS);
  timer.unref();

  return {
    write: (atMs, mulaw) => {
      if (closed !== null || mulaw.length === 0) return null;
      if (!(atMs >= 0 && atMs <= LAST_MS)) report(new Error(`no call has audio at ${atMs} ms`));
      else if (waitingBytes + mulaw.length > MAX_WAITING_BYTES) report(new Error('the disk is too slow'));
      else {
        const position = Math.round(atMs * BYTES_PER_MS);
        waitingBytes += mulaw.length;
        pieces.push({ position, bytes: mulaw.map(toStored) });
        return { from: position, to: position + mulaw.length };
      }
      return null;
    },
    flush,
    read: async (range) => {
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

/** Pieces that follow each other, as one write. */
const merge = (pieces: readonly Piece[]): readonly Piece[] => {
  const merged: { position: number; parts: Uint8Array[]; length: number }[] = [];
  for (const { position, bytes } of pieces) {
    const last = merged.at(-1);
    if (last !== undefined && last.position + last.length === position) {
      last.parts.push(bytes);
      last.length += bytes.length;
    } else merged.push({ position, parts: [bytes], length: bytes.length });
  }
  return merged.map(({ position, parts }) => ({ position, bytes: Buffer.concat(parts) }));
};
