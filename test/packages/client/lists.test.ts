/** Lists: pages follow nextCursor to the end. */
import t from 'tap';
import { ParleyError } from '../../../packages/client/src/errors.js';
import { Parley } from '../../../packages/client/src/parley.js';
import { type FakeService, fakeService, success } from './fake-service.js';

const clientOf = ({ fetch }: FakeService): Parley => new Parley({ apiKey: 'k', businessId: 'b', fetch });

/** A list of `total` calls in pages of the requested size. */
const callsService = (total: number): FakeService =>
  fakeService(({ url }) => {
    const from = Number(url.searchParams.get('cursor') ?? 0);
    const to = Math.min(total, from + Number(url.searchParams.get('limit') ?? 50));
    const calls = Array.from({ length: to - from }, (_call, index) => ({ id: `call-${from + index}` }));
    return Response.json({ ok: true, data: { calls, nextCursor: to < total ? String(to) : null } });
  });

t.test('iterates over every item, each once, with the filters on every page', async (t) => {
  for (const total of [0, 1, 49, 50, 51, 230]) {
    const service = callsService(total);
    const ids: string[] = [];
    for await (const call of clientOf(service).calls.list({ status: 'completed' })) ids.push(call.id);
    t.strictSame(
      ids,
      Array.from({ length: total }, (_id, index) => `call-${index}`),
    );
    t.equal(service.received.length, Math.max(1, Math.ceil(total / 50)));
    t.ok(service.received.every(({ url }) => url.searchParams.get('status') === 'completed'));
  }
});

t.test('requests no page that is not needed', async (t) => {
  const service = callsService(1_000);
  for await (const call of clientOf(service).calls.list({ limit: 2 })) if (call.id === 'call-2') break;
  t.equal(service.received.length, 2);
});

t.test('can be awaited as one page, and read page by page from a cursor', async (t) => {
  const service = callsService(5);
  const page = await clientOf(service).calls.list({ limit: 2, cursor: '1' });
  t.match(page, { items: [{ id: 'call-1' }, { id: 'call-2' }], nextCursor: '3' });
  t.equal(page.data.calls, page.items);
  const sizes: number[] = [];
  for await (const { items } of clientOf(service).calls.list({ limit: 2, cursor: '1' }).pages())
    sizes.push(items.length);
  t.strictSame(sizes, [2, 2]);
});

t.test('a list in another form, or without an end, is an error', async (t) => {
  const unreadable = [{}, { calls: 7, nextCursor: null }, { calls: [], nextCursor: 5 }, null];
  for (const data of unreadable) {
    const error = await clientOf(fakeService(success(data)))
      .calls.list()
      .then(null, (caught: unknown) => caught);
    t.ok(error instanceof ParleyError && error.code === 'response_unreadable', JSON.stringify(data));
  }
  const circular = clientOf(fakeService(success({ calls: [], nextCursor: 'same' })));
  const read = async (): Promise<void> => {
    for await (const _call of circular.calls.list());
  };
  await t.rejects(read(), { code: 'response_unreadable' });
});
