/**
 * The two tracks of a call as one process writes them: on its own disk, where they survive its crash, and noted piece by
 * piece for the store that all nodes share. Audio that is not in that store yet is only here.
 *
 * Files: `<dir>/<business>.<call>.<writer>.<track>`. A writer's name begins with its start time, so that names sort by it.
 */
import { chmod, mkdir, open as openFile, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_DIRECTORY } from '../../spool/spool.js';
import type { TrackName } from '../recording-store.js';
import { type ByteRange, type ByteRanges, bytesIn, soundsIn, takeBytes, withRange } from './byte-ranges.js';
import { openTrackFile, readRange } from './file.js';
import { encodePiece, type PiecePart } from './piece.js';

/** Maximum size of a piece: half a minute of both tracks. */
const PIECE_BYTES = 512 * 1024;
/** Bytes read at a time from a leftover spool. */
const BLOCK_BYTES = 64 * 1024;
/**
 * Silence in a leftover spool is not sent, except for gaps within sound shorter than 20 ms: it may not be silence, but time that
 * another node recorded before or after this one. Bytes.
 */
const LONGEST_SILENCE = 160;
const TRACKS = ['customer', 'agent'] as const satisfies readonly TrackName[];

/** Identifies a spool. */
export interface SpoolId {
  readonly businessId: string;
  readonly callId: string;
  readonly writer: string;
}

/** A piece with its name, unique within its writer. */
export interface NamedPiece {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface Spool {
  readonly id: SpoolId;
  /** Writes µ-law at 8,000 Hz by its position in time. Never waits. */
  write(track: TrackName, atMs: number, mulaw: Uint8Array): void;
  /** The next piece to send; the same one until {@link Spool.sent} confirms it. Null if everything was sent. */
  next(): Promise<NamedPiece | null>;
  sent(): void;
  /** Bytes that are not in the store yet. */
  unsentBytes(): number;
  /** Afterwards everything written is on disk. Idempotent. */
  close(): Promise<void>;
}

/** A name for a writer that starts now. */
export const writerName = (now: number, random: string): string =>
  `${String(now).padStart(13, '0')}-${random}`;

/** When the writer started, ms since the epoch; 0 if its name does not contain it. */
export const writerBegan = (writer: string): number => Number(/^(\d{13})-/.exec(writer)?.[1] ?? 0);

const pathOf = (dir: string, { businessId, callId, writer }: SpoolId, track: TrackName): string =>
  join(dir, `${businessId}.${callId}.${writer}.${track}`);

const pieceName = (kind: 'p' | 'r', count: number): string => `${kind}${String(count).padStart(6, '0')}`;

/** `onError` is called at most once per track if audio could not be kept. */
export const openSpool = async (
  dir: string,
  id: SpoolId,
  onError: (error: unknown) => void,
): Promise<Spool> => {
  await mkdir(dir, { recursive: true, mode: PRIVATE_DIRECTORY });
  // An existing directory may be accessible to everybody.
  await chmod(dir, PRIVATE_DIRECTORY);
  const [customer, agent] = await Promise.all([
    openTrackFile(pathOf(dir, id, 'customer'), onError),
    openTrackFile(pathOf(dir, id, 'agent'), onError),
  ]);
  const files = { customer, agent };
  const unsent: Record<TrackName, ByteRanges> = { customer: [], agent: [] };
  /** Written since the last update of `unsent`; usually one growing range. */
  const recent: Record<TrackName, ByteRange[]> = { customer: [], agent: [] };
  const lengths: Record<TrackName, number> = { customer: 0, agent: 0 };
  let count = 0;
  let current: NamedPiece | null = null;
  /** Bytes of audio in the piece that is currently being made or sent. */
  let inFlight = 0;

  const addRange = (track: TrackName, range: ByteRange): void => {
    const last = recent[track].at(-1);
    if (last !== undefined && last.to === range.from)
      recent[track][recent[track].length - 1] = { from: last.from, to: range.to };
    else recent[track].push(range);
    lengths[track] = Math.max(lengths[track], range.to);
  };

  const takePiece = async (): Promise<NamedPiece | null> => {
    const parts: PiecePart[] = [];
    const taken: Record<TrackName, ByteRanges> = { customer: [], agent: [] };
    let room = PIECE_BYTES;
    for (const track of TRACKS) {
      unsent[track] = recent[track].reduce(withRange, unsent[track]);
      recent[track] = [];
      const split = takeBytes(unsent[track], room);
      unsent[track] = split.rest;
      taken[track] = split.taken;
      room -= bytesIn(split.taken);
    }
    inFlight = PIECE_BYTES - room;
    try {
      for (const track of TRACKS) {
        if (taken[track].length > 0) await files[track].flush();
        for (const range of taken[track])
          parts.push({ track, position: range.from, bytes: await files[track].read(range) });
      }
    } catch (error) {
      inFlight = 0;
      for (const track of TRACKS) unsent[track] = taken[track].reduce(withRange, unsent[track]);
      throw error;
    }
    if (parts.length === 0) return null;
    const name = pieceName('p', count);
    count += 1;
    return { name, bytes: encodePiece({ parts, lengths }) };
  };

  return {
    id,
    write: (track, atMs, mulaw) => {
      const range = files[track].write(atMs, mulaw);
      if (range !== null) addRange(track, range);
    },
    next: async () => {
      current ??= await takePiece();
      return current;
    },
    sent: () => {
      current = null;
      inFlight = 0;
    },
    unsentBytes: () =>
      TRACKS.reduce((sum, track) => sum + bytesIn(unsent[track]) + bytesIn(recent[track]), inFlight),
    close: async () => {
      await Promise.all(TRACKS.map((track) => files[track].close()));
    },
  };
};

/** All pieces of a spool whose writer is gone, since it is unknown what was sent. Each reading gives the same pieces. */
export async function* leftoverPieces(dir: string, id: SpoolId): AsyncGenerator<NamedPiece, void> {
  const lengths = {
    customer: await lengthOf(pathOf(dir, id, 'customer')),
    agent: await lengthOf(pathOf(dir, id, 'agent')),
  };
  let count = 0;
  let parts: PiecePart[] = [];
  let size = 0;
  const piece = (): NamedPiece => {
    const result = { name: pieceName('r', count), bytes: encodePiece({ parts, lengths }) };
    count += 1;
    parts = [];
    size = 0;
    return result;
  };
  for (const track of TRACKS) {
    if (lengths[track] === 0) continue;
    const file = await openFile(pathOf(dir, id, track), 'r');
    try {
      for (let from = 0; from < lengths[track]; from += BLOCK_BYTES) {
        const bytes = await readRange(file, { from, to: Math.min(from + BLOCK_BYTES, lengths[track]) });
        for (const sound of soundsIn(bytes, LONGEST_SILENCE))
          parts.push({ track, position: from + sound.from, bytes: bytes.subarray(sound.from, sound.to) });
        size += BLOCK_BYTES;
        if (size >= PIECE_BYTES) yield piece();
      }
    } finally {
      await file.close();
    }
  }
  if (lengths.customer + lengths.agent > 0) yield piece();
}

const lengthOf = async (path: string): Promise<number> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
};

/** The spools in `dir`, both of active writers and of those that are gone. */
export const spoolsIn = async (dir: string): Promise<readonly SpoolId[]> => {
  const found = new Map<string, SpoolId>();
  for (const file of await namesIn(dir)) {
    const [businessId, callId, writer, track] = file.split('.');
    if (businessId === undefined || callId === undefined || writer === undefined) continue;
    if (track === 'customer' || track === 'agent')
      found.set(`${callId}.${writer}`, { businessId, callId, writer });
  }
  return [...found.values()];
};

export const removeSpool = async (dir: string, id: SpoolId): Promise<void> => {
  await Promise.all(TRACKS.map((track) => rm(pathOf(dir, id, track), { force: true })));
};

const namesIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
