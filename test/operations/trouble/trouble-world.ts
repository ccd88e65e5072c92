/** Nodes on a real journal whose effects fail, and checks of what is guaranteed for their trouble. */
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { Test } from 'tap';
import { openJournal } from '../../../actors/runtime/journal/journal.js';
import { watchConnection } from '../../../actors/runtime/nats/connection.js';
import { type ActorSystem, createActorSystem } from '../../../actors/runtime/system.js';
import { openTroubleBook, type TroubleBook } from '../../../actors/runtime/trouble/book.js';
import type { Trouble } from '../../../actors/runtime/trouble/trouble.js';
import {
  openTroubleDesk,
  registerDebtors,
  type TroubleDesk,
} from '../../../operations/trouble/trouble-desk.js';
import { observeTrouble } from '../../../src/metrics/node.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import type { TestNats } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';

/** The operator who drops, and the reason. */
export const DROP = { reason: 'agreed with the customer', by: 'ops' };
/** Time within which trouble would reappear after a restart, ms: the watchdog's interval is one second. */
const COMES_BACK_MS = 2_500;

/** A node whose trouble is observed. */
export interface World {
  readonly nc: NatsConnection;
  readonly actors: ActorSystem;
  readonly book: TroubleBook;
  readonly desk: TroubleDesk;
  /** The log's lines about trouble. */
  readonly log: readonly { readonly event: string; readonly kind?: string; readonly what?: string }[];
  /** The text of `/metrics`. */
  metric(): Promise<string>;
  leave(): Promise<void>;
}

/** Starts a node. The actors that `register` adds have effects that may fail permanently. */
export const startWorld = async (
  t: Lifetime,
  nats: TestNats,
  register: (actors: ActorSystem) => void,
): Promise<World> => {
  const log: { readonly event: string }[] = [];
  const logger = pino(
    { level: 'info' },
    {
      write: (line) => {
        const entry: { readonly event: string } = JSON.parse(line);
        if (entry.event.startsWith('trouble.')) log.push(entry);
      },
    },
  );
  const nc = await connect({ servers: nats.url });
  const connection = watchConnection(nc);
  const book = await openTroubleBook({ nc, logger, now: Date.now });
  const registry = new Registry();
  observeTrouble(registry, book);
  const actors = await createActorSystem({
    nc,
    shards: 1,
    now: Date.now,
    logger,
    trouble: book,
    random: () => 0,
    watchdogMs: 1_000,
    retryPolicy: { refusedMs: 0, failedMs: 0, wakeTries: 2 },
  });
  registerDebtors(actors);
  register(actors);
  await actors.start();
  await actors.startTroubleKeeper();
  const journal = await openJournal(connection, 1);
  let isThere = true;
  const leave = async (): Promise<void> => {
    if (!isThere) return;
    isThere = false;
    await actors.drain();
    connection.release();
    await nc.close();
  };
  t.teardown(leave);
  return {
    nc,
    actors,
    book,
    log,
    leave,
    metric: () => registry.metrics(),
    desk: openTroubleDesk({ actors, journal, book, now: Date.now }),
  };
};

/** Waits for trouble, and returns its only entry. */
export const only = ({ desk }: World): Promise<Trouble> =>
  until('there is trouble', async () => (await desk.list())[0], 20_000);
/** Waits until there is no trouble. */
export const none = ({ desk }: World) =>
  until('there is no trouble', async () => (await desk.list()).length === 0, 20_000);

/** Drops the only trouble entry and checks that it stays dropped. Returns the node after a restart. */
export const dropForGood = async (
  t: Test,
  nats: TestNats,
  world: World,
  register: (actors: ActorSystem) => void,
): Promise<World> => {
  const { id } = await only(world);
  t.same(await world.desk.drop(id, DROP), { id, dropped: true });
  t.same(await world.desk.drop(id, DROP), { id, dropped: true }, 'dropping it again changes nothing');
  t.same(await world.desk.list(), []);
  await world.leave();
  const after = await startWorld(t, nats, register);
  await delay(COMES_BACK_MS);
  t.same(await after.desk.list(), [], 'it stays dropped after a restart');
  return after;
};
