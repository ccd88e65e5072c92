/**
 * The journal's streams: created if missing, refused if they are not what this node expects. It knows nothing of their
 * contents; see journal.ts.
 */
import { randomUUID } from 'node:crypto';
import type { JetStreamManager, StreamInfo } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { JournalUnusable } from '../journal-errors.js';
import { ensureStream } from '../nats/ensure-stream.js';
import { streamName, streamSubjects } from '../subjects.js';

/** Schedules need 2.12; a wake that replaces an older one (`Nats-Schedule-Rollup`) needs 2.14. */
const OLDEST_SERVER = [2, 14] as const;
/** How long the server recognises a repeated commit by its id; longer than any retry of a command. */
export const DUPLICATE_WINDOW_MS = 120_000;
/** Number of shards when the stream was created: with another number a business would change its stream. */
const SHARDS_KEY = 'parley.shards';
/** Identifies the stream for ever, even if it is restored from a backup; random. */
const IDENTITY_KEY = 'parley.journal';

/** @throws JournalUnusable when the server is older than 2.14. */
export const checkServerVersion = (version: string): void => {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  const [oldestMajor, oldestMinor] = OLDEST_SERVER;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new JournalUnusable(
    `nats-server ${version} is too old: the journal needs ${OLDEST_SERVER.join('.')} or newer; upgrade the server`,
  );
};

/**
 * Creates the streams of all shards, or checks those that exist. `replicas`: of those that are created; undefined: one.
 *
 * @throws JournalUnusable when the server is too old, or the journal was created with another number of shards.
 */
export const ensureStreams = async (
  nc: NatsConnection,
  jsm: JetStreamManager,
  shards: number,
  replicas?: number,
): Promise<void> => {
  checkServerVersion(nc.info?.version ?? 'of unknown version');
  for (let shard = 0; shard < shards; shard += 1) await ensureShard(jsm, shard, shards, replicas);
};

/**
 * The identity of a journal's stream: another one under the same name has another identity, a restored copy has the
 * same one. A stream that is older than the mark is identified by the time at which it was created.
 */
export const journalIdentity = ({ config, created }: Pick<StreamInfo, 'config' | 'created'>): string =>
  config.metadata?.[IDENTITY_KEY] ?? created;

const ensureShard = async (
  jsm: JetStreamManager,
  shard: number,
  shards: number,
  replicas: number | undefined,
): Promise<void> => {
  const config = {
    name: streamName(shard),
    subjects: streamSubjects(shard),
    allow_direct: true,
    allow_msg_schedules: true,
    allow_msg_ttl: true,
    allow_rollup_hdrs: true,
    duplicate_window: DUPLICATE_WINDOW_MS * 1_000_000,
    metadata: { [SHARDS_KEY]: String(shards), [IDENTITY_KEY]: randomUUID() },
  };
  checkStream(await ensureStream(jsm, config, replicas), shard, shards);
};

const checkStream = ({ config }: StreamInfo, shard: number, shards: number): void => {
  // A journal without the mark has one shard: it is older than the mark, and so older than a second shard.
  const created = Number(config.metadata?.[SHARDS_KEY] ?? 1);
  if (created !== shards) {
    throw new JournalUnusable(
      `the journal was created with ${created} shard(s), but this node is configured for ${shards}: the number cannot change once the journal exists; configure ${created}`,
    );
  }
  const missing = streamSubjects(shard).filter((subject) => !config.subjects.includes(subject));
  if (
    missing.length > 0 ||
    !config.allow_direct ||
    !config.allow_msg_schedules ||
    !config.allow_rollup_hdrs
  ) {
    throw new JournalUnusable(
      `stream ${config.name} exists but is not a journal: it needs the subjects ${streamSubjects(shard).join(', ')}, direct reads, schedules and rollups`,
    );
  }
};
