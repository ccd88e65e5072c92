import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import t from 'tap';
import { openJournal } from '../../../../actors/runtime/journal/journal.js';
import { checkServerVersion, journalIdentity } from '../../../../actors/runtime/journal/streams.js';
import { watchConnection } from '../../../../actors/runtime/nats/connection.js';
import { checkRef, parseEventSubject, parseWake, shardOf } from '../../../../actors/runtime/subjects.js';
import { startNats } from '../../../../testkit/nats/server.js';

t.test('refuses a server that is too old, and names the version that is needed', async (t) => {
  for (const version of ['2.13.9', '1.99.0', '2.2.0', 'of unknown version'])
    t.throws(() => checkServerVersion(version), { name: 'JournalUnusable', message: /2\.14 or newer/ });
  for (const version of ['2.14.0', '2.15.1', '2.14.0-RC.1', '3.0.0'])
    t.doesNotThrow(() => checkServerVersion(version));
});

t.test('the number of shards is fixed when the journal is created', async (t) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const connection = watchConnection(nc);
  await Promise.all([openJournal(connection, 2), openJournal(connection, 2)]);
  await t.rejects(openJournal(connection, 1), {
    name: 'JournalUnusable',
    message: /created with 2 shard\(s\), but this node is configured for 1/,
  });
  await t.rejects(openJournal(connection, 3), { name: 'JournalUnusable' });
  const journal = await openJournal(connection, 2);
  const spread = new Set(
    Array.from({ length: 32 }, (_, index) => journal.shardOf({ kind: 'k', business: `b${index}`, id: 'i' })),
  );
  t.same([...spread].sort(), [0, 1]);
  const streams = await (await jetstreamManager(nc)).streams.names().next();
  t.same([...streams].sort(), ['JOURNAL_0', 'JOURNAL_1'], 'a refusal creates no stream');
});

t.test('refuses a stream of that name that is not a journal', async (t) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  await (await jetstreamManager(nc)).streams.add({ name: 'JOURNAL_0', subjects: ['evt.0.>'] });
  await t.rejects(openJournal(watchConnection(nc), 1), {
    name: 'JournalUnusable',
    message: /is not a journal/,
  });
});

t.test('parses subjects, checks refs, and assigns each business to a stable shard', async (t) => {
  const ref = { kind: 'call', business: 'b-1', id: 'c_2' };
  t.same(parseWake('wake.0.call.b-1.c_2.ring'), { ref, name: 'ring' });
  t.same(parseEventSubject('evt.3.call.b-1.c_2'), ref);
  t.equal(parseWake('evt.0.call.b-1.c_2.ring'), null);
  t.equal(parseWake('wake.0.call.b-1.c_2'), null);
  t.equal(parseEventSubject('evt.0.call.b-1'), null);
  for (const id of ['', 'a.b', '*', '>', 'a b', 'ä', 'x'.repeat(129)])
    t.throws(() => checkRef({ ...ref, id }), /subject-safe/);
  t.equal(shardOf('any', 1), 0);
  // Stable for ever: a business would otherwise lose its history.
  t.same(
    ['a', 'b', 'c', 'd', 'e'].map((business) => shardOf(business, 4)),
    [2, 2, 3, 3, 3],
  );
});

t.test('a journal has an identity that a later one under the same name does not have', async (t) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  t.teardown(() => nc.close());
  const connection = watchConnection(nc);
  const jsm = await jetstreamManager(nc);
  const identity = async (): Promise<string> => journalIdentity(await jsm.streams.info('JOURNAL_0'));
  await Promise.all([openJournal(connection, 1), openJournal(connection, 1)]);
  const first = await identity();
  await openJournal(connection, 1);
  t.equal(await identity(), first);
  await jsm.streams.delete('JOURNAL_0');
  await openJournal(connection, 1);
  t.not(await identity(), first);
  const info = await jsm.streams.info('JOURNAL_0');
  const { created } = info;
  t.equal(
    journalIdentity({ created, config: { ...info.config, metadata: {} } }),
    created,
    'as for a journal of an older build',
  );
});
