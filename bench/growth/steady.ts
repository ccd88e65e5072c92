/**
 * Measures whether contacts are created as fast after some minutes as at first, although each has made the journal
 * longer. A request costs this process, which sends it, the same at any time; that control distinguishes a busy machine
 * from a service that slows down.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApiClient } from '../../testkit/api/client.js';
import { createCategory, createContact } from '../../testkit/api/resources.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { note } from '../command-line.js';
import { mobileOf, nameOf } from '../contacts/rows.js';
import { natsServerOf, ranMs, startMeasured, stop } from './measured-service.js';

const CONNECTIONS = 64;
const WINDOW_S = 30;

interface Window {
  readonly aSecond: number;
  /** Microseconds of processor time per request. */
  readonly natsUs: number;
  readonly serviceUs: number;
  /** The same for this process: the control. */
  readonly clientUs: number;
  /** nats-server and service together, as a multiple of the control. */
  readonly ratio: number;
}

/** Creates contacts for `seconds` seconds, in windows of 30 s. */
export const steady = async (seconds: number, dir: string): Promise<object> => {
  const dataDir = mkdtempSync(join(dir, 'parley-steady-'));
  const service = await startMeasured(dataDir);
  try {
    const { businessId, apiKey } = await createTenant(dataDir);
    const client = createApiClient(service.url, businessId, apiKey);
    const categoryIds = [await createCategory(client, 'Measured')];
    const natsPid = natsServerOf(service);
    let created = 0;
    let isStopped = false;
    const connection = async (): Promise<void> => {
      while (!isStopped) {
        const n = created++;
        await createContact(client, { name: nameOf(n), mobile: mobileOf(n), categoryIds });
      }
    };
    const takeReadings = () => ({
      at: performance.now(),
      created,
      natsMs: ranMs(natsPid),
      serviceMs: ranMs(service.pid),
      clientMs: ranMs(process.pid),
    });
    const windows: Window[] = [];
    const connections = Promise.all(Array.from({ length: CONNECTIONS }, connection));
    while (windows.length * WINDOW_S < seconds) {
      const before = takeReadings();
      await Promise.race([delay(WINDOW_S * 1_000), connections]);
      const after = takeReadings();
      const requests = after.created - before.created;
      const usOf = (name: 'natsMs' | 'serviceMs' | 'clientMs'): number =>
        Math.round(((after[name] - before[name]) * 1_000) / requests);
      const [natsUs, serviceUs, clientUs] = [usOf('natsMs'), usOf('serviceMs'), usOf('clientMs')];
      const window: Window = {
        aSecond: Math.round((requests * 1_000) / (after.at - before.at)),
        natsUs,
        serviceUs,
        clientUs,
        ratio: hundredths((natsUs + serviceUs) / clientUs),
      };
      note(JSON.stringify(window));
      windows.push(window);
    }
    isStopped = true;
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
  const meanOf = (pick: (window: Window) => number): number =>
    windows.reduce((sum, window) => sum + pick(window), 0) / windows.length;
  return {
    aSecond: Math.round(meanOf(({ aSecond }) => aSecond)),
    natsUs: Math.round(meanOf(({ natsUs }) => natsUs)),
    serviceUs: Math.round(meanOf(({ serviceUs }) => serviceUs)),
    clientUs: Math.round(meanOf(({ clientUs }) => clientUs)),
    ratio: hundredths(meanOf(({ ratio }) => ratio)),
  };
};

const hundredths = (value: number): number => Math.round(value * 100) / 100;
