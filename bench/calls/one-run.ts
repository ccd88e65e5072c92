/** One run: a service of its own, so many calls at once, and what they and everything beside them took. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LatenessQuantiles } from '../../providers/carriers/loopback/network/lateness.js';
import { type CallDetail, createApiClient } from '../../testkit/api-client.js';
import { createNetworkClient } from '../../testkit/network-client.js';
import { createTenant, type ParleyProcess, startParley, UNLIMITED } from '../../testkit/parley-process.js';
import { until } from '../../testkit/until.js';
import { type Child, startChild } from '../gauges/child.js';
import { machineTime, pinTo, sharesBetween } from '../gauges/machine.js';
import { type Descendant, descendantsOf, processorTimeOf, usedBetween } from '../gauges/processes.js';
import { type Quantiles, quantilesOf } from '../gauges/quantiles.js';
import { type CallLoad, type LoadResult, prepareLoad } from './load.js';
import { type Measures, parseMeasures, wrongCounts } from './measures.js';

/** What one run came to. */
export interface CallRun {
  readonly calls: number;
  readonly completed: number;
  /** ms; the service's own, and what the network saw. */
  readonly measures: Measures;
  readonly framesReceived: number;
  readonly underruns: number;
  /** How late the simulated network sent what was due, ms. */
  readonly simulator: LatenessQuantiles;
  /** How late a process was that only sleeps, ms. */
  readonly machine: Quantiles;
  /** How long after it was said the last thing was transcribed that a customer said, ms. */
  readonly recogniser: Quantiles;
  readonly processor: Processor;
  /** Why the run says nothing; empty: it counts. */
  readonly invalid: readonly string[];
}

/** Shares of a core while the calls were played. */
interface Processor {
  /** Of the service, for each call while it was up. */
  readonly aCall: number;
  /** Of the service, by thread. */
  readonly threads: Readonly<Record<string, number>>;
  readonly service: number;
  readonly nats: number;
  readonly network: number;
  /** Of the whole machine. */
  readonly idle: number;
  readonly stolen: number;
}

/** Rounds of a single call, so that its percentiles are of something. */
const SINGLE_ROUNDS = 10;
/** A network that is later than this at p99 did not bring what it should have, and took our frames late, ms. */
const SIMULATOR_P99_MS = 10;
/** The first call of a service compiles its code, makes its phrases and learns its book. */
const WARM_CALLS = 2;

/** Plays `calls` calls at once; `pin`: the service on processor 0, everything else on processor 1. */
export const runCalls = async (calls: number, pin: boolean): Promise<CallRun> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const reference = startChild(new URL('../gauges/reference.js', import.meta.url));
  let service: ParleyProcess | null = null;
  try {
    service = await startParley({
      dataDir,
      env: { ...UNLIMITED, PARLEY_LOG_LEVEL: 'warn' },
    });
    const beside = descendantsOf(service.pid);
    if (pin) {
      for (const pid of [process.pid, reference.pid, ...beside.map((other) => other.pid)]) pinTo(1, pid);
      pinTo(0, service.pid);
    }
    return await measure(calls, dataDir, service, beside, reference);
  } finally {
    service?.kill('SIGTERM');
    await Promise.all([service?.ended, reference.stop()]);
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const measure = async (
  calls: number,
  dataDir: string,
  service: ParleyProcess,
  beside: readonly Descendant[],
  reference: Child,
): Promise<CallRun> => {
  const { businessId, apiKey } = await createTenant(dataDir, { lines: 1_000, credits: 100_000 });
  const network = createNetworkClient(service.networkUrl, service.simulatorToken);
  const load = await prepareLoad(createApiClient(service.url, businessId, apiKey), network);
  await load.play(WARM_CALLS);
  service.kill('SIGUSR2');
  await until('the latencies to be counted anew', async () =>
    Object.values(parseMeasures(await service.metrics())).every(({ count }) => count === 0),
  );
  await network.forgetLateness();
  await reference.ask('take');
  const watched = [service.pid, ...beside.map(({ pid }) => pid)];
  const before = { at: performance.now(), times: watched.map(processorTimeOf), machine: machineTime() };
  const { details, network: placed } = await playRounds(load, calls);
  const took = performance.now() - before.at;
  const used = watched.map((pid, index) => {
    const then = before.times[index];
    return then === undefined ? null : usedBetween(then, processorTimeOf(pid));
  });
  const share = (what: RegExp): number =>
    beside.reduce((sum, { command }, index) => {
      return what.test(command) ? sum + (used[index + 1]?.totalMs ?? 0) / took : sum;
    }, 0);
  const [own] = used;
  const seconds = details.reduce((sum, { call }) => sum + (call.durationSeconds ?? 0), 0);
  const { sent, arrived } = await network.lateness();
  const measures: Measures = { ...parseMeasures(await service.metrics()), 'network.lateness': arrived };
  const rounds = calls === 1 ? SINGLE_ROUNDS : 1;
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
    processor: {
      aCall: (own?.totalMs ?? 0) / 1_000 / Math.max(1, seconds),
      threads: Object.fromEntries(
        Object.entries(own?.byThread ?? {}).map(([name, worked]) => [name, worked / took]),
      ),
      service: (own?.totalMs ?? 0) / took,
      nats: share(/nats-server/),
      network: share(/loopback\/network/),
      ...sharesBetween(before.machine, machineTime()),
    },
    invalid: [
      ...(completed === calls * rounds ? [] : [`${completed} of ${calls * rounds} calls were completed`]),
      ...wrongCounts(calls * rounds, measures),
      ...(sent.p99 <= SIMULATOR_P99_MS
        ? []
        : [`the simulated network itself was late by ${sent.p99.toFixed(1)} ms at p99`]),
    ],
  };
};

/** What was held during the greeting is transcribed long before it counts. */
const lastTranscriptMs = ({ diagnostics }: CallDetail): readonly number[] => {
  const told = diagnostics.turns.flatMap(({ latencies }) => latencies?.finalTranscriptMs ?? []);
  return told.slice(1).slice(-1);
};

const playRounds = async (load: CallLoad, calls: number): Promise<LoadResult> => {
  const results: LoadResult[] = [];
  for (let round = 0; round < (calls === 1 ? SINGLE_ROUNDS : 1); round += 1)
    results.push(await load.play(calls));
  return {
    details: results.flatMap(({ details }) => details),
    network: results.flatMap(({ network }) => network),
  };
};
