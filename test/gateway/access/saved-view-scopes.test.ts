/** Saved views of messages need the scopes of messages, and those of calls the scopes of calls. */
import t from 'tap';
import type { Scope } from '../../../schemas/accounts/access.js';
import { BUSINESS, CALL } from '../fakes/ids.js';
import { startGateway } from '../gateway-under-test.js';
import { ask, q } from '../requests.js';

const VIEW = `/api/v1/saved-views/${CALL}`;

t.test('a key for messages reaches views of messages only, and a key for calls those of calls', async (t) => {
  const under = await startGateway(t);
  let requests = 0;
  const statusesWith = async (scopes: readonly Scope[], of: 'calls' | 'messages' | undefined) => {
    const authorization = `Bearer ${under.views.newKey([...scopes]).apiKey}`;
    const send = async (method: string, path: string, body?: object): Promise<number> => {
      requests += 1;
      const headers = { authorization, 'idempotency-key': `k${requests}` };
      return (await ask(under, method, path, body, headers)).status;
    };
    const query = of === undefined ? q : `${q}&of=${of}`;
    const named = { businessId: BUSINESS, name: 'Late' };
    const created = of === 'messages' ? { messages: { text: 'late' } } : { calls: { text: 'late' } };
    return [
      await send('GET', `/api/v1/saved-views?${query}`),
      await send('POST', '/api/v1/saved-views', { ...named, ...created }),
      await send('PATCH', VIEW, { ...named, ...(of === undefined ? {} : { of }) }),
      await send('DELETE', `${VIEW}?${query}`),
    ];
  };
  const ofMessages: readonly Scope[] = ['communications:read', 'communications:write'];
  const ofCalls: readonly Scope[] = ['voice:read', 'voice:write'];
  const allowed = [200, 201, 200, 200];
  const refused = [403, 403, 403, 403];
  t.same(await statusesWith(ofMessages, 'messages'), allowed);
  t.same(await statusesWith(ofMessages, 'calls'), refused);
  t.same(await statusesWith(ofMessages, undefined), refused);
  t.same(await statusesWith(ofCalls, 'messages'), refused);
  t.same(await statusesWith(ofCalls, 'calls'), allowed);
  t.same(await statusesWith(ofCalls, undefined), allowed);
  t.same(await statusesWith(['communications:read'], 'messages'), [200, 403, 403, 403]);
});
