/** How many servers hold the state: what is configured, and what the cluster supports. */
import { JetStreamApiError, type JetStreamManager, jetstreamManager, StorageType } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { streamInfo } from '../../actors/runtime/nats/ensure-stream.js';
import { ACK_TIMEOUT_MS, retryRequest } from '../../actors/runtime/nats/retry-request.js';
import { streamName } from '../../actors/runtime/subjects.js';
import { ConfigError } from '../config/index.js';
import { isOurs } from './stream-status.js';

/** With three copies, one server may be lost; more copies cost more and protect against less and less. */
const CLUSTER_REPLICAS = 3;
/** Error codes: too few servers for so many replicas; replicas without a cluster. */
const TOO_MANY: ReadonlySet<number> = new Set([10_005, 10_074]);

const isTooMany = (error: unknown): boolean => error instanceof JetStreamApiError && TOO_MANY.has(error.code);

/**
 * Whether the server accepts a stream of so many replicas: only the server knows its cluster.
 * @throws Error if it does not answer
 */
export const canPlace = async (jsm: JetStreamManager, replicas: number): Promise<boolean> => {
  const name = `PARLEY_PLACES_${replicas}`;
  try {
    const subjects = [`parley.places.${replicas}`];
    const config = { name, subjects, storage: StorageType.Memory, num_replicas: replicas, max_bytes: 1_024 };
    await retryRequest(() => jsm.streams.add(config), isTooMany);
  } catch (error) {
    if (isTooMany(error)) return false;
    throw error;
  }
  // Another node that checks at the same moment may have removed it.
  await jsm.streams.delete(name).catch(() => false);
  return true;
};

const ownStreamNames = async (jsm: JetStreamManager): Promise<readonly string[]> => {
  const names: string[] = [];
  for await (const name of jsm.streams.names()) if (isOurs(name)) names.push(name);
  return names;
};

/** Resolves when each of our streams has a leader, which alone answers: a node may start during an election. */
const untilAllHaveLeaders = async (jsm: JetStreamManager): Promise<void> => {
  for (const name of await retryRequest(() => ownStreamNames(jsm)))
    await retryRequest(() => jsm.streams.info(name));
};

/**
 * Replica count of the streams that a node creates. If the journal already has as many, the cluster is not checked: one
 * of its servers may be down for the moment.
 * @throws ConfigError if more are configured than the cluster has servers
 */
export const chooseReplicas = async (nc: NatsConnection, configured: number | null): Promise<number> => {
  // A request that a dying leader received is never answered; the next one is, soon enough.
  const jsm = await retryRequest(() => jetstreamManager(nc, { timeout: ACK_TIMEOUT_MS }));
  await untilAllHaveLeaders(jsm);
  const journal = await retryRequest(() => streamInfo(jsm, streamName(0)));
  const existing = journal?.config.num_replicas ?? 0;
  if (configured === null) {
    if (existing >= CLUSTER_REPLICAS) return existing;
    return (await canPlace(jsm, CLUSTER_REPLICAS)) ? CLUSTER_REPLICAS : Math.max(existing, 1);
  }
  if (configured > 1 && configured > existing && !(await canPlace(jsm, configured)))
    throw new ConfigError(
      `PARLEY_REPLICAS is ${configured}, but too few servers of the NATS cluster can be reached; start the others, or use a smaller number`,
    );
  return configured;
};
