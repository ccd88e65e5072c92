/** Lookups of host names that businesses configure, for one thread of a node: counted, and logged while they hang. */
import type { Logger } from 'pino';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { readHostsFile } from '../providers/names/local-names.js';
import {
  createTenantNames,
  type NameOutcome,
  type NameUse,
  type TenantNames,
} from '../providers/names/tenant-names.js';
import type { Config } from './config/index.js';

/** Receives the outcome of a lookup, and how long it took. */
export type CountNames = (use: NameUse, outcome: NameOutcome, ms: number) => void;

/** A business whose lookups hang is logged once in this time, ms. */
const LOG_EVERY_MS = 60_000;
/** The number of businesses that are remembered for that. */
const MAX_LOGGED = 1_000;

interface TenantNamesDeps {
  readonly config: Pick<Config, 'development' | 'tenantNameServers'>;
  readonly count: CountNames;
  readonly logger: Logger;
}

/** In development, the machine's hosts file applies, too, with its current content. */
export const openTenantNames = async ({ config, count, logger }: TenantNamesDeps): Promise<TenantNames> => {
  const hosts = config.development ? await readHostsFile() : new Map();
  const loggedAt = new Map<string, number>();
  return createTenantNames({
    servers: config.tenantNameServers,
    hosts,
    observe: ({ businessId, use }, outcome, ms) => {
      count(use, outcome, ms);
      if (outcome !== 'timed_out' && outcome !== 'limited') return;
      const now = performance.now();
      if (now - (loggedAt.get(businessId) ?? Number.NEGATIVE_INFINITY) < LOG_EVERY_MS) return;
      loggedAt.delete(businessId);
      loggedAt.set(businessId, now);
      const [first] = loggedAt.keys();
      if (loggedAt.size > MAX_LOGGED && first !== undefined) loggedAt.delete(first);
      logger.warn({ event: 'names.lookups_hang', businessId, use, outcome });
    },
  });
};

/** Counts the lookups of all threads. */
export const nameCounter = (registry: Registry): CountNames => {
  const lookups = new Counter({
    name: 'parley_tenant_name_lookups_total',
    help: 'Lookups of host names that businesses configured, by use and outcome',
    labelNames: ['use', 'outcome'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'parley_tenant_name_lookup_seconds',
    help: 'Duration of lookups of host names that businesses configured, including the wait for a slot, excluding cached answers',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4],
    registers: [registry],
  });
  return (use, outcome, ms) => {
    lookups.inc({ use, outcome });
    if (outcome !== 'kept' && outcome !== 'local') seconds.observe(ms / 1_000);
  };
};

/** The lookups in progress in the main thread. */
export const observeTenantNames = (
  registry: Registry,
  names: Pick<TenantNames, 'inUse' | 'waiting'>,
): void => {
  new Gauge({
    name: 'parley_tenant_name_slots_in_use',
    help: 'Lookups of host names that businesses configured, in progress in the main thread',
    registers: [registry],
    collect() {
      this.set(names.inUse());
    },
  });
  new Gauge({
    name: 'parley_tenant_name_lookups_waiting',
    help: 'Lookups of host names that businesses configured, waiting for a slot in the main thread',
    registers: [registry],
    collect() {
      this.set(names.waiting());
    },
  });
};
