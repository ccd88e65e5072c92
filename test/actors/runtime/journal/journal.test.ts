/** The journal on a real server: what it refuses, what it guarantees, and how it fails when the server is away. */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import t from 'tap';
import type { ActorRef } from '../../../../actors/runtime/actor.js';
import { type Journal, openJournal } from '../../../../actors/runtime/journal/journal.js';
import { type Connection, watchConnection } from '../../../../actors/runtime/nats/connection.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats, type TestNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';

t.setTimeout(60_000);

const ref: ActorRef = { kind: 'counter', business: 'b', id: 'one' };
const commitOf = (commandId: string) => ({ commandId, at: 1, events: [{ type: 'counted' }] });

const open = async (t: Lifetime): Promise<{ nats: TestNats; connection: Connection; journal: Journal }> => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  t.teardown(() => nc.close());
  const connection = watchConnection(nc);
  return { nats, connection, journal: await openJournal(connection, 1) };
};

const commandsOf = async (journal: Journal, after = 0): Promise<string[]> => {
  const seen: string[] = [];
  for await (const { commandId } of journal.read(ref, after)) seen.push(commandId);
  return seen;
};

t.test('J1: of several writers that know the same last commit, one writes', async (t) => {
  const { journal } = await open(t);
  t.match(await journal.append(ref, [], commitOf('a')), { type: 'written', seq: 1 });
  const results = await Promise.allSettled(
    ['b', 'c', 'd'].map((commandId) => journal.append(ref, [1], commitOf(commandId))),
  );
  t.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  t.match(
    results.filter(({ status }) => status === 'rejected').map((result) => Object(result).reason.name),
    ['JournalConflict', 'JournalConflict'],
  );
  t.equal((await commandsOf(journal)).length, 2);
  t.match(
    await journal.append({ ...ref, id: 'two' }, [], commitOf('a')),
    { type: 'written', seq: 3 },
    'the same command id of another actor is another command',
  );
  t.match(await journal.append({ ...ref, business: 'c' }, [], commitOf('a')), { type: 'written', seq: 4 });
});

t.test('J2: does not write a repeated command again, whether its writer is stale or not', async (t) => {
  const { journal } = await open(t);
  await journal.append(ref, [], commitOf('a'));
  await journal.append(ref, [1], commitOf('b'));
  await t.rejects(journal.append(ref, [], commitOf('a')), { name: 'JournalConflict' });
  t.match(await journal.append(ref, [2], commitOf('a')), { type: 'known' });
  t.same(await commandsOf(journal), ['a', 'b']);
});

t.test('J3: timers that are armed before a commit are stored before it', async (t) => {
  const { journal, connection } = await open(t);
  const due = Date.now() + 3_600_000;
  await Promise.all([
    journal.arm(ref, 'x', due),
    journal.arm(ref, 'y', due),
    journal.append(ref, [], commitOf('a')),
  ]);
  const jsm = await jetstreamManager(connection.nc);
  const subjects = await Promise.all(
    [1, 2, 3].map(async (seq) => (await jsm.streams.getMessage('JOURNAL_0', { seq }))?.subject),
  );
  t.same(subjects, ['timer.0.counter.b.one.x', 'timer.0.counter.b.one.y', 'evt.0.counter.b.one']);
});

t.test('J4: reads a history of several answers completely, and from any point', async (t) => {
  const { journal, connection } = await open(t);
  const js = jetstream(connection.nc);
  const ids = Array.from({ length: 700 }, (_, index) => `c${index}`);
  // Commits of another actor are in between, as is usual.
  for (const id of ids) {
    void js.publish('evt.0.counter.b.other', JSON.stringify(commitOf(id)));
    await js.publish('evt.0.counter.b.one', JSON.stringify(commitOf(id)));
  }
  t.same(await commandsOf(journal), ids);
  t.same(await commandsOf(journal, 2), ids.slice(1));
  t.same(await commandsOf(journal, 1_400), []);
});

t.test('a read leaves no subscription behind, and an actor that never existed has no history', async (t) => {
  const { journal, connection } = await open(t);
  await journal.append(ref, [], commitOf('a'));
  const open_ = (): number => Number(Object(connection.nc).protocol.subscriptions.size());
  await commandsOf(journal);
  const before = open_();
  for (let round = 0; round < 20; round += 1) {
    await commandsOf(journal);
    for await (const _none of journal.read({ ...ref, id: `unknown${round}` }, 0)) t.fail('it has no history');
  }
  t.equal(open_(), before, 'no subscription is left');
});

t.test('J5: arming again replaces the timer, and the wake carries its due time', async (t) => {
  const { journal, connection } = await open(t);
  const js = jetstream(connection.nc);
  const jsm = await jetstreamManager(connection.nc);
  await jsm.consumers.add('JOURNAL_0', {
    durable_name: 'w',
    filter_subject: 'wake.>',
    ack_policy: 'explicit',
  });
  const consumer = await js.consumers.get('JOURNAL_0', 'w');
  const due = Date.now() + 300;
  await journal.arm(ref, 'x', due + 3_600_000);
  await journal.arm(ref, 'x', due);
  const wake = await consumer.next({ expires: 5_000 });
  t.ok(Date.now() >= due, 'not before it is due');
  t.equal(wake?.subject, 'wake.0.counter.b.one.x');
  t.equal(Number(wake?.string()), due);
  t.same(
    (await jsm.streams.info('JOURNAL_0', { subjects_filter: 'timer.>' })).state.subjects ?? {},
    {},
    'the schedule is gone',
  );
  await journal.arm(ref, 'x', Date.now() - 10_000);
  t.ok(await consumer.next({ expires: 5_000 }), 'an overdue wake arrives at once');
  await t.rejects(journal.arm(ref, 'x.>', due), /subject-safe/);
});

t.test('keeps only the latest snapshot', async (t) => {
  const { journal, connection } = await open(t);
  t.equal(await journal.loadSnapshot(ref), null);
  const snapshot = { seq: 7, version: 1, state: { sum: 3 }, commandIds: ['a', 'b'] };
  await journal.saveSnapshot(ref, { ...snapshot, seq: 5 });
  await journal.saveSnapshot(ref, snapshot);
  t.match(await journal.loadSnapshot(ref), snapshot);
  const { state } = await (await jetstreamManager(connection.nc)).streams.info('JOURNAL_0');
  t.equal(state.messages, 1);
  await jetstream(connection.nc).publish('snap.0.counter.b.one', '"rubbish"');
  t.equal(await journal.loadSnapshot(ref), null, 'an unreadable snapshot counts as none');
});

t.test('does not report an invalid message as an outage', async (t) => {
  const { journal } = await open(t);
  const huge = { ...commitOf('a'), events: [{ text: 'x'.repeat(2_000_000) }] };
  await t.rejects(journal.append(ref, [], huge), { name: 'InvalidArgumentError' });
  t.match(await journal.append(ref, [], commitOf('a')), { type: 'written', seq: 1 });
});

t.test('a message that is no commit fails the read', async (t) => {
  const { journal, connection } = await open(t);
  await jetstream(connection.nc).publish('evt.0.counter.b.one', '{"events":[]}');
  await t.rejects(commandsOf(journal), /not a commit/);
});

t.test('C1: requests in flight when the server dies fail at once; later requests wait', async (t) => {
  const { nats, journal, connection } = await open(t);
  await journal.append(ref, [], commitOf('a'));
  process.kill(nats.pid, 'SIGSTOP');
  const onTheirWay = Promise.allSettled([
    journal.append(ref, [1], commitOf('b')),
    journal.arm(ref, 'x', Date.now() + 60_000),
    commandsOf(journal),
    journal.loadSnapshot(ref),
  ]);
  const began = Date.now();
  await nats.kill('SIGKILL');
  const failures = (await onTheirWay).map((result) => Object(result).reason?.name);
  t.same(failures, Array(4).fill('JournalUnavailable'));
  t.ok(Date.now() - began < 4_000, 'without waiting for a timeout');
  const later = journal.append(ref, [1], commitOf('c'));
  await nats.restart();
  t.match(await later, { type: 'written' });
  await until('the connection is back', () => !connection.nc.isClosed());
  t.same(await commandsOf(journal), ['a', 'c']);
});

t.test('a commit to a missing stream may be retried, because the stream may come back', async (t) => {
  const { connection, journal } = await open(t);
  const jsm = await jetstreamManager(connection.nc);
  await jsm.streams.delete('JOURNAL_0');
  await t.rejects(journal.append(ref, [], commitOf('a')), { name: 'JournalUnavailable' });
});
