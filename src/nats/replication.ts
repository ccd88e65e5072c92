/** Reports the replicas of a node's state: in its log, on /readyz and in its metrics. */
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import { describeStatus, ourStreams, type StreamStatus, statusOf } from './stream-status.js';

const POLL_MS = 10_000;

export interface Replication {
  /** A line for each stream, as of the last look. */
  lines(): readonly string[];
  stop(): void;
}

export interface ReplicationDeps {
  readonly nc: NatsConnection;
  /** How many replicas each stream should have. */
  readonly wanted: number;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** Looks once, then periodically. Never fails: if the server does not answer, the last status stays, and the lines say so. */
export const watchReplication = async (deps: ReplicationDeps): Promise<Replication> => {
  const { nc, wanted, logger, registry } = deps;
  const jsm = await jetstreamManager(nc, { checkAPI: false });
  let latest: readonly StreamStatus[] = [];
  let isKnown = false;

  const poll = async (): Promise<void> => {
    try {
      latest = (await ourStreams(jsm)).map(statusOf);
      isKnown = true;
    } catch (error) {
      isKnown = false;
      logger.info({ event: 'replicas.unknown', err: error });
    }
  };
  const gauge = (name: string, help: string, value: (status: StreamStatus) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['stream'],
      registers: [registry],
      collect() {
        for (const status of latest) this.set({ stream: status.stream }, value(status));
      },
    });
  };
  gauge('parley_stream_replicas', 'Configured replicas of a stream', ({ replicas }) => replicas);
  gauge('parley_stream_replicas_current', 'Replicas of a stream that are current', ({ current }) => current);

  await poll();
  const underReplicated = latest.filter(({ replicas }) => replicas < wanted).map(({ stream }) => stream);
  if (underReplicated.length > 0)
    logger.warn({ event: 'replicas.fewer_than_wanted', wanted, streams: underReplicated });
  const timer = setInterval(() => void poll(), POLL_MS);
  timer.unref();

  return {
    lines: () => [
      ...latest.map((status) => describeStatus(status, wanted)),
      ...(isKnown ? [] : ['The status of the replicas is currently unknown.']),
    ],
    stop: () => clearInterval(timer),
  };
};
