/** Services whose console the tests open: one for all of them, and new ones for tests of an installation's beginning. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { testCacheDir } from '../../../testkit/nats/server.js';
import { type ParleyProcess, startParley, UNLIMITED } from '../../../testkit/service/parley-process.js';
import { shared } from './shared.js';

export interface Installation {
  readonly service: ParleyProcess;
  readonly dataDir: string;
  /** Stops the service and starts it again on the same data, at another address. Resolves with the new process. */
  restart(onStopped: () => Promise<void>): Promise<ParleyProcess>;
}

/** Starts a service without users; it ends with the test. */
export const startInstallation = async (
  lifetime: Lifetime,
  env: Readonly<Record<string, string>> = {},
): Promise<Installation> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-console-'));
  const start = (): Promise<ParleyProcess> =>
    startParley({
      dataDir,
      env: { ...UNLIMITED, PARLEY_LOG_LEVEL: 'error', PARLEY_CACHE_DIR: testCacheDir(), ...env },
    });
  const service = await start();
  let running = service;
  const stop = async (): Promise<void> => {
    running.kill('SIGTERM');
    await running.ended;
  };
  lifetime.teardown(async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return {
    service,
    dataDir,
    restart: async (onStopped) => {
      await stop();
      await onStopped();
      running = await start();
      return running;
    },
  };
};

/** The service of all tests that need no beginning. Webhooks and providers may be on this machine. */
export const sharedInstallation = shared((lifetime) =>
  startInstallation(lifetime, { PARLEY_DEVELOPMENT: '1' }),
);
