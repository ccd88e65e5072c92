/** The journal is restored from an older copy: what actors remember of lost commits must not get back into it. */
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { activate } from '../../../../actors/runtime/activation/activate.js';
import type { Activation } from '../../../../actors/runtime/activation.js';
import type { Query } from '../../../../actors/runtime/cluster/wire.js';
import { type Journal, openJournal } from '../../../../actors/runtime/journal/journal.js';
import { watchConnection } from '../../../../actors/runtime/nats/connection.js';
import { type ActorSystem, createActorSystem } from '../../../../actors/runtime/system.js';
import { RETRY_POLICY } from '../../../../actors/runtime/trouble/trouble.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats, type TestNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import { memoryBook } from '../../../support/actors/trouble.js';
import { type ErrandCommand, errand, LOOK } from '../errand.js';
import { HELD } from '../lease-held.js';

t.setTimeout(60_000);

const silent = pino({ level: 'silent' });
const ref = { kind: 'errand', business: 'b', id: 'one' };
const count = (by: number): ErrandCommand => ({ type: 'count', by });

const open = async (t: Lifetime): Promise<{ nats: TestNats; nc: NatsConnection; journal: Journal }> => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  t.teardown(() => nc.close());
  return { nats, nc, journal: await openJournal(watchConnection(nc), 1) };
};

const activationOn = (t: Lifetime, journal: Journal, counts = new Map<string, number>()): Activation => {
  const activation = activate(errand, async () => null, ref, {
    journal,
    now: Date.now,
    random: () => 0.5,
    logger: silent,
    watchdogMs: 1_000,
    lease: HELD,
    passOn: async () => undefined,
    trouble: memoryBook(),
    retryPolicy: RETRY_POLICY,
    count: (what) => counts.set(what, (counts.get(what) ?? 0) + 1),
  });
  t.teardown(() => activation.stop());
  return activation;
};

const apply = (activation: Activation, commandId: string, command: ErrandCommand | Query) =>
  activation.run({ commandId, at: Date.now(), command }, Number.POSITIVE_INFINITY);

t.test('ignores a snapshot of commits that the journal does not hold', async (t) => {
  const { journal } = await open(t);
  await apply(activationOn(t, journal), 'kept', count(1));
  const staleState = { sent: false, done: false, sum: 500, alarm: null, rang: 0 };
  const snapshots = {
    'beyond the last commit': { seq: 50, commandIds: ['lost'] },
    'at another commit': { seq: 1, commandIds: ['lost'] },
    'at none': { seq: 0, commandIds: [] },
  };
  for (const [name, at] of Object.entries(snapshots)) {
    await journal.saveSnapshot(ref, { ...at, version: 1, state: staleState });
    t.match(await apply(activationOn(t, journal), name, LOOK), { answer: { sum: 1 } }, name);
  }
  await journal.saveSnapshot(ref, { seq: 1, commandIds: ['kept'], version: 1, state: staleState });
  t.match(await apply(activationOn(t, journal), 'x', LOOK), { answer: { sum: 500 } }, 'a match is used');
});

t.test('reads a history again if the journal lost commits during the reading', async (t) => {
  const { journal } = await open(t);
  await apply(activationOn(t, journal), 'kept', count(1));
  let reads = 0;
  const activation: Activation = activationOn(t, {
    ...journal,
    read: async function* (of, after) {
      reads += 1;
      if (reads === 1) {
        // From a course of the journal that is gone before the rest is read.
        yield { seq: 1, commandId: 'lost', at: 1, version: 1, events: [{ type: 'counted', by: 500 }] };
        activation.doubt();
        return;
      }
      yield* journal.read(of, after);
    },
  });
  t.match(await apply(activation, 'x', count(10)), { answer: { sum: 11 } });
  t.equal(reads, 2);
});

t.test('does not write after a loss what was decided before it, even at the expected sequence', async (t) => {
  const { journal } = await open(t);
  const counts = new Map<string, number>();
  let appends = 0;
  const activation: Activation = activationOn(
    t,
    {
      ...journal,
      append: async (of, expected, commit, isCurrent) => {
        appends += 1;
        if (appends === 1) {
          // The journal comes back with another commit at the expected sequence: the sequence proves nothing.
          activation.doubt();
          t.equal(isCurrent?.(), false);
        }
        return journal.append(of, expected, commit, isCurrent);
      },
    },
    counts,
  );
  t.match(await apply(activation, 'x', count(10)), { answer: { sum: 10 } });
  t.equal(appends, 2);
  t.equal(counts.get('conflict'), 1);
  await t.rejects(
    journal.append(ref, [1], { commandId: 'y', at: 1, events: [] }, () => false),
    { name: 'JournalConflict' },
  );
});

t.test('actors in memory follow the journal when the server comes back with an older store', async (t) => {
  const { nats } = await open(t);
  const systemOf = async (): Promise<{ system: ActorSystem; stop: () => Promise<void> }> => {
    const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    const system = await createActorSystem({
      nc,
      shards: 1,
      now: Date.now,
      logger: silent,
      watchdogMs: 1_000,
    });
    system.register(errand, { run: async () => null });
    await system.start();
    const stop = async (): Promise<void> => {
      await system.drain();
      await nc.close();
    };
    t.teardown(stop);
    return { system, stop };
  };
  const { system } = await systemOf();
  const ask = (id: string, command: ErrandCommand) =>
    until(`${id} answers`, () =>
      system
        .ask(errand, { business: 'b', id }, command, { commandId: JSON.stringify(command), timeoutMs: 500 })
        .catch(() => null),
    );
  const look = (id: string) =>
    until(`${id} answers`, () => system.query(errand, { business: 'b', id }, 'get').catch(() => null));
  const due = Date.now() + 8_000;
  await ask('one', count(1));
  await ask('timed', { type: 'wake_me', at: due });
  const backup = await nats.backUp();
  // More than ten: a snapshot is taken of commits that will be lost.
  for (let by = 100; by < 115; by += 1) await ask('one', count(by));
  await ask('timed', { type: 'wake_me', at: due + 3_600_000 });
  await nats.restore(backup);
  t.match(await look('one'), { answer: { sum: 1 } });
  t.match(await ask('one', count(10)), { answer: { sum: 11 } });
  t.match(await look('timed'), { answer: { alarm: due } });
  await until(
    'the timer of the older store fires',
    async () => {
      const { answer } = await look('timed');
      return answer.rang === 1;
    },
    20_000,
  );
});
