/** How many servers hold each of our streams, and whether they are current. Pure except for the requests. */
import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { DROPPED, TROUBLE } from '../../actors/runtime/trouble/book.js';
import { IDEMPOTENCY_STREAM } from '../../gateway/pipeline/idempotency.js';
import { WEBHOOK_STREAM } from '../../operations/webhooks/queue.js';
import { ASSETS_STREAM } from '../../providers/assets/object-store.js';
import { RECORDINGS_STREAM } from '../../providers/recordings/blobs/jetstream.js';
import { SECRETS_STREAM } from './secrets.js';

const OURS: ReadonlySet<string> = new Set([
  ...[IDEMPOTENCY_STREAM, WEBHOOK_STREAM, RECORDINGS_STREAM, SECRETS_STREAM, ASSETS_STREAM, TROUBLE, DROPPED],
]);
const JOURNAL = /^JOURNAL_\d+$/;

/** Whether we created a stream of the account. */
export const isOurs = (name: string): boolean => OURS.has(name) || JOURNAL.test(name);

export interface StreamStatus {
  readonly stream: string;
  /** The configured number of replicas. */
  readonly replicas: number;
  /** How many of them have everything, the leader included. */
  readonly current: number;
  /** Name of the leading server; null while there is none, or if the server is not a cluster. */
  readonly leader: string | null;
  /** Messages that the slowest replica does not have yet. */
  readonly lag: number;
  readonly messages: number;
  readonly bytes: number;
  /** No change is in progress: there are as many replicas as configured, all of them current. */
  readonly settled: boolean;
}

/** What streams and consumers both report about their replicas. */
type Described = Pick<StreamInfo, 'cluster'>;

const progressOf = ({ cluster }: Described, replicas: number) => {
  const followers = cluster?.replicas ?? [];
  const current = followers.filter(
    (follower) => follower.current && follower.offline !== true && !('pending' in follower),
  ).length;
  const led = cluster === undefined || cluster.leader !== undefined;
  // The server reports the target of a change while it works towards it (nats-server 2.15).
  const changing = cluster !== undefined && 'desired' in cluster;
  return {
    current: current + (led ? 1 : 0),
    leader: cluster?.leader ?? null,
    lag: Math.max(0, ...followers.map((follower) => follower.lag ?? 0)),
    settled: led && !changing && followers.length === replicas - 1 && current === replicas - 1,
  };
};

/** Whether all replicas of a stream, or of a consumer, are present and current. */
export const isSettled = (described: Described, replicas: number): boolean =>
  progressOf(described, replicas).settled;

/** The status of a stream, from its info. */
export const statusOf = (info: Pick<StreamInfo, 'config' | 'state' | 'cluster'>): StreamStatus => {
  const replicas = info.config.num_replicas;
  const { messages, bytes } = info.state;
  return { stream: info.config.name, replicas, ...progressOf(info, replicas), messages, bytes };
};

/** All our streams, by name. @throws Error if the server does not answer */
export const ourStreams = async (jsm: JetStreamManager): Promise<readonly StreamInfo[]> => {
  const found: StreamInfo[] = [];
  for await (const info of jsm.streams.list()) if (isOurs(info.config.name)) found.push(info);
  return found.toSorted((a, b) => a.config.name.localeCompare(b.config.name));
};

/** The status in words, for operators. `wanted`: how many replicas there should be. */
export const describeStatus = (
  { stream, replicas, current, leader, lag }: StreamStatus,
  wanted: number = replicas,
): string => {
  const parts = [
    `${stream}: ${current} of ${replicas} replicas current`,
    ...(replicas > 1 ? [leader === null ? 'no leader' : `leader ${leader}`] : []),
    ...(lag > 0 ? [`${lag} messages behind`] : []),
    ...(replicas < wanted ? [`${wanted} are wanted: run parley admin journal replicas ${wanted}`] : []),
  ];
  return parts.join(', ');
};
