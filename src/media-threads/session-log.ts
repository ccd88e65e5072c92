/** Keeps the inputs of media sessions for replay. */
import { randomUUID } from 'node:crypto';
import type { OpenSessionLog } from '../../media/driver/session-log.js';
import { createSessionLogSpool } from '../../providers/session-logs/spool.js';
import type { Logger } from '../logging.js';

/** Opens session logs in the directory, which is created if needed; null: no log is kept. */
export const sessionLogTo = (
  dir: string | null,
  deps: { readonly thread: number; readonly now: () => number; readonly logger: Logger },
): OpenSessionLog | null =>
  dir === null
    ? null
    : createSessionLogSpool({ ...deps, dir, newId: randomUUID, count: () => undefined }).open;
