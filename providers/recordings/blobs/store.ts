/**
 * The store of recordings and their pieces: immutable blobs that all nodes share.
 *
 * Every implementation guarantees:
 * B1. A blob is written once: a second write reports that and changes nothing.
 * B2. A reader sees a whole blob or none, also during the write and after the writer's crash.
 * B3. After a write, every node sees the blob, by its key and in listings.
 * B4. Memory does not grow with the size of a blob.
 * B5. Each call ends: in time, or with an error that says that the store is unavailable.
 *
 * The caller decides what to retry after an error.
 */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** The bytes of a blob to write; they may be read more than once. */
export interface BlobSource {
  readonly bytes: number;
  /** All bytes, from the beginning. */
  read(): AsyncIterable<Uint8Array>;
}

/** A blob as it was in the store when it was opened. */
export interface StoredBlob {
  readonly bytes: number;
  /** Bytes from `start` to `end`, both included. @throws Error when the blob is gone or the store is unavailable */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

export interface BlobStore {
  /** True if the blob was written, false if the key was taken (B1). @throws Error when the store is unavailable */
  put(key: string, source: BlobSource): Promise<boolean>;
  /** Null if there is no such blob. */
  open(key: string): Promise<StoredBlob | null>;
  /** The keys that begin with `prefix`, which ends in `/` or is empty, in character order. */
  list(prefix: string): AsyncIterable<string>;
  /** Removes every blob whose key begins with `prefix`, which ends in `/`. Idempotent. */
  removeAll(prefix: string): Promise<void>;
  /** As `removeAll`, and where the store keeps removed bytes in its files, overwrites them. For few blobs. */
  erase(prefix: string): Promise<void>;
  /** Does not wait for operations in progress; the store must not be used afterwards. */
  close(): void;
}

const SEGMENT = '[A-Za-z0-9_-]{1,100}(?:\\.[A-Za-z0-9]{1,10})?';
const KEY = new RegExp(`^${SEGMENT}(?:/${SEGMENT}){0,7}$`);

/** Keys are path-like names that every store can hold unchanged. @throws Error for an invalid key */
export const checkKey = (key: string): void => {
  if (!KEY.test(key)) throw new Error(`invalid blob key: ${JSON.stringify(key)}`);
};

/** @throws Error unless the prefix is empty, or a key followed by a slash */
export const checkPrefix = (prefix: string): void => {
  if (prefix === '') return;
  if (!prefix.endsWith('/')) throw new Error(`invalid blob prefix: ${JSON.stringify(prefix)}`);
  checkKey(prefix.slice(0, -1));
};

export const bytesSource = (bytes: Uint8Array): BlobSource => ({
  bytes: bytes.length,
  read: async function* () {
    yield bytes;
  },
});

/** A file that no longer changes. @throws Error when there is no such file */
export const fileSource = async (path: string): Promise<BlobSource> => ({
  bytes: (await stat(path)).size,
  read: () => createReadStream(path),
});

/** All bytes of the blob in memory; for blobs whose size is known to be small. */
export const readBlob = async (blob: StoredBlob): Promise<Buffer> => {
  const chunks: Uint8Array[] = [];
  if (blob.bytes > 0) for await (const chunk of blob.read(0, blob.bytes - 1)) chunks.push(chunk);
  return Buffer.concat(chunks);
};

/** The source's bytes in parts of `size`, the last one possibly shorter; one part in memory at a time. */
export async function* inParts(source: BlobSource, size: number): AsyncGenerator<Buffer, void> {
  let parts: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of source.read()) {
    for (let at = 0; at < chunk.length; ) {
      const taken = chunk.subarray(at, at + size - held);
      parts.push(taken);
      held += taken.length;
      at += taken.length;
      if (held < size) continue;
      yield Buffer.concat(parts);
      parts = [];
      held = 0;
    }
  }
  if (held > 0) yield Buffer.concat(parts);
}
