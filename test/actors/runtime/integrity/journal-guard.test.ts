/** A journal that lacks acknowledged commits is not served until an operator has accepted the loss. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, headers } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { acceptLoss } from '../../../../actors/runtime/integrity/accept-loss.js';
import { lossesIn } from '../../../../actors/runtime/integrity/accepted-losses.js';
import { type JournalGuard, openJournalGuard } from '../../../../actors/runtime/integrity/journal-guard.js';
import { formatPosition } from '../../../../actors/runtime/integrity/position.js';
import { openPositionFile, readPositions } from '../../../../actors/runtime/integrity/position-file.js';
import { ROLLUP } from '../../../../actors/runtime/journal/stored.js';
import { lostSubject } from '../../../../actors/runtime/subjects.js';
import { type ActorSystem, createActorSystem } from '../../../../actors/runtime/system.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats, type TestNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import { type ErrandCommand, errand } from '../errand.js';

t.setTimeout(90_000);

const silent = pino({ level: 'silent' });
const count = (by: number): ErrandCommand => ({ type: 'count', by });

interface Node {
  readonly guard: JournalGuard;
  readonly system: ActorSystem;
  stop(): Promise<void>;
}

const setUp = async (t: Lifetime) => {
  const nats: TestNats = await startNats(t);
  const directory = mkdtempSync(join(tmpdir(), 'parley-guard-'));
  t.teardown(() => rmSync(directory, { recursive: true, force: true }));
  const pathOf = (node: string): string => join(directory, node);

  const connected = async () => {
    const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    t.teardown(() => nc.close());
    return nc;
  };

  /** A node that keeps its position in a file of this name. */
  const start = async (name: string): Promise<Node> => {
    const nc = await connected();
    const file = openPositionFile(pathOf(name), 1, silent);
    const guard = await openJournalGuard({ nc, shards: 1, file, logger: silent });
    const system = await createActorSystem({ nc, guard, shards: 1, now: Date.now, logger: silent });
    system.register(errand, { run: async () => null });
    await system.start();
    let stopping: Promise<void> | null = null;
    const end = async (): Promise<void> => {
      await system.drain();
      guard.stop();
      await nc.close();
    };
    const stop = (): Promise<void> => {
      stopping ??= end();
      return stopping;
    };
    t.teardown(stop);
    return { guard, system, stop };
  };

  const accept = async (name: string): Promise<void> => {
    const nc = await connected();
    const [known = null] = readPositions(pathOf(name), 1);
    await acceptLoss(await jetstreamManager(nc), 0, { by: 'test', known });
    await nc.close();
  };
  const ask = ({ system }: Node, commandId: string, command: ErrandCommand) =>
    system.ask(errand, { business: 'b', id: 'one' }, command, { commandId, timeoutMs: 2_000 });
  const sumOf = async ({ system }: Node): Promise<number> =>
    (await system.query(errand, { business: 'b', id: 'one' }, 'get')).answer.sum;
  return { nats, start, accept, ask, sumOf, pathOf };
};

t.test('a node does not start on a shorter journal until the loss is accepted', async (t) => {
  const { nats, start, accept, ask, sumOf } = await setUp(t);
  const first = await start('a');
  await ask(first, 'kept', count(1));
  await first.stop();
  const backup = await nats.backUp();
  const second = await start('a');
  await ask(second, 'lost', count(10));
  await second.stop();
  await nats.restore(backup);
  await t.rejects(start('a'), {
    code: 'journal_went_back',
    message: /journal_went_back: .*commit 2 of .*is missing; it ends at .*repair --accept-loss/,
  });
  const fresh = await start('a disk that was never there');
  t.equal(await sumOf(fresh), 1, 'it knows of no loss');
  await fresh.stop();
  await accept('a');
  const third = await start('a');
  t.equal(await sumOf(third), 1);
  await ask(third, 'then', count(100));
  await third.stop();
  const fourth = await start('a');
  t.equal(await sumOf(fourth), 101);
  await fourth.stop();
  await nats.restore(backup);
  await t.rejects(
    start('a'),
    { code: 'journal_went_back' },
    'an acceptance covers one loss, and not a later one',
  );
});

t.test('refuses a server that comes back with an older store under running actors', async (t) => {
  const { nats, start, accept, ask, sumOf } = await setUp(t);
  const node = await start('a');
  await ask(node, 'kept', count(1));
  const backup = await nats.backUp();
  await until('the node continues', () => ask(node, 'lost', count(10)).catch(() => null));
  await nats.restore(backup);
  await until('the journal is refused', () => node.guard.state().type === 'refused');
  await t.rejects(ask(node, 'next', count(100)), { code: 'journal_went_back' });
  await t.rejects(sumOf(node), { code: 'journal_went_back' });
  await accept('a');
  await until('the journal is served', () => node.guard.state().type === 'trusted');
  await ask(node, 'next', count(100));
  t.equal(await sumOf(node), 101);
});

t.test('a loss that was accepted once is accepted for every node', async (t) => {
  const { nats, start, accept, ask, sumOf } = await setUp(t);
  const a = await start('a');
  await ask(a, 'kept', count(1));
  await a.stop();
  const backup = await nats.backUp();
  for (const name of ['a', 'b']) {
    const node = await start(name);
    await ask(node, `lost by ${name}`, count(10));
    await node.stop();
  }
  await nats.restore(backup);
  await t.rejects(start('a'), { code: 'journal_went_back' });
  await t.rejects(start('b'), { code: 'journal_went_back' });
  await accept('a');
  for (const name of ['a', 'b']) {
    const node = await start(name);
    t.equal(await sumOf(node), 1);
    await node.stop();
  }
});

t.test('refuses a different journal if one is already known', async (t) => {
  const { start, accept, ask, sumOf, nats } = await setUp(t);
  const empty = await nats.backUp();
  const node = await start('a');
  await ask(node, 'kept', count(1));
  await node.stop();
  await nats.restore(empty);
  await t.rejects(start('a'), { code: 'journal_went_back', message: /is not the journal/ });
  await accept('a');
  const again = await start('a');
  t.equal(await sumOf(again), 0);
});

t.test('refuses nothing when the server comes back with all commits', async (t) => {
  const { nats, start, ask, sumOf } = await setUp(t);
  const node = await start('a');
  for (let round = 1; round <= 3; round += 1) {
    await until('the node continues', () => ask(node, `round ${round}`, count(1)).catch(() => null));
    await nats.restart();
    t.equal(await until('the actor is read', () => sumOf(node).catch(() => null)), round);
  }
  t.equal(node.guard.state().type, 'trusted');
});

t.test(
  'messages that the server stored after the journal was cut off do not count as what is left of it',
  async (t) => {
    const { nats, start, accept, ask } = await setUp(t);
    const node = await start('a');
    await ask(node, 'kept', count(1));
    const backup = await nats.backUp();
    for (const name of ['2', '3', '4', '5'])
      await until('the node continues', () => ask(node, `lost ${name}`, count(1)).catch(() => null));
    await node.stop();
    await nats.restore(backup);
    const nc = await connect({ servers: nats.url });
    t.teardown(() => nc.close());
    const jsm = await jetstreamManager(nc);
    const { state: left } = await jsm.streams.info('JOURNAL_0');
    // As nodes do that start and are refused: each message replaces the one before.
    const replacing = headers();
    for (const [name, value] of Object.entries(ROLLUP)) replacing.set(name, value);
    for (const text of ['1', '2']) await jetstream(nc).publish('snap.0.clock', text, { headers: replacing });
    await accept('a');
    const { config } = await jsm.streams.info('JOURNAL_0');
    t.match(lossesIn(config.metadata), [{ end: left.last_seq, endAt: Date.parse(left.last_ts) }]);
  },
);

t.test('a commit that only one node knows is missed by all of them', async (t) => {
  const { nats, start, accept, ask, sumOf, pathOf } = await setUp(t);
  const a = await start('a');
  await ask(a, 'kept', count(1));
  await a.stop();
  const backup = await nats.backUp();
  const b = await start('b');
  await ask(b, 'lost', count(10));
  await b.stop();
  await nats.restore(backup);
  const again = await start('a');
  t.equal(await sumOf(again), 1, 'it knows nothing of the other commit');
  await ask(again, 'behind the loss', count(100));
  await t.rejects(start('b'), { code: 'journal_went_back' });
  await until('the other node refuses the journal', () => again.guard.state().type === 'refused');
  t.match(again.guard.state(), { missing: [{ known: readPositions(pathOf('b'), 1)[0] }] });
  await t.rejects(ask(again, 'next', count(1_000)), { code: 'journal_went_back' });

  const fresh = await start('a disk that was never there');
  await until('a later node refuses it too', () => fresh.guard.state().type === 'refused');
  await accept('b');
  for (const node of [again, fresh])
    await until('the journal is served again', () => node.guard.state().type === 'trusted');
  t.equal(await sumOf(again), 101);
  await start('b');
  t.equal(again.guard.state().type, 'trusted');
});

t.test('announcements that are no reason to refuse the journal change nothing', async (t) => {
  const { nats, start, ask, sumOf, pathOf } = await setUp(t);
  const node = await start('a');
  await ask(node, 'kept', count(1));
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  const [known = null] = readPositions(pathOf('a'), 1);
  if (known === null) throw new Error('no position was noted');
  const announce = (text: string): void => nc.publish(lostSubject(0), text);
  announce('not a position');
  announce('[1,2]');
  announce(formatPosition({ ...known, subject: 'evt.>', seq: 1_000 }));
  announce(formatPosition({ ...known, seq: -1 }));
  announce(formatPosition({ ...known, seq: 1.5 }));
  announce(formatPosition(known));
  announce(formatPosition({ ...known, journal: 'another journal', seq: 100 }));
  for (let extra = 0; extra < 100; extra += 1)
    announce(formatPosition({ ...known, journal: `journal ${extra}` }));
  await nc.flush();
  for (let round = 2; round <= 20; round += 1) {
    await ask(node, `round ${round}`, count(1));
    t.equal(await sumOf(node), round);
  }
  t.equal(node.guard.state().type, 'trusted');
  announce(formatPosition({ ...known, seq: 1_000 }));
  await until('a true loss is still found', () => node.guard.state().type === 'refused');
});
