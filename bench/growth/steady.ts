/** Whether contacts are created as fast after some minutes as at first, when each has made the journal longer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApiClient } from '../../testkit/api-client.js';
import { createTenant } from '../../testkit/parley-process.js';
import { createCategory, createContact } from '../../testkit/resources.js';
import { note } from '../command-line.js';
import { mobileOf, nameOf } from '../contact-rows.js';
import { natsServerOf, ranMs, startMeasured, stop } from './measured-service.js';

const CONNECTIONS = 64;
const WINDOW_S = 30;

interface Window {
  readonly aSecond: number;
  /** Microseconds of processor time a request. */
  readonly natsUs: number;
  readonly serviceUs: number;
}

/** Creates contacts for so many seconds, at least two windows of 30. */
export const steady = async (seconds: number, dir: string): Promise<object> => {
  const dataDir = mkdtempSync(join(dir, 'parley-steady-'));
  const service = await startMeasured(dataDir);
  try {
    const { businessId, apiKey } = await createTenant(dataDir);
    const client = createApiClient(service.url, businessId, apiKey);
    const categoryIds = [await createCategory(client, 'Measured')];
    const natsPid = natsServerOf(service);
    let created = 0;
    let isOver = false;
    const connection = async (): Promise<void> => {
      while (!isOver) {
        const n = created++;
        await createContact(client, { name: nameOf(n), mobile: mobileOf(n), categoryIds });
      }
    };
    const look = () => ({
      at: performance.now(),
      created,
      natsMs: ranMs(natsPid),
      serviceMs: ranMs(service.pid),
    });
    const windows: Window[] = [];
    const connections = Promise.all(Array.from({ length: CONNECTIONS }, connection));
    while (windows.length * WINDOW_S < seconds) {
      const before = look();
      await Promise.race([delay(WINDOW_S * 1_000), connections]);
      const after = look();
      const requests = after.created - before.created;
      const window = {
        aSecond: Math.round((requests * 1_000) / (after.at - before.at)),
        natsUs: Math.round(((after.natsMs - before.natsMs) * 1_000) / requests),
        serviceUs: Math.round(((after.serviceMs - before.serviceMs) * 1_000) / requests),
      };
      note(JSON.stringify(window));
      windows.push(window);
    }
    isOver = true;
    await connections;
    const first = mean(windows.slice(0, 2));
    const last = mean(windows.slice(-2));
    return { connections: CONNECTIONS, seconds: windows.length * WINDOW_S, created, first, last, windows };
  } finally {
    await stop(service);
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const mean = (windows: readonly Window[]): Window => {
  const of = (pick: (window: Window) => number): number =>
    Math.round(windows.reduce((sum, window) => sum + pick(window), 0) / windows.length);
  return {
    aSecond: of(({ aSecond }) => aSecond),
    natsUs: of(({ natsUs }) => natsUs),
    serviceUs: of(({ serviceUs }) => serviceUs),
  };
};
