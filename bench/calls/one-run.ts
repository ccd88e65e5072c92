/** One run: its own service, a number of concurrent calls, and what the calls and everything around them used. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LatenessQuantiles } from '../../simulators/phone-network/audio/lateness.js';
import { type CallDetail, createApiClient } from '../../testkit/api/client.js';
import { createLifetime, type Lifetime } from '../../testkit/lifetime.js';
import { type Receiver, startReceiver } from '../../testkit/servers/receiver.js';
import { connectWhatsApp } from '../../testkit/service/meta.js';
import { type ParleyProcess, startParley, UNLIMITED } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { createMetaClient } from '../../testkit/simulators/meta-client.js';
import { createNetworkClient } from '../../testkit/simulators/network-client.js';
import { freePort } from '../../testkit/sockets/free-port.js';
import { until } from '../../testkit/until.js';
import { REPOSITORY } from '../compare/versions.js';
import { type Child, startChild } from '../gauges/child.js';
import { machineTime, pinTo, sharesBetween } from '../gauges/machine.js';
import { type Descendant, descendantsOf, processorTimeOf, usedBetween } from '../gauges/processes.js';
import { profilable, sourcesIn, startProfile, workOf } from '../gauges/profile.js';
import { type Quantiles, quantilesOf } from '../gauges/quantiles.js';
import type { ContactsOrder } from './contacts-client.js';
import { ACCOUNT, type Customers, prepareCustomers } from './customers.js';
import { type CallLoad, type LoadResult, prepareLoad } from './load.js';
import { countProblems, type Measures, parseMeasures } from './measures.js';

/** The result of one run. */
export interface CallRun {
  readonly calls: number;
  readonly completed: number;
  /** ms; the service's own measures, and what the network saw. */
  readonly measures: Measures;
  readonly framesReceived: number;
  readonly underruns: number;
  /** How late the simulated network sent its messages, ms. */
  readonly simulator: LatenessQuantiles;
  /** How late a process was that only sleeps, ms. */
  readonly machine: Quantiles;
  /** How long after the customer's last words in a call their transcript arrived, ms. */
  readonly recogniser: Quantiles;
  readonly processor: Processor;
  /** Requests per second that a client of contacts had answered meanwhile; null if there was none. Older files lack this. */
  readonly contacts?: number | null;
  /** Why the run does not count; empty if it counts. */
  readonly invalid: readonly string[];
}

/** Shares of a core while the calls were played. */
interface Processor {
  /** Of the service, per call while it was live. */
  readonly aCall: number;
  /** Of the service, by thread. */
  readonly threads: Readonly<Record<string, number>>;
  /** Of its main thread, by kind of work (gauges/profile.ts); files of older benches lack this. */
  readonly work?: Readonly<Record<string, number>>;
  readonly service: number;
  readonly nats: number;
  readonly network: number;
  /** Of the whole machine. */
  readonly idle: number;
  readonly stolen: number;
}

/** Rounds of a single call, so that there are enough values for percentiles. */
const SINGLE_ROUNDS = 10;
/** A network later than this at p99 did not deliver what it should have, and received our frames late, ms. */
const SIMULATOR_P99_MS = 10;
/** The first calls of a service compile its code, synthesise its phrases and learn its book. */
const WARM_CALLS = 2;
/** A service that has not exited by then is killed, ms. */
const STOP_MS = 30_000;

/** How a run is played. */
export interface RunOptions {
  /** Concurrent calls. */
  readonly calls: number;
  /** The service on processor 0, everything else on processor 1. */
  readonly pin: boolean;
  /** Threads of the service; 0 leaves the calls' media to its main thread. */
  readonly mediaThreads: number;
  /** Requests that a client of contacts has in flight, without pause; 0 means no such client. */
  readonly contacts: number;
}

/** A service and the processes around it. */
interface Stage {
  readonly dataDir: string;
  readonly service: ParleyProcess;
  readonly inspectorPort: number;
  /** Processes that the service has started. */
  readonly descendants: readonly Descendant[];
  readonly reference: Child;
  readonly contacts: Child;
  readonly receiver: Receiver;
}

/** Plays calls on a service of their own, which is stopped afterwards. */
export const runCalls = async ({ calls, pin, mediaThreads, contacts }: RunOptions): Promise<CallRun> => {
  const lifetime = createLifetime();
  try {
    const stage = await startStage(lifetime, mediaThreads);
    const { service, descendants, reference } = stage;
    if (pin) {
      for (const pid of [
        process.pid,
        reference.pid,
        stage.contacts.pid,
        ...descendants.map((descendant) => descendant.pid),
      ])
        pinTo(1, pid);
      pinTo(0, service.pid);
    }
    return await measure(calls, contacts, stage);
  } finally {
    await lifetime.end();
  }
};

const startStage = async (lifetime: Lifetime, mediaThreads: number): Promise<Stage> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  lifetime.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  const reference = startChild(new URL('../gauges/reference.js', import.meta.url));
  lifetime.teardown(() => reference.stop());
  const contacts = startChild(new URL('./contacts-client.js', import.meta.url));
  lifetime.teardown(() => contacts.stop());
  const receiver = await startReceiver(lifetime);
  const inspectorPort = await freePort();
  const service = await startParley({
    dataDir,
    nodeArgs: profilable(inspectorPort),
    // Subscribers on this machine are notified only with PARLEY_DEVELOPMENT.
    env: {
      ...UNLIMITED,
      PARLEY_LOG_LEVEL: 'warn',
      PARLEY_DEVELOPMENT: '1',
      PARLEY_MEDIA_THREADS: String(mediaThreads),
    },
  });
  lifetime.teardown(async () => {
    service.kill('SIGTERM');
    const killer = setTimeout(() => service.kill('SIGKILL'), STOP_MS);
    await service.ended;
    clearTimeout(killer);
  });
  const descendants = descendantsOf(service.pid);
  return { dataDir, service, inspectorPort, descendants, reference, contacts, receiver };
};

/** Callers and customers, warmed up. */
const prepare = async ({ dataDir, service, receiver }: Stage) => {
  const { businessId, apiKey } = await createTenant(dataDir, { lines: 1_000, credits: 100_000 });
  const { metaUrl, networkUrl, simulatorToken, url } = service;
  if (metaUrl === null) throw new Error('the service has no simulated Meta');
  const client = createApiClient(url, businessId, apiKey);
  const network = createNetworkClient(networkUrl, simulatorToken);
  const load = await prepareLoad(client, network);
  await connectWhatsApp({ dataDir }, businessId, ACCOUNT);
  const customers = await prepareCustomers(client, createMetaClient(metaUrl, simulatorToken), receiver);
  await load.play(WARM_CALLS);
  return { network, load, customers, businessId, apiKey };
};

/** Processor use while `work` ran, and the work of the service's main thread by kind. */
const watch = async <T>({ service, inspectorPort, descendants }: Stage, work: () => Promise<T>) => {
  const watched = [service.pid, ...descendants.map(({ pid }) => pid)];
  const profiling = await startProfile(service.pid, inspectorPort);
  const before = { at: performance.now(), times: watched.map(processorTimeOf), machine: machineTime() };
  const result = await work();
  const elapsedMs = performance.now() - before.at;
  const [own, ...others] = watched.map((pid, index) => {
    const then = before.times[index];
    return then === undefined ? null : usedBetween(then, processorTimeOf(pid));
  });
  const machine = sharesBetween(before.machine, machineTime());
  const share = (what: RegExp): number =>
    descendants.reduce((sum, { command }, index) => {
      return what.test(command) ? sum + (others[index]?.totalMs ?? 0) / elapsedMs : sum;
    }, 0);
  const scaled = (shares: Readonly<Record<string, number>>, by: number): Readonly<Record<string, number>> =>
    Object.fromEntries(Object.entries(shares).map(([name, value]) => [name, value * by]));
  const threads = scaled(own?.byThread ?? {}, 1 / elapsedMs);
  const processor = {
    threads,
    work: scaled(workOf(await profiling.stop(), sourcesIn(REPOSITORY)), threads.main ?? 0),
    service: (own?.totalMs ?? 0) / elapsedMs,
    nats: share(/nats-server/),
    network: share(/phone-network/),
    ...machine,
  };
  return { result, ownMs: own?.totalMs ?? 0, processor };
};

const measure = async (calls: number, contacts: number, stage: Stage): Promise<CallRun> => {
  const { service, reference } = stage;
  const { network, load, customers, businessId, apiKey } = await prepare(stage);
  service.kill('SIGUSR2');
  await until('the latency counters to be reset', async () =>
    Object.values(parseMeasures(await service.metrics())).every(({ count }) => count === 0),
  );
  await network.forgetLateness();
  await reference.ask('take');
  const order: ContactsOrder = { url: service.url, businessId, apiKey, atATime: contacts };
  await stage.contacts.ask('begin', order);
  const startedAt = performance.now();
  const { result, ownMs, processor } = await watch(stage, () => playRounds(load, customers, calls));
  const tookS = (performance.now() - startedAt) / 1_000;
  const requests = await stage.contacts.ask<number>('end');
  const { details, network: placed } = result;
  const seconds = details.reduce((sum, { call }) => sum + (call.durationSeconds ?? 0), 0);
  const { sent, arrived } = await network.lateness();
  const measures: Measures = { ...parseMeasures(await service.metrics()), 'network.lateness': arrived };
  const expected = calls * roundsOf(calls);
  const completed = details.filter(({ call }) => call.status === 'completed').length;
  return {
    calls,
    completed,
    measures,
    framesReceived: placed.reduce((sum, call) => sum + call.stats.framesReceived, 0),
    underruns: placed.reduce((sum, call) => sum + call.stats.underruns, 0),
    simulator: sent,
    machine: quantilesOf(await reference.ask<readonly number[]>('take')),
    recogniser: quantilesOf(details.flatMap(lastTranscriptMs)),
    contacts: contacts === 0 ? null : requests / tookS,
    processor: { aCall: ownMs / 1_000 / Math.max(1, seconds), ...processor },
    invalid: [
      ...(completed === expected ? [] : [`${completed} of ${expected} calls were completed`]),
      ...countProblems(expected, measures),
      ...(sent.p99 <= SIMULATOR_P99_MS
        ? []
        : [`the simulated network itself was late by ${sent.p99.toFixed(1)} ms at p99`]),
    ],
  };
};

/**
 * Latency of the last transcript. The first one does not count: speech held during the greeting is transcribed much
 * earlier.
 */
const lastTranscriptMs = ({ diagnostics }: CallDetail): readonly number[] => {
  const finals = diagnostics.turns.flatMap(({ latencies }) => latencies?.finalTranscriptMs ?? []);
  return finals.slice(1).slice(-1);
};

const roundsOf = (calls: number): number => (calls === 1 ? SINGLE_ROUNDS : 1);

const playRounds = async (load: CallLoad, customers: Customers, calls: number): Promise<LoadResult> => {
  const results: LoadResult[] = [];
  for (let round = 0; round < roundsOf(calls); round += 1) {
    const [result] = await Promise.all([load.play(calls), customers.write(calls)]);
    results.push(result);
  }
  return {
    details: results.flatMap(({ details }) => details),
    network: results.flatMap(({ network }) => network),
  };
};
