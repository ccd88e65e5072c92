import t from 'tap';
import type { CallFilter } from '../../../schemas/calls/filters.js';
import { startNats } from '../../../testkit/nats/server.js';
import { casesOf } from '../../support/full-run.js';
import { accepted, openTestJournal } from '../journal.js';
import { openStore } from '../store-support.js';

/** A multiple of 8 in every run. */
const CALLS = casesOf(9_600);

t.test('pages of calls', async (t) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url);
  const store = await openStore(t, nats.url, journal, t.testdir());
  // Several calls share a millisecond, so that the id decides their order.
  const add = (n: number, business = 'b1'): Promise<number> =>
    journal.commit(
      'call',
      business,
      `c${n}`,
      [accepted({ agentId: `agent-${n % 4}` })],
      1_000_000 + (n >> 3),
    );
  const adding: Promise<number>[] = [];
  for (let n = 0; n < CALLS; n += 1) adding.push(add(n));
  await store.waitFor(0, Math.max(...(await Promise.all(adding))), 60_000);

  await t.test('contain each call once while calls are added', async (t) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    let n = CALLS;
    do {
      const page = store.calls('b1', { limit: 137, cursor }, {});
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
      await store.waitFor(0, Math.max(await add(n), await add(n + 1)));
      n += 2;
    } while (cursor !== null);
    t.equal(seen.length, CALLS);
    t.equal(new Set(seen).size, CALLS);
    const times = seen.map((id) => Number(id.slice(1)) >> 3);
    t.ok(
      times.every((time, index) => index === 0 || time <= (times[index - 1] ?? 0)),
      'newest first',
    );
    t.equal(store.calls('b1', { limit: 1, cursor: null }, {}).items[0]?.id, `c${n - 1}`);
  });

  await t.test('apply their filters to the end', async (t) => {
    const all = (filter: CallFilter): number => {
      let count = 0;
      let cursor: string | null = null;
      do {
        const page = store.calls('b1', { limit: 200, cursor }, filter);
        count += page.items.length;
        cursor = page.nextCursor;
      } while (cursor !== null);
      return count;
    };
    t.equal(all({ agentId: 'agent-1', to: 1_000_000 + CALLS / 8 }), CALLS / 4);
    t.equal(all({ from: 1_000_000, to: 1_000_001 }), 8);
    t.equal(all({ status: 'queued', agentId: 'agent-2', from: 1_000_000, to: 1_000_010 }), 20);
    t.equal(all({ status: 'completed' }), 0);
    t.equal(all({ contactId: 'unknown' }), 0);
    t.equal(all({ campaignId: 'none' }), 0);
  });

  await t.test('refuse a cursor that is damaged or of another list', async (t) => {
    const { nextCursor } = store.calls('b1', { limit: 10, cursor: null }, { status: 'queued' });
    if (nextCursor === null) throw new Error('no next page');
    const read = (cursor: string, business = 'b1', filter: CallFilter = { status: 'queued' }) =>
      store.calls(business, { limit: 10, cursor }, filter);
    t.equal(read(nextCursor).items.length, 10);
    const refused = { name: 'DomainError', code: 'cursor_invalid' };
    for (let at = 0; at < nextCursor.length; at += 1) {
      const other = nextCursor[at] === 'A' ? 'B' : 'A';
      t.throws(() => read(`${nextCursor.slice(0, at)}${other}${nextCursor.slice(at + 1)}`), refused);
    }
    for (const invalid of ['', '.', 'x', nextCursor.slice(1), `${nextCursor}.`, `${nextCursor}A`, '💥'])
      t.throws(() => read(invalid), refused, invalid);
    t.throws(() => read(nextCursor, 'b2'), refused);
    t.throws(() => read(nextCursor, 'b1', {}), refused);
    t.throws(() => read(nextCursor, 'b1', { status: 'queued', agentId: 'agent-1' }), refused);
    t.throws(() => store.contacts('b1', { limit: 10, cursor: nextCursor }), refused);
    t.throws(() => store.categories('b1', { limit: 10, cursor: nextCursor }), refused);
  });
});
