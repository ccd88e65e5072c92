/** The recordings of a node: opens the configured store, and looks up the state of a call's recording. */

import { randomUUID } from 'node:crypto';
import { mkdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { call } from '../actors/call/index.js';
import type { NatsAccess } from '../actors/runtime/nats/access.js';
import type { ActorSystem } from '../actors/runtime/system.js';
import { PackageMissing } from '../providers/optional-package.js';
import { providerFailure } from '../providers/provider-failure.js';
import { createDirectoryBlobs } from '../providers/recordings/blobs/directory.js';
import { createJetStreamBlobs } from '../providers/recordings/blobs/jetstream.js';
import { createS3Blobs } from '../providers/recordings/blobs/s3.js';
import { BlobStoreRefused } from '../providers/recordings/blobs/s3-refusals.js';
import type { BlobStore } from '../providers/recordings/blobs/store.js';
import { adoptEarlierFiles } from '../providers/recordings/earlier-files.js';
import { createHolders } from '../providers/recordings/holders.js';
import type { Fate } from '../providers/recordings/orphans.js';
import {
  createSharedRecordingStore,
  type RecordingCount,
  type SharedRecordingStore,
} from '../providers/recordings/shared-store.js';
import { assertNever } from '../schemas/assert.js';
import { nullOn } from '../schemas/errors.js';
import { type Config, ConfigError } from './config/index.js';
import type { RecordingsSetting } from './config/recordings-setting.js';
import { connectNats } from './nats/connection.js';

export interface RecordingsDeps {
  readonly config: Pick<Config, 'dataDir' | 'recordings'>;
  readonly nats: NatsAccess;
  readonly nc: NatsConnection;
  /** Replica count of the stream, if recordings are stored in JetStream. */
  readonly replicas: number;
  /** Directory of audio that is not sent yet, for this writer of tracks only. */
  readonly spool: string;
  readonly count: (what: RecordingCount) => void;
  /** ms since the epoch */
  readonly journalTime: () => number;
  readonly logger: Logger;
}

export interface OpenedRecordings extends SharedRecordingStore {
  /** The store itself, which holds the session logs as well. It closes with the recordings. */
  readonly blobs: BlobStore;
}

/** @throws ConfigError if the store answers that it cannot be used as configured */
export const openRecordings = async (deps: RecordingsDeps): Promise<OpenedRecordings> => {
  const { config, count, logger, spool } = deps;
  const { blobs, close } = await openBlobs(config.recordings, deps);
  const store = createSharedRecordingStore({
    blobs,
    logger,
    newId: randomUUID,
    now: deps.journalTime,
    random: Math.random,
    dir: spool,
    holders: createHolders(deps.nc),
    count,
    freeBytes: async (dir) => {
      const { bavail, bsize } = await statfs(dir);
      return bavail * bsize;
    },
  });
  return {
    ...store,
    blobs,
    start: (fateOf) => {
      store.start(fateOf);
      adoptEarlierFiles(join(config.dataDir, 'recordings'), blobs, logger).catch((error: unknown) =>
        logger.error({ event: 'recording.earlier_files_wait', err: providerFailure(error) }),
      );
    },
    close: () => store.close().finally(close),
  };
};

const openBlobs = async (
  config: RecordingsSetting,
  { nats, replicas, logger }: Pick<RecordingsDeps, 'nats' | 'replicas' | 'logger'>,
): Promise<{ readonly blobs: BlobStore; readonly close: () => Promise<void> }> => {
  const close = async (): Promise<void> => undefined;
  switch (config.kind) {
    case 'object-store': {
      // A connection of its own, so that audio does not delay the commits of calls.
      const nc = await connectNats(nats, 'parley-recordings');
      return { blobs: await createJetStreamBlobs(nc, randomUUID, replicas), close: () => nc.close() };
    }
    case 'directory':
      await mkdir(config.path, { recursive: true }).catch((error: unknown) => {
        throw new ConfigError(
          `PARLEY_RECORDINGS is "file:${config.path}", which cannot be created (${String(error)}); use a directory that this user can write to`,
        );
      });
      return { blobs: createDirectoryBlobs(config.path, randomUUID), close };
    case 's3': {
      const blobs = await createS3Blobs(config, randomUUID, (key, error) =>
        logger.warn({ event: 'recording.parts_left', key, err: providerFailure(error) }),
      ).catch((error: unknown) => {
        if (error instanceof PackageMissing)
          throw new ConfigError(`PARLEY_RECORDINGS is on S3: ${error.message}`);
        throw error;
      });
      await blobs.probe().catch((error: unknown) => {
        if (error instanceof BlobStoreRefused) throw new ConfigError(error.message);
        // Calls continue without the store, and their audio waits on this disk.
        logger.error({ event: 'recording.store_away', bucket: config.bucket, err: providerFailure(error) });
      });
      return { blobs, close };
    }
    default:
      return assertNever(config);
  }
};

/** The state of a recording, according to its call. */
export const fateOfRecording =
  (actors: ActorSystem) =>
  async (businessId: string, callId: string): Promise<Fate> => {
    const target = { business: businessId, id: callId };
    const found = await actors.query(call, target, 'get').catch(nullOn('call_not_found'));
    if (found === null) return 'unknown';
    return found.answer.recordingFinished ? 'finished' : 'owed';
  };
