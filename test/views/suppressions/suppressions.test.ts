/** The list of suppressions, as built from the journal. */
import t from 'tap';
import { openViews } from '../store-support.js';

const suppressing = (address: string, purpose: 'service' | 'marketing' = 'service', source = 'api') => ({
  type: 'point.suppressing',
  point: { channel: 'phone', address },
  purpose,
  source,
  reason: '',
  by: null,
  calls: [],
  hangUp: false,
});

const suppressed = { type: 'point.suppressed', purpose: 'service', source: 'api', atCarrier: [] };
const ALL = { purpose: null, source: null, search: null } as const;
const PAGE = { limit: 10, cursor: null } as const;

t.test('a suppression is listed from its start, and shows when it is complete', async (t) => {
  const { store, show } = await openViews(t);
  const standing = () => store.suppressions('b1', ALL, PAGE).items.map(({ status }) => status);
  await show('contact-point', 'b1', 'p1', [suppressing('+14155550123')]);
  t.same(standing(), ['suppressing']);
  await show('contact-point', 'b1', 'p1', [suppressed]);
  t.same(standing(), ['suppressed']);
  t.match(store.suppression('b1', 'p1-service-api'), { address: '+14155550123', reason: '', by: null });
  t.equal(store.suppression('b2', 'p1-service-api'), null, 'another business does not see it');
});

t.test('one suppression is listed per purpose and source, and a repetition renews it', async (t) => {
  const { store, show } = await openViews(t);
  await show('contact-point', 'b1', 'p1', [
    suppressing('+14155550123'),
    suppressing('+14155550123', 'marketing'),
    suppressing('+14155550123', 'service', 'keyword'),
  ]);
  await show('contact-point', 'b1', 'p1', [{ ...suppressing('+14155550123'), reason: 'again' }]);
  t.match(store.suppressions('b1', ALL, PAGE).items, [
    { purpose: 'service', source: 'api', reason: 'again' },
    { source: 'keyword' },
    { purpose: 'marketing' },
  ]);
  await show('contact-point', 'b1', 'p1', [
    { type: 'point.lifted', purpose: 'service', source: 'api', by: null },
  ]);
  t.equal(store.suppressions('b1', ALL, PAGE).items.length, 2, 'the others stay');
});

t.test('the list is searched by the start of a number, filtered and paged, newest first', async (t) => {
  const { store, show } = await openViews(t);
  for (const [index, address] of ['+14155550101', '+14155550102', '+442071838750'].entries())
    await show('contact-point', 'b1', `p${index}`, [
      suppressing(address, index === 1 ? 'marketing' : 'service'),
    ]);
  const addresses = (filter: Partial<typeof ALL> | { search: string } | { purpose: 'marketing' }) =>
    store.suppressions('b1', { ...ALL, ...filter }, PAGE).items.map(({ address }) => address);
  t.same(addresses({}), ['+442071838750', '+14155550102', '+14155550101']);
  t.same(addresses({ search: '+1415' }), ['+14155550102', '+14155550101']);
  t.same(addresses({ purpose: 'marketing' }), ['+14155550102']);
  const first = store.suppressions('b1', ALL, { limit: 2, cursor: null });
  t.equal(first.items.length, 2);
  const second = store.suppressions('b1', ALL, { limit: 2, cursor: first.nextCursor });
  t.match(second, { items: [{ address: '+14155550101' }], nextCursor: null });
});
