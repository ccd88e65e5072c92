/** Look-ups of host names that businesses configure: bounded in time and number, separately for each business. */
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import t from 'tap';
import { parseHosts } from '../../../providers/names/local-names.js';
import { NameNotResolved } from '../../../providers/names/name-answer.js';
import { createTenantNames, NAME_LIMITS, type NameOutcome } from '../../../providers/names/tenant-names.js';
import { startNameServer } from '../../../testkit/servers/name-server.js';
import { until } from '../../../testkit/until.js';
import { namesFor } from '../../support/names.js';
import { productFilesWith } from '../../support/product-files.js';

const EVIL = { businessId: 'evil', use: 'webhook' } as const;
const GOOD = { businessId: 'good', use: 'webhook' } as const;

const four = (type: 'A' | 'AAAA'): readonly string[] => (type === 'A' ? ['192.0.2.1'] : []);

/** How a look-up ended: its addresses, or why there are none. */
const outcomeOf = async (work: Promise<readonly { readonly address: string }[]>): Promise<string> =>
  work.then(
    (found) => found.map(({ address }) => address).join(','),
    (error: unknown) => (error instanceof NameNotResolved ? error.failure : String(error)),
  );

const counted = (outcomes: readonly string[], wanted: string): number =>
  outcomes.filter((outcome) => outcome === wanted).length;

t.test('resolves to addresses of both families, of one, or of none', async (t) => {
  const names = await namesFor(t, (name, type) => {
    if (name === 'both.test') return type === 'A' ? ['192.0.2.1', '192.0.2.2'] : ['2001:db8::1'];
    if (name === 'six.test') return type === 'A' ? [] : ['2001:db8::6'];
    if (name === 'half.test') return type === 'A' ? ['192.0.2.3'] : 'silent';
    if (name === 'empty.test') return [];
    return name === 'broken.test' ? 'broken' : 'unknown';
  });
  const found = (name: string) => outcomeOf(names.resolve(GOOD, name));
  t.equal(await found('both.test'), '192.0.2.1,192.0.2.2,2001:db8::1');
  t.equal(await found('BOTH.test.'), '192.0.2.1,192.0.2.2,2001:db8::1', 'ignores case and a trailing dot');
  t.equal(await found('six.test'), '2001:db8::6');
  t.equal(await found('half.test'), '192.0.2.3', 'the available family is used while the other one hangs');
  t.equal(await found('empty.test'), 'not_found');
  t.equal(await found('unknown.test'), 'not_found');
  t.equal(await found('broken.test'), 'failed');
  t.equal(await found(`${'x'.repeat(64)}.test`), 'not_found', 'not a valid name');
});

t.test('addresses, localhost and entries of the hosts file need no name server', async (t) => {
  const server = await startNameServer(() => 'silent');
  t.teardown(() => server.stop());
  const hosts = parseHosts('# comment\n10.0.0.7 box.test other.test # why\nrubbish x.test\n::2 box.test\n');
  const names = createTenantNames({ servers: [server.address], hosts });
  const found = (name: string) => outcomeOf(names.resolve(GOOD, name));
  t.equal(await found('192.0.2.1'), '192.0.2.1');
  t.equal(await found('localhost'), '127.0.0.1,::1');
  t.equal(await found('api.localhost.'), '127.0.0.1,::1');
  t.equal(await found('box.test'), '10.0.0.7,::2');
  t.same(server.queries, []);
});

t.test('answers as sockets ask: all addresses, one, or those of a family', async (t) => {
  const names = await namesFor(t, (_name, type) => (type === 'A' ? ['192.0.2.1'] : ['2001:db8::1']));
  const lookup = names.lookupOf(GOOD);
  const lookUp = (options: Parameters<typeof lookup>[1]): Promise<readonly unknown[]> =>
    new Promise((resolve) => lookup('a.test', options, (...args) => resolve(args)));
  t.same(await lookUp({ all: true }), [
    null,
    [
      { address: '192.0.2.1', family: 4 },
      { address: '2001:db8::1', family: 6 },
    ],
  ]);
  t.same(await lookUp({}), [null, '192.0.2.1', 4]);
  t.same(await lookUp({ family: 6 }), [null, '2001:db8::1', 6]);
  t.same(await lookUp({ family: 'IPv4', all: true }), [null, [{ address: '192.0.2.1', family: 4 }]]);
});

t.test('a hundred hanging look-ups of one business do not affect another business', async (t) => {
  // Long deadlines, so that nothing ends by itself during the test.
  const limits = { deadlineMs: 60_000, waitMs: 60_000 };
  const reply = (name: string, type: 'A' | 'AAAA') => (name.endsWith('.hang.test') ? 'silent' : four(type));
  const names = await namesFor(t, reply, limits);
  const { slotsOfUse, waitingOfUse } = NAME_LIMITS;
  const hanging = Array.from({ length: 100 }, (_, n) => outcomeOf(names.resolve(EVIL, `${n}.hang.test`)));
  await until('the slots to be taken', () => names.inUse() === slotsOfUse);
  t.equal(names.waiting(), waitingOfUse, 'the queue is full');
  t.equal(await outcomeOf(names.resolve(GOOD, 'good.test')), '192.0.2.1');
  const call = { businessId: EVIL.businessId, use: 'provider' } as const;
  t.equal(await outcomeOf(names.resolve(call, 'good.test')), '192.0.2.1', 'its calls are not affected');
  t.equal(names.inUse(), slotsOfUse, 'all hanging look-ups still hang');
  names.close();
  const ends = await Promise.all(hanging);
  t.equal(counted(ends, 'limited'), 100 - slotsOfUse - waitingOfUse, 'the rest was refused at once');
  t.equal(counted(ends, 'cancelled'), slotsOfUse + waitingOfUse);
  t.equal(names.inUse(), 0);
});

t.test('a look-up has a deadline, and so has the wait for a slot', async (t) => {
  const names = await namesFor(t, () => 'silent', { deadlineMs: 200, waitMs: 100, slotsOfUse: 1 });
  const [first, second] = [names.resolve(EVIL, 'a.test'), names.resolve(EVIL, 'b.test')].map(outcomeOf);
  t.equal(await second, 'limited');
  t.equal(await first, 'timed_out');
  t.equal(names.inUse(), 0);
});

t.test('no look-up uses a thread of the pool that files and hashes share', async (t) => {
  const names = await namesFor(t, (_name, type) => four(type));
  const { lookup } = dns;
  t.teardown(() => {
    dns.lookup = lookup;
    syncBuiltinESMExports();
  });
  dns.lookup = Object.assign(() => t.fail('the pool was used'), lookup);
  syncBuiltinESMExports();
  t.equal(await outcomeOf(names.resolve(GOOD, 'a.test')), '192.0.2.1');
});

t.test('only one module imports node:dns, whose lookup waits in that pool', async (t) => {
  const importers = productFilesWith(/['"](node:)?dns(\/promises)?['"]/);
  t.same(importers, ['providers/names/name-query.ts']);
});

t.test('caches answers, and failures for a shorter time', async (t) => {
  let time = 0;
  const outcomes: NameOutcome[] = [];
  const server = await startNameServer((name, type) => (name === 'none.test' ? 'unknown' : four(type)));
  t.teardown(() => server.stop());
  const names = createTenantNames({
    servers: [server.address],
    observe: (_owner, outcome) => outcomes.push(outcome),
    now: () => time,
  });
  const queriesFor = async (name: string, owner: typeof EVIL | typeof GOOD = GOOD): Promise<number> => {
    const before = server.queries.length;
    await outcomeOf(names.resolve(owner, name));
    return server.queries.length - before;
  };
  t.equal(await queriesFor('a.test'), 2, 'both families');
  t.equal(await queriesFor('a.test'), 0);
  t.equal(await queriesFor('a.test', EVIL), 2, 'each business has its own cache');
  t.equal(await queriesFor('none.test'), 2);
  time += NAME_LIMITS.failureKeptMs;
  t.equal(await queriesFor('none.test'), 2);
  t.equal(await queriesFor('a.test'), 0);
  time += NAME_LIMITS.maxKeptMs;
  t.equal(await queriesFor('a.test'), 2);
  t.same(outcomes, ['found', 'kept', 'found', 'not_found', 'not_found', 'kept', 'found']);
});

t.test('a business cannot evict cached names of another business', async (t) => {
  const server = await startNameServer((_name, type) => four(type));
  t.teardown(() => server.stop());
  const names = createTenantNames({ servers: [server.address], limits: { namesOfBusiness: 3 } });
  await names.resolve(GOOD, 'good.test');
  for (let n = 0; n < 10; n += 1) await names.resolve(EVIL, `${n}.test`);
  const before = server.queries.length;
  await names.resolve(GOOD, 'good.test');
  await names.resolve(EVIL, '9.test');
  t.equal(server.queries.length, before, 'still cached');
  await names.resolve(EVIL, '0.test');
  t.ok(server.queries.length > before, 'its own oldest name was evicted');
});

t.test('concurrent requests for a name share a look-up, and the last abort ends it', async (t) => {
  const server = await startNameServer(() => 'silent');
  t.teardown(() => server.stop());
  const names = createTenantNames({ servers: [server.address] });
  const first = new AbortController();
  const second = new AbortController();
  const outcome = outcomeOf(names.resolve(EVIL, 'a.test', first.signal));
  const two = outcomeOf(names.resolve(EVIL, 'a.test', second.signal));
  await until('the query', () => server.queries.length > 0);
  first.abort();
  t.equal(await outcome, 'cancelled');
  t.equal(names.inUse(), 1, 'the second request still waits');
  second.abort();
  t.equal(await two, 'cancelled');
  await until('the look-up to end', () => names.inUse() === 0);
  t.equal(await outcomeOf(names.resolve(EVIL, 'a.test', AbortSignal.abort())), 'cancelled');
  const three = outcomeOf(names.resolve(EVIL, 'b.test'));
  await until('a slot to be taken', () => names.inUse() === 1);
  names.close();
  t.equal(await three, 'cancelled');
});
