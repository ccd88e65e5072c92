/** Assets in a JetStream object store, beside the journal: as durable as it, and reachable from every node. */
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { jetstream } from '@nats-io/jetstream';
import { Objm, StorageType } from '@nats-io/obj';
import type { NatsConnection } from '@nats-io/transport-node';
import { AssetMissing, type AssetStore } from './asset-store.js';

const BUCKET = 'parley_assets';
const CHUNK_BYTES = 128 * 1024;

export const createObjectAssetStore = async (nc: NatsConnection): Promise<AssetStore> => {
  const bucket = await new Objm(jetstream(nc, { timeout: 30_000 })).create(BUCKET, {
    storage: StorageType.File,
  });
  return {
    keep: async (id, chunks) => {
      const bytes: ReadableStream<Uint8Array> = Readable.toWeb(Readable.from(chunks, { objectMode: false }));
      await bucket.put({ name: id, options: { max_chunk_size: CHUNK_BYTES } }, bytes);
    },
    fetch: async (id, path) => {
      const found = await bucket.get(id);
      if (found === null) throw new AssetMissing(`there is no asset ${id}`);
      await pipeline(Readable.fromWeb(found.data), createWriteStream(path));
      const failure = await found.error;
      if (failure instanceof Error) throw failure;
    },
    remove: async (id) => {
      await bucket.delete(id).catch((error: unknown) => {
        if (!(error instanceof Error && /not found/.test(error.message))) throw error;
      });
    },
  };
};
