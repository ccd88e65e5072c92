/** Assembles the pieces of a call, from all nodes, into two whole tracks. */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type BlobStore, readBlob } from './blobs/store.js';
import type { TrackName } from './recording-store.js';
import { decodePiece, type Piece } from './tracks/piece.js';

/** Pieces in memory at a time. */
const AT_ONCE = 4;

/** The paths of two tracks, in the format of {@link openTrackFile}; a track without pieces is empty. */
export type TrackPaths = Readonly<Record<TrackName, string>>;

/** Some listed pieces no longer exist: another node has finished the recording, or is about to. */
export class PiecesGone extends Error {
  override readonly name = 'PiecesGone';
}

/**
 * Writes every piece under `prefix` to its place in `<dir>/customer` and `<dir>/agent`. Pieces are applied in key order, so
 * where two writers overlap the later one is heard. `onDamaged` receives each blob that is not a piece; the recording is
 * made without it.
 * @throws PiecesGone; Error when the store is unavailable
 */
export const gatherPieces = async (
  blobs: BlobStore,
  prefix: string,
  dir: string,
  onDamaged: (key: string, error: unknown) => void,
): Promise<TrackPaths> => {
  const paths = { customer: join(dir, 'customer'), agent: join(dir, 'agent') };
  const files = {
    customer: await open(paths.customer, constants.O_RDWR | constants.O_CREAT),
    agent: await open(paths.agent, constants.O_RDWR | constants.O_CREAT),
  };
  const lengths = { customer: 0, agent: 0 };
  const take = async (key: string, bytes: Buffer): Promise<void> => {
    let piece: Piece;
    try {
      piece = decodePiece(bytes);
    } catch (error) {
      onDamaged(key, error);
      return;
    }
    for (const part of piece.parts) await writeAll(files[part.track], part.bytes, part.position);
    lengths.customer = Math.max(lengths.customer, piece.lengths.customer);
    lengths.agent = Math.max(lengths.agent, piece.lengths.agent);
  };
  try {
    let batch: string[] = [];
    const takeBatch = async (): Promise<void> => {
      const fetched = await Promise.all(
        batch.map(async (key) => ({ key, bytes: await fetchPiece(blobs, key) })),
      );
      for (const { key, bytes } of fetched) await take(key, bytes);
      batch = [];
    };
    for await (const key of blobs.list(prefix)) {
      batch.push(key);
      if (batch.length === AT_ONCE) await takeBatch();
    }
    await takeBatch();
    for (const track of ['customer', 'agent'] as const)
      if ((await files[track].stat()).size < lengths[track]) await files[track].truncate(lengths[track]);
  } finally {
    await Promise.all([files.customer.close(), files.agent.close()]);
  }
  return paths;
};

const fetchPiece = async (blobs: BlobStore, key: string): Promise<Buffer> => {
  const blob = await blobs.open(key);
  if (blob === null) throw new PiecesGone(`${key} was listed but no longer exists`);
  return readBlob(blob);
};

const writeAll = async (file: FileHandle, bytes: Uint8Array, position: number): Promise<void> => {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
};
