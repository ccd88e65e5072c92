/** Changes how many servers hold our streams, and waits until all of them do. Safe to repeat and to interrupt. */
import { setTimeout as delay } from 'node:timers/promises';
import { JetStreamApiError, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { retryRequest } from '../../actors/runtime/nats/retry-request.js';
import { ConfigError } from '../config/index.js';
import { EngineError } from '../engine/index.js';
import { canPlace } from './replicas.js';
import { describeStatus, isSettled, ourStreams, type StreamStatus, statusOf } from './stream-status.js';

const POLL_MS = 250;

export interface ChangeOptions {
  readonly replicas: number;
  /** How long the change is followed, ms. */
  readonly withinMs: number;
  /** Receives a line for a stream whenever its status changes. */
  readonly onProgress: (line: string) => void;
}

/**
 * Resolves when each of our streams, and each consumer that inherits its stream's replica count, has `replicas`
 * replicas, all of them current.
 * @throws ConfigError if the cluster has too few servers: nothing is changed then; EngineError if it takes too long
 */
export const changeReplicas = async (
  nc: NatsConnection,
  { replicas, withinMs, onProgress }: ChangeOptions,
): Promise<readonly StreamStatus[]> => {
  const jsm = await retryRequest(() => jetstreamManager(nc));
  const before = await retryRequest(() => ourStreams(jsm));
  const changing = before.filter(({ config }) => config.num_replicas !== replicas);
  if (changing.some(({ config }) => config.num_replicas < replicas) && !(await canPlace(jsm, replicas)))
    throw new ConfigError(
      `too few servers of the NATS cluster can be reached for ${replicas} replicas; start the others, or use fewer replicas`,
    );
  for (const { config } of changing)
    await retryRequest(() => jsm.streams.update(config.name, { num_replicas: replicas }));
  return untilSettled(jsm, withinMs, onProgress);
};

const untilSettled = async (
  jsm: JetStreamManager,
  withinMs: number,
  onProgress: (line: string) => void,
): Promise<readonly StreamStatus[]> => {
  const deadline = performance.now() + withinMs;
  const lastLines = new Map<string, string>();
  for (;;) {
    const all = (await retryRequest(() => ourStreams(jsm))).map(statusOf);
    let waiting = 0;
    for (const status of all) {
      const settled = status.settled && (await consumersSettled(jsm, status));
      if (!settled) waiting += 1;
      const line = `${describeStatus(status)}${settled ? '' : ' (changing)'}`;
      if (lastLines.get(status.stream) !== line) onProgress(line);
      lastLines.set(status.stream, line);
    }
    if (waiting === 0) return all;
    if (performance.now() > deadline)
      throw new EngineError(
        `${waiting} of ${all.length} streams are not on all of their servers yet; the servers continue on their own: check with parley admin journal status, or run this again`,
      );
    await delay(POLL_MS);
  }
};

/** Consumers with a replica count of their own (readers that end with their process) do not follow the stream's. */
const consumersSettled = async (
  jsm: JetStreamManager,
  { stream, replicas }: StreamStatus,
): Promise<boolean> => {
  try {
    for await (const consumer of jsm.consumers.list(stream)) {
      const own = consumer.config.num_replicas ?? 0;
      if (own === 0 && consumer.config.durable_name !== undefined && !isSettled(consumer, replicas))
        return false;
    }
    return true;
  } catch (error) {
    // A listed consumer disappeared meanwhile; the next look decides.
    if (error instanceof JetStreamApiError) return false;
    throw error;
  }
};
