/** Plays calls on one service in turns, some of them with a browser that listens. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type ApiClient, ApiError, createApiClient } from '../../testkit/api/client.js';
import type { Lifetime } from '../../testkit/lifetime.js';
import { testCacheDir } from '../../testkit/nats/server.js';
import { type ParleyProcess, startParley, UNLIMITED } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { createNetworkClient } from '../../testkit/simulators/network-client.js';
import { until } from '../../testkit/until.js';
import { type CallLoad, prepareLoad } from '../calls/load.js';
import { type Measured, parseMeasures } from '../calls/measures.js';
import { processorTimeOf, usedBetween } from '../gauges/processes.js';
import { openBenchPage } from './page.js';

export interface ListenedTurn {
  readonly listeners: number;
  readonly completed: number;
  readonly pacing: Measured | undefined;
  /** Of the service's main thread, as a share of a core. */
  readonly mainThread: number;
  /** Packets of 20 ms that reached each listener's browser. */
  readonly packets: readonly number[];
}

export interface ListenedCalls {
  /** Plays `calls` at once; `listeners` of them have a listener from their answer to their end. */
  play(calls: number, listeners: number): Promise<ListenedTurn>;
}

interface LegGrant {
  readonly leg: { readonly token: string; readonly signallingPath: string };
}

const WARM_CALLS = 2;
const JOIN_WITHIN_MS = 15_000;
const MEASURE = 'pacing.lateness';

/** A service with a business, and a browser that stays for all turns; both end with `lifetime`. */
export const startListenedCalls = async (lifetime: Lifetime): Promise<ListenedCalls> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  lifetime.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  const service = await startParley({
    dataDir,
    env: { ...UNLIMITED, PARLEY_LOG_LEVEL: 'warn', PARLEY_CACHE_DIR: testCacheDir() },
  });
  lifetime.teardown(async () => {
    service.kill('SIGTERM');
    await service.ended;
  });
  const { businessId, apiKey } = await createTenant(dataDir, { lines: 1_000, credits: 100_000 });
  const client = createApiClient(service.url, businessId, apiKey);
  const load = await prepareLoad(client, createNetworkClient(service.networkUrl, service.simulatorToken));
  await load.play(WARM_CALLS);
  const page = await openBenchPage(lifetime, service.url);
  return { play: (calls, listeners) => playTurn({ service, client, load, page }, calls, listeners) };
};

interface Stage {
  readonly service: ParleyProcess;
  readonly client: ApiClient;
  readonly load: CallLoad;
  readonly page: Page;
}

const playTurn = async (
  { service, client, load, page }: Stage,
  calls: number,
  listeners: number,
): Promise<ListenedTurn> => {
  service.kill('SIGUSR2');
  await until('the latency counters to be reset', async () =>
    Object.values(parseMeasures(await service.metrics())).every(({ count }) => count === 0),
  );
  const before = { at: performance.now(), time: processorTimeOf(service.pid) };
  const [{ details }] = await Promise.all([load.play(calls), listenTo(client, page, listeners)]);
  const used = usedBetween(before.time, processorTimeOf(service.pid));
  const tookMs = performance.now() - before.at;
  return {
    listeners,
    completed: details.filter(({ call }) => call.status === 'completed').length,
    pacing: parseMeasures(await service.metrics())[MEASURE],
    mainThread: (used.byThread.main ?? 0) / tookMs,
    packets: await page.evaluate('bench.leave()'),
  };
};

/** Joins calls as they are answered. @throws Error when there are too few of them */
const listenTo = async (client: ApiClient, page: Page, listeners: number): Promise<void> => {
  const seen = new Set<string>();
  let joined = 0;
  if (listeners === 0) return;
  await until(
    'calls to listen to',
    async () => {
      const { calls } = await client.get<{ readonly calls: readonly { readonly id: string }[] }>(
        '/api/v1/voice/calls?status=answered&limit=100',
      );
      for (const { id } of calls.filter((call) => !seen.has(call.id))) {
        if (joined === listeners) break;
        seen.add(id);
        if (await joinCall(client, page, id)) joined += 1;
      }
      return joined === listeners ? true : null;
    },
    JOIN_WITHIN_MS,
  );
};

/** False when the call has ended. */
const joinCall = async (client: ApiClient, page: Page, callId: string): Promise<boolean> => {
  try {
    const { leg } = await client.post<LegGrant>(`/api/v1/voice/calls/${callId}/legs`, { purpose: 'listen' });
    await page.evaluate(`bench.listen(${JSON.stringify(leg.signallingPath)}, ${JSON.stringify(leg.token)})`);
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'call_not_live') return false;
    throw error;
  }
};
