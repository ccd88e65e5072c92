/** The spool of session logs of a node, in which its threads write. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  createSessionLogSpool,
  type SessionLogCount,
  type SessionLogSpool,
} from '../../providers/session-logs/spool.js';
import type { Config } from '../config/index.js';
import type { Logger } from '../logging.js';

export interface SessionLogSpoolDeps {
  /** 0 is the main thread. */
  readonly thread: number;
  /** ms since the epoch */
  readonly now: () => number;
  readonly count: (count: SessionLogCount) => void;
  readonly logger: Logger;
}

/** The directory of the spool. */
export const sessionLogDirectory = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  join(dataDir, 'session-log-spool');

/** Null: no logs are kept. */
export const openSessionLogSpool = (
  config: Pick<Config, 'dataDir' | 'sessionLogDays' | 'sessionLogDir'>,
  deps: SessionLogSpoolDeps,
): SessionLogSpool | null =>
  config.sessionLogDays === 0 && config.sessionLogDir === null
    ? null
    : createSessionLogSpool({ ...deps, dir: sessionLogDirectory(config), newId: randomUUID });
