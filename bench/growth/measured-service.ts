/** A service whose processor time is measured, together with that of its nats-server. */
import { setTimeout as delay } from 'node:timers/promises';
import { type ParleyProcess, startParley, UNLIMITED } from '../../testkit/service/parley-process.js';
import { until } from '../../testkit/until.js';
import { descendantsOf, processorTimeOf } from '../gauges/processes.js';

const QUIET = { ...UNLIMITED, PARLEY_LOG_LEVEL: 'error' } as const;
/** Enough for ten million messages at some 4,000 a second, ms. */
const CATCH_UP_MS = 3_600_000;

/** The pid of the service's nats-server. @throws Error when it has none of its own */
export const natsServerOf = (service: ParleyProcess): number => {
  const nats = descendantsOf(service.pid).find(({ command }) => command.includes('nats-server'));
  if (nats === undefined) throw new Error('the service has no nats-server of its own');
  return nats.pid;
};

/** Time that the threads of a process have run, ms; finer than the process total, which Linux counts in steps of 10 ms. */
export const ranMs = (pid: number): number =>
  [...processorTimeOf(pid).threads.values()].reduce((sum, { ms }) => sum + ms, 0);

/** A process that runs for less than this part of the time is idle. */
const IDLE_SHARE = 0.05;
const WINDOW_MS = 2_000;
/** What a service does after its start takes at most this long, ms. */
const SETTLE_MS = 120_000;

/**
 * Waits until the processes are idle: what a service does once after its start is not the cost of a request.
 *
 * @throws Error when one of them is still busy after two minutes
 */
export const untilIdle = async (pids: readonly number[]): Promise<void> => {
  for (const giveUpAt = performance.now() + SETTLE_MS; ; ) {
    const before = pids.map(ranMs);
    const beganAt = performance.now();
    await delay(WINDOW_MS);
    const mayRunMs = (performance.now() - beganAt) * IDLE_SHARE;
    if (pids.every((pid, index) => ranMs(pid) - (before[index] ?? 0) < mayRunMs)) return;
    if (performance.now() > giveUpAt) throw new Error(`a process is busy ${SETTLE_MS} ms after its start`);
  }
};

/** Starts the service, and waits until its read models have caught up. */
export const startMeasured = async (dataDir: string): Promise<ParleyProcess> => {
  const service = await startParley({ dataDir, env: QUIET });
  const isReady = async (): Promise<boolean> => (await fetch(`${service.url}/readyz`)).status === 200;
  await until('the read models have caught up', isReady, CATCH_UP_MS);
  return service;
};

export const stop = async (service: ParleyProcess): Promise<void> => {
  service.kill('SIGTERM');
  await service.ended;
};
