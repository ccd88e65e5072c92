/** How many servers hold each stream of ours, and whether they are current. Pure but for the asking. */
import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import { DROPPED, TROUBLE } from '../actors/runtime/trouble-book.js';
import { IDEMPOTENCY_STREAM } from '../gateway/idempotency.js';
import { WEBHOOK_STREAM } from '../operations/webhooks/queue.js';
import { ASSETS_STREAM } from '../providers/assets/object-store.js';
import { RECORDINGS_STREAM } from '../providers/recordings/jetstream-blobs.js';
import { SECRETS_STREAM } from './secrets.js';

const OURS: ReadonlySet<string> = new Set([
  ...[IDEMPOTENCY_STREAM, WEBHOOK_STREAM, RECORDINGS_STREAM, SECRETS_STREAM, ASSETS_STREAM, TROUBLE, DROPPED],
]);
const JOURNAL = /^JOURNAL_\d+$/;

/** Whether a stream of the account is made by us. */
export const isOurs = (name: string): boolean => OURS.has(name) || JOURNAL.test(name);

export interface StreamStatus {
  readonly stream: string;
  /** How many are configured. */
  readonly replicas: number;
  /** How many of them hold everything, the leader among them. */
  readonly current: number;
  /** Name of a server; null while there is none, and where the server is no cluster. */
  readonly leader: string | null;
  /** Messages that the slowest replica does not have yet. */
  readonly lag: number;
  readonly messages: number;
  readonly bytes: number;
  /** Nothing is on its way: as many as configured, all of them current. */
  readonly settled: boolean;
}

/** What a stream and a consumer say of their replicas. */
type Described = Pick<StreamInfo, 'cluster'>;

const progressOf = ({ cluster }: Described, replicas: number) => {
  const followers = cluster?.replicas ?? [];
  const current = followers.filter(
    (follower) => follower.current && follower.offline !== true && !('pending' in follower),
  ).length;
  const led = cluster === undefined || cluster.leader !== undefined;
  // The server says what it works towards, for as long as it does (nats-server 2.15).
  const changing = cluster !== undefined && 'desired' in cluster;
  return {
    current: current + (led ? 1 : 0),
    leader: cluster?.leader ?? null,
    lag: Math.max(0, ...followers.map((follower) => follower.lag ?? 0)),
    settled: led && !changing && followers.length === replicas - 1 && current === replicas - 1,
  };
};

/** Whether all replicas of a stream, or of a consumer, are there and current. */
export const isSettled = (described: Described, replicas: number): boolean =>
  progressOf(described, replicas).settled;

/** What a stream says of itself. */
export const statusOf = (info: Pick<StreamInfo, 'config' | 'state' | 'cluster'>): StreamStatus => {
  const replicas = info.config.num_replicas;
  const { messages, bytes } = info.state;
  return { stream: info.config.name, replicas, ...progressOf(info, replicas), messages, bytes };
};

/** Every stream that is ours, by name. @throws Error when the server does not answer */
export const ourStreams = async (jsm: JetStreamManager): Promise<readonly StreamInfo[]> => {
  const found: StreamInfo[] = [];
  for await (const info of jsm.streams.list()) if (isOurs(info.config.name)) found.push(info);
  return found.toSorted((one, other) => one.config.name.localeCompare(other.config.name));
};

/** In words, for whoever looks after it. `wanted`: how many there should be. */
export const inWords = (
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
