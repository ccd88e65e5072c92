/** Damaged messages that the server skips: their actors are set aside, so nothing incomplete is shown as whole. */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import t from 'tap';
import { CHAIN, formatLinks, formatSkips, SKIP } from '../../../../actors/runtime/journal/chain.js';
import { flipIn } from '../../../../testkit/nats/damaged-store.js';
import { startNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import { watchChain } from '../../../../views/kernel/projector/chain-watch.js';
import { created, openTestJournal, type TestJournal } from '../../journal.js';
import { openStore } from '../../store-support.js';

t.setTimeout(60_000);

const granted = (microcredits: number) => ({
  type: 'credit.granted',
  microcredits,
  reason: `g${microcredits}.`,
});

/** Writes commits of a business, each linked to the ones before; resolves with their sequences. */
const write = async (
  journal: TestJournal,
  business: string,
  commits: readonly (readonly object[])[],
): Promise<readonly number[]> => {
  const seqs: number[] = [];
  for (const events of commits) {
    const text = JSON.stringify({ commandId: `c${seqs.length}`, at: 1_700_000_000_000, events });
    const header = { [CHAIN]: formatLinks(seqs.slice(-2).toReversed()) };
    seqs.push(await journal.raw(`evt.0.business.${business}.${business}`, text, header));
  }
  return seqs;
};

t.test(
  'a commit that follows a missing message sets its actor aside until the message is given up',
  async (t) => {
    const nats = await startNats(t);
    const journal = await openTestJournal(t, nats.url);
    const [first = 0, missing = 0, last = 0] = await write(journal, 'b1', [
      [created('One')],
      [granted(1)],
      [granted(2)],
    ]);
    const other = await write(journal, 'b2', [[created('Two')], [granted(3)]]);
    const jsm = await jetstreamManager(journal.nc);
    await jsm.streams.deleteMessage('JOURNAL_0', missing);

    const store = await openStore(t, nats.url, journal, t.testdir());
    await store.waitFor(0, other.at(-1) ?? 0);
    t.match(store.setAside(), [
      {
        kind: 'business',
        id: 'b1',
        seq: missing,
        version: 0,
        reason: `message ${last} follows it, and it is missing or damaged`,
      },
    ]);
    t.equal(store.business('b1')?.availableMicrocredits, 0, 'nothing after it is shown');
    t.equal(store.business('b2')?.availableMicrocredits, 3);
    t.ok(store.ready(), 'all other actors are served');

    store.readAgain();
    const more = await journal.commit('business', 'b3', 'b3', [created('Three')]);
    await store.waitFor(0, more);
    t.equal(store.setAside().length, 1, 'reading again does not show it');

    const skip = JSON.stringify({ commandId: 's', at: 1, events: [] });
    const header = { [CHAIN]: formatLinks([last, first]), [SKIP]: formatSkips([missing]) };
    await journal.raw('evt.0.business.b1.b1', skip, header);
    await until('it is shown again', () => store.setAside().length === 0);
    t.equal(store.business('b1')?.availableMicrocredits, 2, 'the remaining commits');
  },
);

t.test('tables built from a damaged journal notice a missing last commit', async (t) => {
  const nats = await startNats(t);
  const before = await openTestJournal(t, nats.url);
  await write(before, 'b1', [[created('One')], [granted(11)], [granted(12)]]);
  await write(before, 'b2', [[created('Two')], [granted(21)]]);
  await write(before, 'b3', [[created('Three')]]);
  await before.nc.close();
  await nats.kill('SIGTERM');
  flipIn(nats.store, 'JOURNAL_0', 'g11.');
  flipIn(nats.store, 'JOURNAL_0', 'g21.');
  await nats.restart();

  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const directory = t.testdir();
  const journal = { ...before, nc };
  const store = await openStore(t, nats.url, journal, directory);
  t.match(
    store.setAside().toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    [
      { id: 'b1', seq: 2, version: 0 },
      {
        id: 'b2',
        seq: 5,
        version: 0,
        reason: 'the server counts 1 messages of this actor that it does not return',
      },
    ],
  );
  t.equal(store.business('b3')?.name, 'Three');
  await store.close();
  const again = await openStore(t, nats.url, journal, directory);
  t.equal(again.setAside().length, 2, 'the next start finds them, too');
});

t.test('knows which commits were read, in this reading and before it', async (t) => {
  const at = { kind: 'k', businessId: 'b', id: 'a', mark: '', at: 1, version: 1, bytes: 0, events: [] };
  const chain = watchChain(10);
  t.equal(chain.check({ ...at, seq: 11, follows: 7 }).missing, undefined, 'read earlier');
  t.equal(chain.check({ ...at, seq: 12, follows: 11 }).missing, undefined);
  chain.pass(13);
  t.equal(chain.check({ ...at, seq: 14, follows: 13 }).missing, undefined, 'read, but not a commit');
  t.equal(chain.check({ ...at, seq: 17, follows: 15 }).missing, 15);
  const archived = [
    { ...at, seq: 15 },
    { ...at, seq: 17 },
  ];
  t.equal(chain.check({ ...at, seq: 18, follows: 17, archived }).missing, undefined);
  t.equal(chain.check({ ...at, seq: 19, follows: 15 }).missing, undefined, 'it is in an archive');
  t.equal(chain.check({ ...at, seq: 20 }).missing, undefined, 'older builds wrote no links');
});
