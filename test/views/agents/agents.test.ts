import t from 'tap';
import type { AgentProfile } from '../../../actors/agent/events.js';
import { openViews } from '../store-support.js';

t.test('agents: an update replaces, an archive stays', async (t) => {
  const { store, show } = await openViews(t);
  const profile: AgentProfile = {
    channel: 'voice',
    name: 'Ada',
    instructions: 'Be kind.',
    languageCode: 'en',
    dataSourceIds: [],
    contactCategoryIds: ['cat1'],
    dataSourceVariables: [],
    voiceSettings: { firstGreeting: 'Hello' },
    instagramCollectMobileEnabled: true,
  };
  const event = { type: 'agent.created', referenceName: 'ada-1', profile, contactContextRequired: true };
  await show('agent', 'b1', 'a1', [event], 1_000);
  await show(
    'agent',
    'b1',
    'a1',
    [
      {
        type: 'agent.updated',
        profile: { ...profile, name: 'Bea', voiceSettings: {} },
        contactContextRequired: false,
      },
    ],
    2_000,
  );
  await show('agent', 'b1', 'a2', [{ ...event, referenceName: 'ada-2' }], 3_000);
  t.same(store.voicemailOf('b1', 'a1'), { type: 'hang_up' }, 'where nothing was said');
  const voicemail = { type: 'leave_message', text: 'Call me.' } as const;
  await show('agent', 'b1', 'a1', [{ type: 'agent.voicemail_set', voicemail }], 3_500);
  t.same(store.voicemailOf('b1', 'a1'), voicemail);
  t.same(store.voicemailOf('b1', 'nobody'), { type: 'hang_up' });
  await show('agent', 'b1', 'a1', [{ type: 'agent.archived' }], 4_000);
  t.same(
    store.agents('b1', { limit: 10, cursor: null }).items.map(({ id }) => id),
    ['a2', 'a1'],
  );
  t.same(store.agent('b1', 'a1'), {
    ...profile,
    id: 'a1',
    referenceName: 'ada-1',
    status: 'archived',
    name: 'Bea',
    voiceSettings: {},
    contactContextRequired: false,
    createdAt: '1970-01-01T00:00:01.000Z',
    updatedAt: '1970-01-01T00:00:04.000Z',
  });
  t.equal(store.agent('b2', 'a1'), null, 'nobody sees another business’s');
});
