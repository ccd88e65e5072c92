/** The nats-servers of a world, one or three, on stores that can be damaged. */
import { open, readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { streamName } from '../../../actors/runtime/subjects.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startCluster } from '../../../testkit/nats/cluster.js';
import { startNats } from '../../../testkit/nats/server.js';
import { limitFiles, mountSmallDisk, type SmallDisk } from '../../../testkit/small-disk.js';

export interface FaultyServer {
  readonly port: number;
  readonly url: string;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Forbids or allows the server to write files. */
  limit(isLimited: boolean): Promise<void>;
}

export interface Servers {
  readonly all: readonly FaultyServer[];
  /** The URLs of all servers, separated by commas. */
  readonly urls: string;
  /** Null with three servers, and if this user may not mount. */
  readonly disk: SmallDisk | null;
  /** Makes the leader of the journal resign. Null when done, otherwise the reason why not. */
  stepDown(): Promise<string | null>;
  /**
   * Damages the journal of the only server, which must not be running; `place` is from 0 to 1. Null when done,
   * otherwise the reason why not.
   */
  damage(how: 'bit_flipped' | 'truncated', place: number): Promise<string | null>;
}

/** A store holds some ten MiB after a seed. */
const DISK_MIB = 200;
const STEP_DOWN_MS = 3_000;

const signalTo = (pid: number, name: NodeJS.Signals): void => {
  if (pid > 0) process.kill(pid, name);
};

/** Starts servers that end with the lifetime. */
export const startServers = async (t: Lifetime, count: 1 | 3): Promise<Servers> => {
  if (count === 3) {
    const cluster = await startCluster(t, 3, { advertises: false });
    return {
      urls: cluster.urls,
      disk: null,
      all: cluster.servers.map((server) => ({
        port: Number(new URL(server.url).port),
        url: server.url,
        signal: (name) => signalTo(server.pid(), name),
        kill: () => server.kill('SIGKILL'),
        start: () => server.start(),
        limit: (isLimited) => limitFiles(server.pid(), isLimited ? 0 : null),
      })),
      stepDown: () => stepDown(cluster.urls),
      damage: async () => 'only the journal of a single server is damaged',
    };
  }
  const disk = await mountSmallDisk(t, DISK_MIB);
  const server = await startNats(t, '', disk === null ? {} : { on: disk.path });
  return {
    urls: server.url,
    disk,
    all: [
      {
        port: server.port,
        url: server.url,
        signal: (name) => signalTo(server.pid, name),
        kill: () => server.kill('SIGKILL'),
        start: () => server.restart(),
        limit: (isLimited) => limitFiles(server.pid, isLimited ? 0 : null),
      },
    ],
    stepDown: async () => 'a single server has no other leader',
    damage: async (how, place) =>
      disk === null ? 'the store needs a disk of its own, which needs root' : damageIn(disk.path, how, place),
  };
};

/** @returns null, or why no leader could be changed: while a server is frozen, there may be none that answers */
const stepDown = async (urls: string): Promise<string | null> => {
  const nc = await connect({ servers: urls.split(',') });
  try {
    const request = nc.request(`$JS.API.STREAM.LEADER.STEPDOWN.${streamName(0)}`, '', {
      timeout: STEP_DOWN_MS,
    });
    if ((await request.catch(() => null)) === null) return 'no leader of the journal answers';
    // The stream does not answer until the next leader is elected.
    await (await jetstreamManager(nc)).streams.info(streamName(0)).catch(() => null);
    return null;
  } finally {
    await nc.close();
  }
};

/** The largest message file of the journal in the store below `directory`. */
const blockIn = async (directory: string): Promise<string | null> => {
  const names = await readdir(directory, { recursive: true });
  const blocks = names.filter((name) => name.includes(`/${streamName(0)}/msgs/`) && name.endsWith('.blk'));
  const sized = await Promise.all(
    blocks.map(async (name) => ({ name, size: (await stat(join(directory, name))).size })),
  );
  const [largest] = sized.toSorted((before, after) => after.size - before.size);
  return largest === undefined || largest.size === 0 ? null : join(directory, largest.name);
};

const damageIn = async (
  directory: string,
  how: 'bit_flipped' | 'truncated',
  place: number,
): Promise<string | null> => {
  const block = await blockIn(directory);
  if (block === null) return 'the store has no block of the journal';
  const { size } = await stat(block);
  const at = Math.floor(size * place);
  if (how === 'truncated') {
    await truncate(block, at);
    return null;
  }
  const file = await open(block, 'r+');
  try {
    const { buffer } = await file.read(Buffer.alloc(1), 0, 1, at);
    await file.write(Buffer.from([(buffer[0] ?? 0) ^ 0b100]), 0, 1, at);
  } finally {
    await file.close();
  }
  return null;
};
