/** A saved view has the query of calls or of messages, which can be searched for. */
import t from 'tap';
import { savedViewOperations } from '../../../operations/calls/saved-views.js';
import { foldedActors } from '../../support/actors/folded-actors.js';

const caller = (idempotencyKey: string, operationId = 'createSavedView') => ({
  businessId: 'b1',
  operationId,
  idempotencyKey,
  at: 5_000,
});

t.test('views are saved once for each request, changed and removed', async (t) => {
  const views = savedViewOperations({ actors: foldedActors().actors });
  const body = { businessId: 'b1', name: 'Late', calls: { text: 'late', slow: 'true' as const } };
  const { result } = await views.save(caller('k'), body);
  t.equal((await views.save(caller('k'), body)).result.viewId, result.viewId);
  const { viewId } = result;
  t.same(await views.list('b1', undefined), [
    { viewId, name: 'Late', calls: { text: 'late', slow: 'true' } },
  ]);
  await views.change(caller('l', 'updateSavedView'), viewId, { businessId: 'b1', name: 'Slow' });
  t.match(await views.list('b1', undefined), [{ name: 'Slow', calls: { text: 'late' } }]);
  await views.change(caller('m', 'updateSavedView'), viewId, {
    businessId: 'b1',
    messages: { text: 'refund' },
  });
  t.same(await views.list('b1', undefined), [{ viewId, name: 'Slow', messages: { text: 'refund' } }]);
  await views.remove(caller('n', 'removeSavedView'), viewId, undefined);
  t.same(await views.list('b1', undefined), []);
  await t.rejects(views.remove(caller('o', 'removeSavedView'), viewId, undefined), {
    code: 'saved_view_not_found',
  });
});

t.test('a view without a query, with two or with nothing to search for is refused', async (t) => {
  const views = savedViewOperations({ actors: foldedActors().actors });
  const pathOf = async (query: object) => {
    const body = { businessId: 'b1', name: 'Late', ...query };
    return views.save(caller('k'), body).then(
      () => null,
      ({ details }: { details: { path: string }[] }) => details[0]?.path,
    );
  };
  t.equal(await pathOf({}), '/calls');
  t.equal(await pathOf({ calls: {}, messages: { text: 'x' } }), '/messages');
  t.equal(await pathOf({ messages: { text: '…' } }), '/messages/text');
  t.equal(await pathOf({ calls: {} }), null);
});

t.test('views of messages are listed, changed and removed apart from those of calls', async (t) => {
  const views = savedViewOperations({ actors: foldedActors().actors });
  const save = (key: string, query: object) =>
    views.save(caller(key), { businessId: 'b1', name: key, ...query });
  const { viewId: ofCalls } = (await save('late', { calls: { text: 'late' } })).result;
  const { viewId: ofMessages } = (await save('refund', { messages: { text: 'refund' } })).result;
  const idsOf = async (of?: 'calls' | 'messages') => (await views.list('b1', of)).map(({ viewId }) => viewId);
  t.same(await idsOf(), [ofCalls, ofMessages]);
  t.same(await idsOf('calls'), [ofCalls]);
  t.same(await idsOf('messages'), [ofMessages]);
  const rename = (viewId: string, of: 'calls' | 'messages') =>
    views.change(caller(`${viewId} ${of}`, 'updateSavedView'), viewId, { businessId: 'b1', of, name: 'New' });
  await t.rejects(rename(ofCalls, 'messages'), { code: 'saved_view_not_found' });
  t.equal((await rename(ofMessages, 'messages')).result.name, 'New');
  const remove = (viewId: string, of: 'calls' | 'messages') =>
    views.remove(caller(`${viewId} ${of}`, 'removeSavedView'), viewId, of);
  await t.rejects(remove(ofCalls, 'messages'), { code: 'saved_view_not_found' });
  await remove(ofMessages, 'messages');
  t.same(await idsOf(), [ofCalls]);
});
