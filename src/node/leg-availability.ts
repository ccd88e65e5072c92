/**
 * Whether browsers can join calls, by the setting and by what is on this machine. A worker that is installed while the service
 * runs is found without a restart.
 */
import type { Logger } from 'pino';
import { type findWorker, type installWorker, WorkerMissing } from '../../providers/legs/worker-program.js';
import { DomainError } from '../../schemas/errors.js';
import type { BrowserLegsSetting } from '../config/legs-setting.js';

/** A missing worker is looked for at most this often, ms: pages ask more often. */
const LOOK_AGAIN_MS = 5_000;

interface AvailabilityDeps {
  readonly setting: Pick<BrowserLegsSetting, 'mode' | 'worker'>;
  readonly cacheDir: string;
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** ms, monotonic or since the epoch. */
  readonly now: () => number;
  readonly find: typeof findWorker;
  readonly install: typeof installWorker;
}

/** The function returns why browsers cannot join; null: they can. Logs once if they cannot, and once if they can later. */
export const legAvailability = (deps: AvailabilityDeps): (() => DomainError | null) => {
  const { setting, cacheDir, logger, now, find, install } = deps;
  if (setting.mode === 'off') {
    const off = new DomainError(
      'browser_legs_unavailable',
      'Browsers cannot join calls: PARLEY_BROWSER_LEGS is off. Set it to auto or on, then restart the service.',
    );
    return () => off;
  }
  const missing = (): WorkerMissing | null => {
    try {
      find({ named: setting.worker, cacheDir });
      return null;
    } catch (error) {
      if (!(error instanceof WorkerMissing)) throw error;
      return error;
    }
  };
  const first = missing();
  let unavailable = first === null ? null : new DomainError('browser_legs_unavailable');
  let lookedAt = now();
  if (first !== null) {
    const building = setting.mode === 'on';
    logger[building ? 'warn' : 'info']({ event: 'legs.unavailable', reason: first.message, building });
    if (building)
      void install({
        cacheDir,
        onLine: (line) => logger.info({ event: 'legs.worker_installing', line }),
        onProgress: () => undefined,
      }).then(
        ({ worker: path, source }) => {
          unavailable = null;
          logger.info({ event: 'legs.worker_built', path, source });
        },
        (failure: unknown) => logger.error({ event: 'legs.worker_build_failed', err: failure }),
      );
  }
  return () => {
    if (unavailable === null || now() - lookedAt < LOOK_AGAIN_MS) return unavailable;
    lookedAt = now();
    if (missing() === null) {
      unavailable = null;
      logger.info({ event: 'legs.worker_found' });
    }
    return unavailable;
  };
};
