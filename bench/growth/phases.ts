/** The phases of the growth bench, each on a freshly started nats-server. */

import { setTimeout as delay } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import { call } from '../../actors/call/index.js';
import { startArchiver } from '../../actors/runtime/archiving/archiver.js';
import { openJournal } from '../../actors/runtime/journal/journal.js';
import { type NatsAccess, natsOptions } from '../../actors/runtime/nats/access.js';
import { watchConnection } from '../../actors/runtime/nats/connection.js';
import { streamName } from '../../actors/runtime/subjects.js';
import { startEngine } from '../../src/engine/index.js';
import { memoryOf } from '../../testkit/process-memory.js';
import { createViewStore } from '../../views/views.js';

const SILENT = pino({ level: 'silent' });
const POLL_MS = 100;
/** By then the server has finished its work after the start, ms. */
const SETTLE_MS = 3_000;

interface Server {
  readonly access: NatsAccess;
  readonly memoryMiB: number;
  /** Until it answers, ms. */
  readonly startMs: number;
}

/** Starts a server on this data directory, and shuts it down properly afterwards. */
export const withServer = async <T>(dataDir: string, work: (server: Server) => Promise<T>): Promise<T> => {
  const began = performance.now();
  const engine = await startEngine({
    dataDir,
    cacheDir: process.env.PARLEY_CACHE_DIR,
    logger: SILENT,
  });
  try {
    const nc = await connect(natsOptions(engine));
    await jetstreamManager(nc);
    const startMs = Math.round(performance.now() - began);
    await nc.close();
    await delay(SETTLE_MS);
    return await work({ access: engine, memoryMiB: memoryOf(engine.pid).now, startMs });
  } finally {
    await engine.stop();
  }
};

/**
 * Brings the views in the file up to date with the journal. Returns how long that took, the number of events, and the
 * number of messages in the journal.
 */
export const viewsOf = async (
  access: NatsAccess,
  file: string,
): Promise<{ readonly ms: number; readonly events: number; readonly messages: number }> => {
  const nc = await connect(natsOptions(access));
  try {
    let events = 0;
    const logger = pino(
      { level: 'info' },
      {
        write: (line: string) => {
          const entry: { readonly event?: string; readonly events?: number } = JSON.parse(line);
          if (entry.event === 'views.ready') events = entry.events ?? 0;
          else throw new Error(`the views logged ${line}`);
        },
      },
    );
    const began = performance.now();
    const store = await createViewStore({ nats: access, nc, shards: 1, file, logger, shardOf: () => 0 });
    while (!store.ready()) await delay(POLL_MS / 10);
    const ms = Math.round(performance.now() - began);
    const { state } = await (await jetstreamManager(nc)).streams.info(streamName(0));
    await store.close();
    return { ms, events, messages: state.messages };
  } finally {
    await nc.close();
  }
};

/** Archives all calls, and removes the messages that their archives hold. */
export const archiveAll = async (
  access: NatsAccess,
  calls: number,
  onDone: (count: number) => void,
): Promise<void> => {
  const nc = await connect(natsOptions(access));
  const connection = watchConnection(nc);
  try {
    const journal = await openJournal(connection, 1);
    let cleared = 0;
    const archiver = await startArchiver(call, {
      nc,
      journal,
      shard: 0,
      afterMs: 0,
      syncedMs: 0,
      perSecond: 1_000_000,
      reactions: [],
      trouble: { list: async () => [] },
      mayArchive: () => true,
      now: Date.now,
      random: Math.random,
      logger: SILENT,
      count: (what) => {
        cleared += what === 'archive_cleared' ? 1 : 0;
        if (what === 'archive_cleared' && cleared % 10_000 === 0) onDone(cleared);
      },
    });
    const jsm = await jetstreamManager(nc);
    const messageCount = async (): Promise<number> => {
      const { state } = await jsm.streams.info(streamName(0), { subjects_filter: 'evt.0.call.>' });
      return Object.values(state.subjects ?? {}).reduce((sum, messages) => sum + messages, 0);
    };
    while (cleared < calls || (await messageCount()) > calls) await delay(POLL_MS);
    await archiver.stop();
  } finally {
    connection.release();
    await nc.close();
  }
};
