/** The servers of media streams in a comparison: each in its own process, with addresses at which streams are opened. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createApiClient } from '../../../testkit/api/client.js';
import { type ParleyProcess, startParley, UNLIMITED } from '../../../testkit/service/parley-process.js';
import { createTenant } from '../../../testkit/service/tenant.js';
import { createNetworkClient } from '../../../testkit/simulators/network-client.js';
import { until } from '../../../testkit/until.js';
import { startChild } from '../../gauges/child.js';
import { descendantsOf } from '../../gauges/processes.js';

/** One server. */
export interface Subject {
  readonly name: string;
  readonly pid: number;
  /** Processes that work for it, whose time is not counted. */
  readonly otherPids: readonly number[];
  /** Yields the addresses of `streams` new streams, as many at a time as possible. */
  addresses(streams: number): AsyncIterable<readonly string[]>;
  stop(): Promise<void>;
}

export type SubjectName = 'uws' | 'ws' | 'parley';

/**
 * `maxStreams` is the highest number of concurrent streams. `greeting` is what agents of a service say; bare servers send
 * noise for as long as the stream is open.
 */
export const startSubject = (name: SubjectName, greeting: string, maxStreams: number): Promise<Subject> =>
  name === 'parley' ? startService(greeting, maxStreams) : startBare(BARE[name]);

const BARE = {
  uws: { title: 'bare uWebSockets', script: new URL('./uws-server.js', import.meta.url) },
  ws: { title: 'bare ws', script: new URL('./ws-server.js', import.meta.url) },
} as const;

const startBare = async ({ title, script }: (typeof BARE)['uws' | 'ws']): Promise<Subject> => {
  const child = startChild(script);
  const port = await child.ask<number>('port');
  return {
    name: title,
    pid: child.pid,
    otherPids: [],
    addresses: async function* (streams) {
      yield Array.from({ length: streams }, (_, index) => `ws://127.0.0.1:${port}/media/${index}`);
    },
    stop: () => child.stop(),
  };
};

/** Calls placed at a time. */
const BATCH = 10;
const PLACED_WITHIN_MS = 20_000;
const POLL_MS = 50;
const HOUR_MS = 3_600_000;

/** Real calls, placed with the simulated network, which leaves their audio to the client that opens their streams. */
const startService = async (greeting: string, maxStreams: number): Promise<Subject> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-compare-'));
  const service = await startParley({
    dataDir,
    env: { ...UNLIMITED, PARLEY_LOG_LEVEL: 'warn' },
  });
  const stop = async (): Promise<void> => {
    service.kill('SIGTERM');
    await service.ended;
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    return await withCalls(service, dataDir, greeting, maxStreams, stop);
  } catch (error) {
    await stop();
    throw error;
  }
};

const withCalls = async (
  service: ParleyProcess,
  dataDir: string,
  greeting: string,
  maxStreams: number,
  stop: () => Promise<void>,
): Promise<Subject> => {
  const { businessId, apiKey } = await createTenant(dataDir, { lines: maxStreams + BATCH, credits: 100_000 });
  const client = createApiClient(service.url, businessId, apiKey);
  const network = createNetworkClient(service.networkUrl, service.simulatorToken);
  await network.mix([
    {
      share: 1,
      script: { ringMs: 50, stream: 'never', steps: [{ atMs: HOUR_MS, do: { type: 'hang_up' } }] },
    },
  ]);
  const agent = await client.createAgent('Talker', 'Otherwise, say "One moment, please.".', {
    firstGreeting: greeting,
    maxCallDurationSeconds: 600,
  });
  let placed = 0;
  const place = async (calls: number): Promise<readonly string[]> => {
    const ids = await Promise.all(
      Array.from({ length: calls }, () => {
        placed += 1;
        return client.startCall(agent.id, `+1415${String(5_000_000 + placed)}`);
      }),
    );
    let tokens: readonly string[] = [];
    await until(
      'the calls to be answered',
      async () => {
        await delay(POLL_MS);
        const answered = (await network.calls()).filter(({ status }) => status === 'in-progress');
        tokens = ids.flatMap((id) => {
          const call = answered.find(({ statusCallback }) => statusCallback.includes(id));
          const token = /\/media\/loopback\/([^"]+)"/.exec(call?.twiml ?? '')?.[1];
          return token === undefined ? [] : [token];
        });
        return tokens.length === ids.length;
      },
      PLACED_WITHIN_MS,
    );
    return tokens.map((token) => `${service.url.replace(/^http/, 'ws')}/media/loopback/${token}`);
  };
  return {
    name: 'Parley',
    pid: service.pid,
    otherPids: descendantsOf(service.pid).map(({ pid }) => pid),
    addresses: async function* (streams) {
      for (let remaining = streams; remaining > 0; remaining -= BATCH)
        yield await place(Math.min(remaining, BATCH));
    },
    stop,
  };
};
