/** Assets in a JetStream object store, next to the journal: as durable as the journal, and readable from every node. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { jetstream } from '@nats-io/jetstream';
import { type ObjectInfo, Objm, StorageType } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import { PRIVATE_FILE } from '../spool/spool.js';
import { AssetMissing, type AssetStore } from './asset-store.js';

const BUCKET = 'parley_assets';
/** The stream behind the bucket. */
export const ASSETS_STREAM = `OBJ_${BUCKET}`;
const CHUNK_BYTES = 128 * 1024;
/** Chunks requested from the server at a time: 4 MiB. */
const CHUNKS_AHEAD = 32;
/** The same for a reader that is one of many concurrent ones: 512 KiB. */
const FEW_CHUNKS_AHEAD = 4;
const CHUNKS_TIMEOUT_MS = 30_000;

/**
 * Yields a file's chunks at the consumer's pace. The library's own reader has no backpressure: it buffers the whole
 * file as fast as the server sends it. Subjects and digest follow NATS ADR-20.
 * @throws Error if chunks are missing or damaged
 */
async function* chunksOf(
  nc: NatsConnection,
  { nuid, chunks, digest }: ObjectInfo,
  ahead: number,
): AsyncGenerator<Uint8Array> {
  const consumer = await jetstream(nc).consumers.get(ASSETS_STREAM, {
    filter_subjects: [`$O.${BUCKET}.C.${nuid}`],
  });
  const sum = createHash('sha256');
  try {
    for (let received = 0, hasMore = true; received < chunks; ) {
      if (!hasMore) throw new Error(`only ${received} of the asset's ${chunks} chunks were found`);
      hasMore = false;
      const max_messages = Math.min(ahead, chunks - received);
      for await (const { data, info } of await consumer.fetch({ max_messages, expires: CHUNKS_TIMEOUT_MS })) {
        received += 1;
        hasMore = info.pending > 0;
        sum.update(data);
        yield data;
        if (!hasMore) break;
      }
    }
  } finally {
    // A consumer that cannot be deleted expires once nothing fetches from it.
    await consumer.delete().catch(() => false);
  }
  // With or without the padding of base64.
  const expected = digest.replace(/^SHA-256=/, '').replaceAll('=', '');
  if (sum.digest('base64url') !== expected) throw new Error('the asset is damaged');
}

/** Creates the bucket if it is missing, with `replicas` replicas (undefined: one). */
export const createObjectAssetStore = async (nc: NatsConnection, replicas?: number): Promise<AssetStore> => {
  const bucket = await new Objm(jetstream(nc, { timeout: 30_000 })).create(BUCKET, {
    storage: StorageType.File,
    ...(replicas === undefined ? {} : { replicas }),
  });
  return {
    keep: async (id, chunks) => {
      const bytes: ReadableStream<Uint8Array> = Readable.toWeb(Readable.from(chunks, { objectMode: false }));
      await bucket.put({ name: id, options: { max_chunk_size: CHUNK_BYTES } }, bytes);
    },
    fetch: async (id, path, reserve) => {
      const found = await bucket.info(id);
      if (found === null || found.deleted) throw new AssetMissing(`there is no asset ${id}`);
      const pieces = async function* (): AsyncGenerator<Uint8Array> {
        for await (const piece of chunksOf(nc, found, CHUNKS_AHEAD)) {
          reserve?.(piece.length);
          yield piece;
        }
      };
      await pipeline(pieces, createWriteStream(path, { mode: PRIVATE_FILE }));
    },
    open: async (id) => {
      const found = await bucket.info(id);
      if (found === null || found.deleted) return null;
      return { bytes: found.size, read: () => chunksOf(nc, found, FEW_CHUNKS_AHEAD) };
    },
    remove: async (id) => {
      await bucket.delete(id).catch((error: unknown) => {
        if (!(error instanceof Error && /not found/.test(error.message))) throw error;
      });
    },
  };
};
