/**
 * Plays calls with and without open pages, in turns on one service: whether live streams cost calls anything, how soon
 * a page receives an event, and whether each page receives every event. `npm run bench:live -- --help`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { createApiClient } from '../testkit/api/client.js';
import { type ParleyProcess, startParley, UNLIMITED } from '../testkit/service/parley-process.js';
import { createTenant } from '../testkit/service/tenant.js';
import { createNetworkClient } from '../testkit/simulators/network-client.js';
import { until } from '../testkit/until.js';
import { type CallLoad, prepareLoad } from './calls/load.js';
import { type Measured, parseMeasures, readBudgets } from './calls/measures.js';
import { note, print, run, wholeNumber } from './command-line.js';
import { type Child, startChild } from './gauges/child.js';
import { machine, machineLine } from './gauges/machine.js';
import { processorTimeOf, usedBetween } from './gauges/processes.js';
import { median, quantilesOf } from './gauges/quantiles.js';
import type { ReadersOrder, ReadersResult } from './live/readers.js';

const HELP = `Plays calls without and with open live streams, in turns.

  npm run bench:live -- [options]

  --calls <n>     concurrent calls (50; at most 500)
  --streams <n>   open pages, subscribed to all topics including voices (50, the maximum for a business)
  --rounds <n>    turns without and with pages (2; at most 10)
  --help          this text

Exits with 1 if a call did not complete, if a page did not receive the end of a call, or if pacing with open pages exceeds both
its budget at p99 and 1.5 times the p99 without pages (medians of the turns).
`;
const WARM_CALLS = 2;
/** Pages receive all pending events within this time, ms. */
const DELIVERY_MS = 2_000;
const MEASURE = 'pacing.lateness';
/** On a busy machine either measurement varies by this factor. */
const NOISE = 1.5;

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '50' },
      streams: { type: 'string', default: '50' },
      rounds: { type: 'string', default: '2' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    calls: wholeNumber('calls', values.calls, 1, 500),
    streams: wholeNumber('streams', values.streams, 1, 50),
    rounds: wholeNumber('rounds', values.rounds, 1, 10),
    help: values.help,
  };
};

interface Turn {
  readonly streams: number;
  readonly completed: number;
  readonly pacing: Measured | undefined;
  /** Of the service's main thread, as a share of a core. */
  readonly mainThread: number;
  readonly received: ReadersResult;
}

interface Stage {
  readonly service: ParleyProcess;
  readonly readers: Child;
  readonly load: CallLoad;
  readonly order: Omit<ReadersOrder, 'streams'>;
}

const playTurn = async (
  { service, readers, load, order }: Stage,
  calls: number,
  streams: number,
): Promise<Turn> => {
  await readers.ask('open', { ...order, streams } satisfies ReadersOrder);
  service.kill('SIGUSR2');
  await until('the latency counters to be reset', async () =>
    Object.values(parseMeasures(await service.metrics())).every(({ count }) => count === 0),
  );
  const before = { at: performance.now(), time: processorTimeOf(service.pid) };
  const { details } = await load.play(calls);
  const used = usedBetween(before.time, processorTimeOf(service.pid));
  const tookMs = performance.now() - before.at;
  const pacing = parseMeasures(await service.metrics())[MEASURE];
  await new Promise((resolve) => setTimeout(resolve, DELIVERY_MS));
  return {
    streams,
    completed: details.filter(({ call }) => call.status === 'completed').length,
    pacing,
    mainThread: (used.byThread.main ?? 0) / tookMs,
    received: await readers.ask<ReadersResult>('close'),
  };
};

const p99Of = (turns: readonly Turn[]): number =>
  median(turns.map(({ pacing }) => pacing?.p99 ?? Number.NaN));

const isLater = (turns: readonly Turn[]): boolean => {
  const budget = readBudgets()[MEASURE]?.p99 ?? 0;
  const without = p99Of(turns.filter(({ streams }) => streams === 0));
  // NaN, which means that nothing was measured, counts as later.
  return !(p99Of(turns.filter(({ streams }) => streams > 0)) <= Math.max(budget, without * NOISE));
};

const problemsOf = (calls: number, turns: readonly Turn[]): readonly string[] => [
  ...(isLater(turns) ? ['pacing is later with pages open'] : []),
  ...turns.flatMap(({ completed, received }) => [
    ...(completed === calls ? [] : [`${completed} of ${calls} calls were completed`]),
    ...(received.ended.every((count) => count === calls)
      ? []
      : [`pages received ${received.ended.join(', ')} call ends of ${calls}`]),
  ]),
];

const tableOf = (turns: readonly Turn[]): string => {
  const table = new Table({
    head: [
      ...['streams', 'pacing p50 ms', 'p99', 'p99.9', 'main thread, %'],
      ...['events received', 'commit to page p50 ms', 'p99', 'voices received'],
    ],
  });
  for (const { streams, pacing, mainThread, received } of turns) {
    const delays = quantilesOf(received.delays);
    table.push([
      String(streams),
      ...[pacing?.p50, pacing?.p99, pacing?.p999].map((ms) => (ms ?? Number.NaN).toFixed(2)),
      (mainThread * 100).toFixed(1),
      String(received.events),
      ...(received.events === 0 ? ['', ''] : [delays.p50.toFixed(0), delays.p99.toFixed(0)]),
      String(received.voices),
    ]);
  }
  return table.toString();
};

run(async () => {
  const { calls, streams, rounds, help } = readOptions();
  if (help) return print(HELP.trimEnd());
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const service = await startParley({ dataDir, env: { ...UNLIMITED, PARLEY_LOG_LEVEL: 'warn' } });
  const readers = startChild(new URL('./live/readers.js', import.meta.url));
  const turns: Turn[] = [];
  try {
    const { businessId, apiKey } = await createTenant(dataDir, { lines: 1_000, credits: 100_000 });
    const client = createApiClient(service.url, businessId, apiKey);
    const load = await prepareLoad(client, createNetworkClient(service.networkUrl, service.simulatorToken));
    await load.play(WARM_CALLS);
    const stage = { service, readers, load, order: { url: service.url, businessId, apiKey } };
    for (let round = 1; round <= rounds; round += 1)
      // The order alternates, so that background load on the machine affects both.
      for (const open of round % 2 === 1 ? [0, streams] : [streams, 0]) {
        note(`${calls} calls, ${open} streams, round ${round} of ${rounds} ...`);
        turns.push(await playTurn(stage, calls, open));
      }
  } finally {
    await readers.stop();
    service.kill('SIGTERM');
    await service.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
  print(`${machineLine(machine())}; ${calls} concurrent calls`);
  print(tableOf(turns));
  const problems = problemsOf(calls, turns);
  for (const problem of problems) print(problem);
  if (problems.length > 0) process.exitCode = 1;
});
