/** Messages that nats-server can no longer read are found, reported and given up. */
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import t from 'tap';
import { acceptLoss } from '../../../../actors/runtime/integrity/accept-loss.js';
import { lossesIn } from '../../../../actors/runtime/integrity/accepted-losses.js';
import { type CheckedMessage, createChainCheck } from '../../../../actors/runtime/integrity/chain-check.js';
import { readDamage, recordGap } from '../../../../actors/runtime/integrity/journal-damage.js';
import { formatSkips, parseSkips } from '../../../../actors/runtime/journal/chain.js';
import { openJournal } from '../../../../actors/runtime/journal/journal.js';
import { watchConnection } from '../../../../actors/runtime/nats/connection.js';
import { flipIn } from '../../../../testkit/nats/damaged-store.js';
import { startNats } from '../../../../testkit/nats/server.js';

t.setTimeout(60_000);

const text = JSON.stringify({ commandId: 'c', at: 1, events: [] });
const message = (seq: number, links: readonly number[] | null, more: Partial<CheckedMessage> = {}) => ({
  seq,
  subject: 'evt.0.k.b.a',
  links,
  skips: [],
  text,
  ...more,
});
const damageOf = (counted: number, ...messages: readonly CheckedMessage[]) => {
  const check = createChainCheck();
  for (const each of messages) check.add(each);
  return check.damage(new Map([['evt.0.k.b.a', counted]]));
};

t.test('reports an absent predecessor as missing, unless a later message skips it', async (t) => {
  t.same(damageOf(2, message(1, []), message(4, [1])), []);
  t.match(damageOf(2, message(1, []), message(4, [3, 1])), [{ missing: [3], unnamed: 0 }]);
  t.same(damageOf(3, message(1, []), message(4, [3, 1]), message(5, [4], { skips: [3] })), []);
  t.same(damageOf(2, message(1, null), message(4, null)), [], 'older builds wrote no links');
  t.match(damageOf(3, message(1, []), message(4, [1])), [{ missing: [], unnamed: 1, last: 4 }]);
  t.match(damageOf(1, message(1, [], { text: 'no JSON' })), [{ unreadable: [1] }]);
  const unreadable = message(4, [1], { text: 'no JSON' });
  const skip = message(5, [4], { skips: [4] });
  t.same(damageOf(3, message(1, []), unreadable, skip), [], 'a skipped message is no damage any more');
  t.match(
    damageOf(4, message(1, []), unreadable, skip),
    [{ unnamed: 1, unreadable: [] }],
    'and explains no other',
  );
  t.same(parseSkips(formatSkips([3, 17])), [3, 17]);
  t.same(parseSkips(''), []);
});

t.test('finds damaged messages in the middle and at the end after a clean shutdown', async (t) => {
  const nats = await startNats(t);
  const before = await connect({ servers: nats.url });
  const journal = await openJournal(watchConnection(before), 1);
  const links = new Map<string, readonly number[]>();
  for (let n = 1; n <= 12; n += 1) {
    const id = `a${n % 3}`;
    const behind = links.get(id) ?? [];
    const commit = { commandId: `command-${n}`, at: n, events: [{ type: 'noted', note: `number-${n}.` }] };
    const appended = await journal.append({ kind: 'k', business: 'b', id }, behind, commit);
    if (appended.type === 'written') links.set(id, [appended.seq, ...behind]);
  }
  await before.close();
  await nats.kill('SIGTERM');
  flipIn(nats.store, 'JOURNAL_0', 'number-5.');
  flipIn(nats.store, 'JOURNAL_0', 'number-12.');
  await nats.restart();
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const jsm = await jetstreamManager(nc);
  const report = await readDamage(nc, jsm, 0);
  t.match(report, { messages: 10, chained: 10, damage: { length: 2 } });
  t.match(
    report.damage.find(({ subject }) => subject.endsWith('.a2')),
    { missing: [5], unnamed: 0 },
  );
  t.match(
    report.damage.find(({ subject }) => subject.endsWith('.a0')),
    { missing: [], unnamed: 1, last: 9 },
  );
  const by = { operator: 'test', commandId: 'gap' };
  t.match(await recordGap(nc, jsm, 0, 'evt.0.k.b.a2', by), { missing: [5] });
  t.match(await recordGap(nc, jsm, 0, 'evt.0.k.b.a0', by), { missing: [12] });
  t.equal(await recordGap(nc, jsm, 0, 'evt.0.k.b.a1', by), null, 'nothing is missing');
  t.match(await readDamage(nc, jsm, 0), { damage: [] });
  const { config } = await jsm.streams.info('JOURNAL_0');
  t.same(
    lossesIn(config.metadata).map(({ gaps }) => gaps),
    [[5], [12]],
  );
  t.match(await acceptLoss(jsm, 0, { by: 'test', known: null }), { end: 14, instead: '*' });
});
