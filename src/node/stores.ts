/** The file stores of a node: recordings, assets, and temporary files. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { AssetStore } from '../../providers/assets/asset-store.js';
import { createObjectAssetStore } from '../../providers/assets/object-store.js';
import { providerFailure } from '../../providers/provider-failure.js';
import type { RecordingCount } from '../../providers/recordings/shared-store.js';
import type { SessionLogSpool } from '../../providers/session-logs/spool.js';
import { createSessionLogStore, type SessionLogStore } from '../../providers/session-logs/store.js';
import { openSpool, type Spool } from '../../providers/spool/spool.js';
import type { Config } from '../config/index.js';
import { openSessionLogSpool, sessionLogDirectory } from '../media-threads/session-log.js';
import { recordingCounter } from '../metrics/node.js';
import { type CountSessionLogs, sessionLogCounter } from '../metrics/session-logs.js';
import { type OpenedRecordings, openRecordings } from '../recordings.js';
import type { Foundation } from './foundation.js';

/** Disk space that the spool leaves free for the journal and the views, bytes. */
const MIN_FREE_BYTES = 256 * 1024 * 1024;

export interface Stores {
  readonly recordings: OpenedRecordings;
  readonly countRecordings: (what: RecordingCount) => void;
  readonly sessionLogs: SessionLogStore;
  /** For the sessions of the main thread; null: no logs are kept. */
  readonly sessionLogSpool: SessionLogSpool | null;
  readonly countSessionLogs: CountSessionLogs;
  readonly assets: AssetStore;
  readonly spool: Spool;
}

/** Directory in which audio waits until the recording store has it. */
export const recordingSpool = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  join(dataDir, 'recording-spool');

/** Opens the stores. @throws ConfigError if the recording store cannot be used as configured */
export const openStores = async (foundation: Foundation): Promise<Stores> => {
  const { config, nc, replicas, logger, registry } = foundation;
  const countRecordings = recordingCounter(registry);
  const recordings = await openRecordings({
    ...foundation,
    spool: recordingSpool(config),
    count: countRecordings,
  });
  const logs = await openSessionLogs(foundation, recordings);
  const assets = await createObjectAssetStore(nc, replicas);
  const spool = openSpool({
    dir: join(config.dataDir, 'spool'),
    maxBytes: config.spoolBytes,
    leastFreeBytes: MIN_FREE_BYTES,
    newId: randomUUID,
    onError: (error) => logger.error({ event: 'spool.not_removed', err: error }),
  });
  if (spool.leftovers > 0) logger.info({ event: 'spool.leftovers_removed', processes: spool.leftovers });
  return { recordings, countRecordings, ...logs, assets, spool };
};

/** Logs that earlier processes have not finished are finished first. */
const openSessionLogs = async (
  { config, journalTime: now, logger, registry }: Foundation,
  { blobs }: Pick<OpenedRecordings, 'blobs'>,
): Promise<Pick<Stores, 'sessionLogs' | 'sessionLogSpool' | 'countSessionLogs'>> => {
  const count = sessionLogCounter(registry);
  const { sessionLogDays: days, sessionLogDir: copyTo } = config;
  const dir = sessionLogDirectory(config);
  const sessionLogs = createSessionLogStore({
    dir,
    blobs,
    days,
    copyTo,
    now,
    count: (what) => count({ what }),
    logger,
  });
  await sessionLogs
    .adopt(null)
    .catch((error: unknown) =>
      logger.error({ event: 'session_log.not_adopted', err: providerFailure(error) }),
    );
  const sessionLogSpool = openSessionLogSpool(config, { thread: 0, now, count, logger });
  return { sessionLogs, sessionLogSpool, countSessionLogs: count };
};
