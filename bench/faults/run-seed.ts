/** One seed from beginning to end: a world, its load and its faults, and the verdict. */
import { createLifetime } from '../../testkit/lifetime.js';
import { check } from './check/index.js';
import type { Violation } from './check/violation.js';
import { startWorld } from './cluster/world.js';
import type { Fault } from './fault.js';
import type { History } from './history.js';
import { type Recovery, runNemesis } from './nemesis.js';
import { type Plan, type Profile, planOf } from './plan.js';
import { settleAndRead } from './reading.js';
import { createLoad, sampleStatuses } from './workload/load.js';

/** The outcome of a seed. */
export interface SeedResult {
  readonly seed: number;
  readonly servers: number;
  readonly nodes: number;
  readonly faults: readonly Fault['type'][];
  /** Faults that are impossible on this machine, and why. */
  readonly skipped: readonly string[];
  readonly calls: number;
  readonly messages: number;
  /** Accepted requests that were repeated at the end. */
  readonly repeated: number;
  readonly recoveries: readonly Recovery[];
  readonly crashes: readonly string[];
  readonly refused: readonly string[];
  readonly settledMs: number;
  readonly seconds: number;
  readonly violations: readonly Violation[];
}

export interface SeedOptions {
  readonly seed: number;
  readonly profile?: Profile;
  /** Command line of the build under test; null means this build. */
  readonly cli?: string | null;
  /** Command line of the build that nodes start with; null means the one under test. */
  readonly previousCli?: string | null;
  readonly log?: (line: string) => void;
}

/** How long after the load clients keep repeating requests, ms. */
const GRACE_MS = 60_000;

/** Everything that it starts has ended when it resolves or rejects. @throws Error when the world does not start */
export const runSeed = async (
  options: SeedOptions,
): Promise<{ readonly result: SeedResult; readonly history: History }> => {
  const plan = planOf(options.seed, options.profile);
  const lifetime = createLifetime();
  const interrupt = (): void => void lifetime.end().then(() => process.exit(130));
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  try {
    const startedAt = Date.now();
    const { log = () => undefined, cli = null, previousCli = null } = options;
    const world = await startWorld(lifetime, { plan, cli, previousCli, log });
    let until = Number.POSITIVE_INFINITY;
    const load = createLoad(world, () => until);
    const basis = await load.prepare();
    log(`seed ${plan.seed}: the world is ready after ${Date.now() - startedAt} ms`);
    until = Date.now() + plan.loadMs + GRACE_MS;
    const sampling = sampleStatuses(world, load.loaded, plan);
    const [nemesis] = await Promise.all([runNemesis(world, log), load.run(basis)]);
    await sampling.stop();
    const { history, settledMs } = await settleAndRead(world, load.loaded, nemesis, log);
    return {
      result: resultOf(plan, history, {
        ...nemesis,
        crashes: world.nodes.flatMap((node) => node.crashes),
        settledMs,
        seconds: (Date.now() - startedAt) / 1_000,
      }),
      history,
    };
  } finally {
    process.off('SIGINT', interrupt);
    process.off('SIGTERM', interrupt);
    await lifetime.end();
  }
};

const resultOf = (
  { seed, servers, nodes, faults }: Plan,
  history: History,
  outcome: Pick<SeedResult, 'recoveries' | 'crashes' | 'refused' | 'settledMs' | 'seconds'>,
): SeedResult => ({
  seed,
  servers,
  nodes,
  faults: faults.map(({ type }) => type),
  skipped: history.faults.flatMap(({ type, skipped }) => (skipped === null ? [] : [`${type}: ${skipped}`])),
  calls: history.calls.length,
  messages: history.messages.length,
  repeated: history.requests.filter(({ repeated }) => repeated !== null).length,
  recoveries: outcome.recoveries,
  crashes: outcome.crashes,
  refused: outcome.refused,
  settledMs: outcome.settledMs,
  seconds: Math.round(outcome.seconds),
  violations: check(history),
});
