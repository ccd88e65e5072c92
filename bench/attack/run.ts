/** Runs the whole attack against one service while calls are live on it, and measures how the service copes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createFlite } from '../../providers/speech/offline/flite/synthesiser.js';
import { createRandom } from '../../simulators/meta/faults.js';
import { createApiClient } from '../../testkit/api/client.js';
import { memoryOf } from '../../testkit/process-memory.js';
import { type ParleyProcess, startParley } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { createNetworkClient } from '../../testkit/simulators/network-client.js';
import { calleeAudio } from '../failover/conversation.js';
import { type AttackTally, attack } from './attackers.js';
import { connectChannels, createFixtures } from './fixtures.js';
import { createKnownIds } from './known-ids.js';
import { startLiveCalls } from './live-calls.js';
import { mutate } from './mutations.js';
import { operationsOf } from './operations.js';
import { type ProbeResult, runProbes } from './probes.js';
import { createAttackedTenant } from './tenant.js';
import { createValidRequests } from './valid-requests.js';

export interface AttackOptions {
  readonly requests: number;
  readonly clients: number;
  /** Calls that are live meanwhile. */
  readonly calls: number;
  readonly seed: number;
  readonly log: (line: string) => void;
  /** Receives the service's warnings; null discards them. */
  readonly onLog: ((line: string) => void) | null;
}

export interface LoopDelay {
  /** ms */
  readonly p50: number;
  readonly p99: number;
  readonly p999: number;
  readonly max: number;
  /** The part in which the loop's own thread was at work; NaN where the system does not report it. */
  readonly own: { readonly p999: number; readonly max: number };
}

export interface AttackResult {
  readonly tally: AttackTally;
  readonly seconds: number;
  readonly loop: LoopDelay;
  /** While the probes were sent. */
  readonly loopOfProbes: LoopDelay;
  readonly frames: number;
  readonly underruns: number;
  /** Resident, MiB; before and after with the calls live and warm. */
  readonly memory: { readonly before: number; readonly peak: number; readonly after: number };
  readonly probes: readonly ProbeResult[];
  /** Operations that accepted no request at all, so that nothing behind their checks was attacked. */
  readonly neverTaken: readonly string[];
}

/** Requests before measuring starts: code is compiled, threads are started, caches and the heap reach their size. */
const WARM_UP = 3_000;
const DOCUMENTS = ['/api/v1/openapi.json', '/api/v1/console/openapi.json'];
/** How long the service has to return memory, and how often that is checked, ms. */
const SETTLE_MS = 30_000;
const POLL_MS = 500;
const STEADY_MS = 5_000;
/** Real clients are on other machines; here they yield to the service, as with nice(1). */
const CLIENTS_NICE = 5;

/** @throws Error when the service does not start, or calls cannot be kept live */
export const runAttack = async (options: AttackOptions): Promise<AttackResult> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-attack-'));
  const { onLog } = options;
  const service = await startParley({
    dataDir,
    env: {
      PARLEY_LOG_LEVEL: 'warn',
      PARLEY_RATE_LIMIT: '1000000',
      PARLEY_RATE_BURST: '1000000',
      // Allows webhooks to this machine, the one address where they disturb nothing.
      PARLEY_DEVELOPMENT: '1',
      // As docs/how-to/install.md advises.
      MALLOC_ARENA_MAX: '2',
    },
    ...(onLog === null ? {} : { onLog }),
  });
  const voices = createFlite();
  try {
    return await attackOn(service, dataDir, await calleeAudio(voices), options);
  } finally {
    await voices.close();
    service.kill('SIGTERM');
    await service.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
};

const attackOn = async (
  service: ParleyProcess,
  dataDir: string,
  audio: Awaited<ReturnType<typeof calleeAudio>>,
  { requests, clients, calls, seed, log }: AttackOptions,
): Promise<AttackResult> => {
  const callers = await createTenant(dataDir, { lines: 2 * calls + 1, credits: 100_000 });
  const target = await createAttackedTenant(service.url, dataDir);
  const network = createNetworkClient(service.networkUrl, service.simulatorToken);
  const operations = (
    await Promise.all(DOCUMENTS.map(async (path) => (await fetch(`${service.url}${path}`)).text()))
  ).flatMap(operationsOf);
  await connectChannels(target.businessId, dataDir);
  const fixtures = await createFixtures(createApiClient(service.url, target.businessId, target.apiKey));
  const ids = createKnownIds(new Set([...target.own, ...Object.values(fixtures).flat()]));
  const random = createRandom(seed);
  const validRequest = createValidRequests(ids, target, fixtures, random);
  const stranger = { ...target, businessId: callers.businessId };
  // Signing out, or a new password, would lock the rest of the attack out of the console.
  const attacked = operations.filter(({ id }) => id !== 'signOut' && id !== 'changePassword');
  const next = () =>
    mutate(
      validRequest(attacked[Math.floor(random() * attacked.length)] ?? firstOf(attacked)),
      stranger,
      random,
    );

  const liveCalls = await startLiveCalls(
    createApiClient(service.url, callers.businessId, callers.apiKey),
    network,
    audio,
    calls,
  );
  try {
    setPriority(CLIENTS_NICE);
    log(`${calls} calls are live`);
    const warm = await attack(service.url, operations, ids, { requests: WARM_UP, clients, next });
    await delay(STEADY_MS);
    const before = memoryOf(service.pid).now;
    await loopDelayOf(service);
    log(`warm after ${WARM_UP} requests, ${before} MiB`);

    const since = performance.now();
    const tally = await attack(service.url, operations, ids, { requests, clients, next });
    const seconds = (performance.now() - since) / 1000;
    const loop = await loopDelayOf(service);
    log(`${requests} requests in ${seconds.toFixed(1)} s`);

    // The attack's garbage is collected when it ends; the pause keeps that out of the probes' measurements.
    await delay(STEADY_MS);
    const probes = await runProbes(service.url, target, fixtures.category, callers.apiKey);
    const loopOfProbes = await loopDelayOf(service);
    const after = await memoryWhenSettled(service.pid, before);
    const placed = await liveCalls.stats();
    const taken = new Set([...warm.taken, ...tally.taken]);
    return {
      tally,
      seconds,
      loop,
      loopOfProbes,
      probes,
      frames: placed.reduce((sum, { stats }) => sum + stats.framesReceived, 0),
      underruns: placed.reduce((sum, { stats }) => sum + stats.underruns, 0),
      memory: { before, peak: memoryOf(service.pid).peak, after },
      neverTaken: attacked.map(({ id }) => id).filter((id) => !taken.has(id)),
    };
  } finally {
    await liveCalls.stop();
  }
};

const firstOf = <T>(values: readonly T[]): T => {
  const [first] = values;
  if (first === undefined) throw new Error('the API document has no operations');
  return first;
};

/** Resident memory once it is back within a fifth of `before`, or after {@link SETTLE_MS}, MiB. */
const memoryWhenSettled = async (pid: number, before: number): Promise<number> => {
  for (const until = Date.now() + SETTLE_MS; ; await delay(POLL_MS)) {
    const { now } = memoryOf(pid);
    if (now <= before * 1.2 || Date.now() > until) return now;
  }
};

/** Lateness of the loop since it was last read. */
const loopDelayOf = async (service: ParleyProcess): Promise<LoopDelay> => {
  const text = await service.metrics();
  const at = (name: string, quantile: string): number =>
    Number(new RegExp(`^${name}\\{quantile="${quantile}"\\} (\\S+)$`, 'm').exec(text)?.[1]);
  const all = (quantile: string): number => at('parley_loop_delay_ms', quantile);
  const own = (quantile: string): number => at('parley_loop_own_delay_ms', quantile);
  return {
    p50: all('0.5'),
    p99: all('0.99'),
    p999: all('0.999'),
    max: all('1'),
    own: { p999: own('0.999'), max: own('1') },
  };
};
