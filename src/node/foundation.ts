/** The foundation of a node: how it was started, its connection, what it shares with other nodes, and its metrics. */
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { NatsAccess } from '../../actors/runtime/nats/access.js';
import { type JournalClock, openJournalClock } from '../../actors/runtime/timekeeping/journal-clock.js';
import { createPacingClock, type PacingClock } from '../../media/audio/pacing-clock.js';
import type { TenantNames } from '../../providers/names/tenant-names.js';
import type { Config } from '../config/index.js';
import { createDrain, type Drain } from '../drain/drain.js';
import { createLatency, type Latency } from '../metrics/latency.js';
import { observeLoop } from '../metrics/loop-delay.js';
import { tokenCounter } from '../metrics/node.js';
import { connectNats } from '../nats/connection.js';
import { chooseReplicas } from '../nats/replicas.js';
import { type Secrets, sharedSecrets } from '../nats/secrets.js';
import type { CountTokens } from '../providers-in-use/models.js';
import { type CountNames, nameCounter, observeTenantNames, openTenantNames } from '../tenant-names.js';

/** How a node is started. */
export interface Start {
  readonly config: Config;
  readonly nats: NatsAccess;
  readonly logger: Logger;
  /** Whether the disk of that server has more than the reserve for live calls. */
  readonly journalHasRoom: () => boolean;
  /** The address that carriers and clients reach; empty until the gateway listens. */
  readonly reachable: () => string;
}

export interface Foundation extends Start {
  readonly registry: Registry;
  readonly loop: { readonly stop: () => void };
  readonly latency: Latency;
  readonly countTokens: CountTokens;
  readonly countNames: CountNames;
  /** Resolves the host names that businesses configure. */
  readonly tenantNames: TenantNames;
  readonly nc: NatsConnection;
  /** Replica count of streams that are created. */
  readonly replicas: number;
  readonly secrets: Secrets;
  /** ms, on the clock of `performance.now()`. */
  readonly now: () => number;
  /** The time by which everything is decided and stored. */
  readonly journalClock: JournalClock;
  /** The time of the journal's clock, ms since the epoch. */
  readonly journalTime: () => number;
  /** Drives all calls here. */
  readonly clock: PacingClock;
  readonly drain: Drain;
}

/**
 * Connects to the server, and adopts its time.
 * @throws JournalUnusable; Error if the server cannot be reached, or cannot hold so many replicas
 */
export const openFoundation = async (start: Start): Promise<Foundation> => {
  const now = (): number => performance.now();
  const registry = new Registry();
  // loop-delay.ts measures how late the loop is; sampling every few ms here would double the thread's wake-ups.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const loop = observeLoop(registry);
  const latency = createLatency(registry);
  const countNames = nameCounter(registry);
  const tenantNames = await openTenantNames({ ...start, count: countNames });
  observeTenantNames(registry, tenantNames);
  const nc = await connectNats(start.nats, 'parley');
  const replicas = await chooseReplicas(nc, start.config.replicas);
  const journalClock = await openJournalClock({
    nc,
    shards: start.config.shards,
    replicas,
    logger: start.logger,
  });
  const secrets = await sharedSecrets(nc, replicas);
  return {
    ...start,
    registry,
    loop,
    latency,
    countTokens: tokenCounter(registry),
    countNames,
    tenantNames,
    nc,
    replicas,
    secrets,
    now,
    journalClock,
    journalTime: journalClock.now,
    clock: createPacingClock(now, (error) => start.logger.error({ event: 'media.tick_failed', err: error })),
    drain: createDrain({ drainMs: start.config.drainMs, now, registry, logger: start.logger }),
  };
};
