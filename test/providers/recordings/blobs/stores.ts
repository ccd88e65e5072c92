/** Every kind of blob store, real or as close to it as possible on this machine, for tests that apply to all. */
import { randomUUID } from 'node:crypto';
import type { Test } from 'tap';
import { createDirectoryBlobs } from '../../../../providers/recordings/blobs/directory.js';
import { createJetStreamBlobs } from '../../../../providers/recordings/blobs/jetstream.js';
import { createS3Blobs, type S3Options } from '../../../../providers/recordings/blobs/s3.js';
import type { BlobStore } from '../../../../providers/recordings/blobs/store.js';
import { connectNats } from '../../../../src/nats/connection.js';
import { startNats } from '../../../../testkit/nats/server.js';
import { S3_TEST_BUCKET, S3_TEST_CREDENTIALS, startS3 } from '../../../support/files/s3-simulator.js';

/** Opens the store once more, as another node does. */
export type OpenBlobs = () => Promise<BlobStore>;

export const s3Options = (url: string): S3Options => ({
  bucket: S3_TEST_BUCKET,
  prefix: 'eu/voice/',
  endpoint: url,
  region: 'eu-central-1',
  pathStyle: true,
  credentials: S3_TEST_CREDENTIALS,
});

const closing = (t: Test, blobs: BlobStore): BlobStore => {
  t.teardown(() => blobs.close());
  return blobs;
};

export const BLOB_STORES: Readonly<Record<string, (t: Test) => Promise<OpenBlobs>>> = {
  directory: async (t) => {
    const dir = t.testdir();
    return async () => createDirectoryBlobs(dir, randomUUID);
  },
  'object store': async (t) => {
    const nats = await startNats(t);
    return async () => {
      const nc = await connectNats(nats, 'test');
      t.teardown(() => nc.close());
      return createJetStreamBlobs(nc, randomUUID);
    };
  },
  s3: async (t) => {
    const s3 = await startS3(t);
    return async () => closing(t, await createS3Blobs(s3Options(s3.url), randomUUID));
  },
};
