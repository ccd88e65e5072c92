/** A call is found by what was said on it and by what happened, and no longer once its contact is deleted. */
import t from 'tap';
import { isSettled, refusalOf } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { SILERO_DETECTOR, startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const CALL_MS = 60_000;
const WORDS = 'a table for four please';

t.setTimeout(150_000);

const world = await startWorld(t, { ...SILERO_DETECTOR, PARLEY_DEVELOPMENT: '1' });
const { network } = world;
const client = world.client();
const categoryId = await createCategory(client, 'Guests');
const agent = await createAgent(client, {
  channel: 'voice',
  name: 'Ann',
  instructions: `When the customer says "${WORDS}", say "Your table is booked.".`,
  voiceSettings: { firstGreeting: 'Welcome to the restaurant.' },
  contactCategoryIds: [categoryId],
});
const NUMBER = '+14155550181';
interface Found {
  readonly results: readonly {
    readonly call: { readonly id: string };
    readonly snippets: readonly { readonly speaker: string; readonly text: string }[];
  }[];
  readonly nextCursor: string | null;
}
const search = (text: string, more = '') =>
  client.get<Found>(`/api/v1/voice/calls/search?text=${encodeURIComponent(text)}${more}`);

t.test('an ended call is found with what was said, until its contact is deleted', async (t) => {
  await network.callee(NUMBER, {
    ringMs: 200,
    steps: [
      { atMs: 2_500, do: { type: 'say', audio: await world.say(WORDS) } },
      { atMs: 8_000, do: { type: 'hang_up' } },
    ],
  });
  const contactId = await createContact(client, { name: 'Una', mobile: NUMBER, categoryIds: [categoryId] });
  const { callId } = await client.post<{ callId: string }>('/api/v1/voice/calls', {
    agentId: agent.id,
    contactId,
  });
  await client.callUntil(callId, isSettled, CALL_MS);

  const found = await search('"table for four"');
  t.same(
    found.results.map(({ call }) => call.id),
    [callId],
  );
  t.match(found.results[0]?.snippets, [{ speaker: 'customer', text: /table for four/i, matches: [{}] }]);
  t.match(
    await search('restaurant booked'),
    {
      results: [
        {
          snippets: [
            { turn: 0, speaker: 'assistant' },
            { speaker: 'assistant', text: /booked/ },
          ],
        },
      ],
    },
    'words of different turns',
  );
  t.same((await search('cancelled')).results, []);
  t.match(await search('table', `&agentId=${agent.id}&endedBy=customer`), {
    results: [{ call: { id: callId } }],
  });
  t.same((await search('table', '&endedBy=agent')).results, []);
  t.same((await search('table', '&toolFailed=true')).results, []);
  t.match(await refusalOf(search('…')), {
    status: 400,
    code: 'validation_failed',
    details: [{ path: 'text' }],
  });
  t.match(await refusalOf(search('table', '&cursor=x.y')), { code: 'cursor_invalid' });

  const review = `/api/v1/voice/calls/${callId}`;
  t.match(await client.patch(`${review}/review`, { addTags: ['VIP', 'Call back'], score: 4 }), {
    tags: ['vip', 'call back'],
    score: 4,
  });
  const { noteId } = await client.post<{ noteId: string }>(`${review}/notes`, { text: 'Wants the window.' });
  t.match(await client.get(review), {
    call: { tags: ['vip', 'call back'], score: 4 },
    review: { notes: [{ noteId, text: 'Wants the window.', by: { type: 'key', name: String } }] },
  });
  const many = { callIds: [callId, agent.id], removeTags: ['call back'] };
  t.match(await client.post('/api/v1/voice/calls/reviews', many), {
    changed: [{ callId, tags: ['vip'], score: 4 }],
    failures: [{ callId: agent.id, error: { code: 'call_not_found' } }],
  });
  t.match(await search('table', '&tag=VIP&minScore=4'), { results: [{ call: { id: callId } }] });
  t.same((await search('table', '&tag=call%20back')).results, []);
  await client.request('DELETE', `${review}/notes/${noteId}?businessId=${client.businessId}`);
  t.match(await client.get(review), { review: { notes: [] } });

  const query = { text: 'table', tag: 'vip' };
  const { savedView } = await client.post<{ savedView: { viewId: string } }>('/api/v1/saved-views', {
    name: 'Important tables',
    calls: query,
  });
  t.same(await client.get('/api/v1/saved-views'), {
    savedViews: [{ viewId: savedView.viewId, name: 'Important tables', calls: query }],
  });

  await client.request('DELETE', '/api/v1/contacts', {
    businessId: client.businessId,
    contactIds: [contactId],
  });
  await until('the call is not found', async () => (await search('table')).results.length === 0);
  t.match(await client.get(`/api/v1/voice/calls/${callId}`), { call: { id: callId } }, 'the call is kept');
});
