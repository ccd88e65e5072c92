/** On how many servers state is kept: what is configured, and what the cluster can do. */
import { JetStreamApiError, type JetStreamManager, jetstreamManager, StorageType } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { ACK_TIMEOUT_MS, askAgain } from '../actors/runtime/ask-again.js';
import { streamInfo } from '../actors/runtime/ensure-stream.js';
import { streamName } from '../actors/runtime/subjects.js';
import { ConfigError } from './config.js';
import { isOurs } from './stream-status.js';

/** With three copies one server may be lost; more cost more and save from less and less. */
const OF_A_CLUSTER = 3;
/** No servers for so many replicas; replicas without a cluster. */
const TOO_MANY: ReadonlySet<number> = new Set([10_005, 10_074]);

const isTooMany = (error: unknown): boolean => error instanceof JetStreamApiError && TOO_MANY.has(error.code);

/** Whether the server takes a stream of so many replicas: only it knows its cluster. @throws Error when it does not answer */
export const canPlace = async (jsm: JetStreamManager, replicas: number): Promise<boolean> => {
  const name = `PARLEY_PLACES_${replicas}`;
  try {
    const subjects = [`parley.places.${replicas}`];
    const config = { name, subjects, storage: StorageType.Memory, num_replicas: replicas, max_bytes: 1_024 };
    await askAgain(() => jsm.streams.add(config), isTooMany);
  } catch (error) {
    if (isTooMany(error)) return false;
    throw error;
  }
  // Another node that asks at the same moment may have removed it.
  await jsm.streams.delete(name).catch(() => false);
  return true;
};

const namesOfOurs = async (jsm: JetStreamManager): Promise<readonly string[]> => {
  const names: string[] = [];
  for await (const name of jsm.streams.names()) if (isOurs(name)) names.push(name);
  return names;
};

/** Resolves when every stream of ours has a leader, which alone answers: a node may start while they elect one. */
const untilLed = async (jsm: JetStreamManager): Promise<void> => {
  for (const name of await askAgain(() => namesOfOurs(jsm))) await askAgain(() => jsm.streams.info(name));
};

/**
 * Of the streams that a node makes. Where the journal has as many already the cluster is not asked: a server of it may be
 * away for the moment.
 * @throws ConfigError when more are configured than the cluster has servers
 */
export const chooseReplicas = async (nc: NatsConnection, configured: number | null): Promise<number> => {
  // A question that a dying leader took is never answered: the next one soon enough is.
  const jsm = await askAgain(() => jetstreamManager(nc, { timeout: ACK_TIMEOUT_MS }));
  await untilLed(jsm);
  const journal = await askAgain(() => streamInfo(jsm, streamName(0)));
  const existing = journal?.config.num_replicas ?? 0;
  if (configured === null) {
    if (existing >= OF_A_CLUSTER) return existing;
    return (await canPlace(jsm, OF_A_CLUSTER)) ? OF_A_CLUSTER : Math.max(existing, 1);
  }
  if (configured > 1 && configured > existing && !(await canPlace(jsm, configured)))
    throw new ConfigError(
      `PARLEY_REPLICAS is ${configured}, but fewer servers of the NATS cluster can be reached; start the others, or write a smaller number`,
    );
  return configured;
};
