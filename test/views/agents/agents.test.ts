import t from 'tap';
import type { AgentProfile } from '../../../actors/agent/events.js';
import { MAX_STORED_VERSIONS } from '../../../schemas/agents/version.js';
import { openViews } from '../store-support.js';

t.test('an update replaces the profile of an agent, and an archived agent stays listed', async (t) => {
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
  t.same(store.voicemailOf('b1', 'a1'), { type: 'hang_up' }, 'the default');
  const voicemail = { type: 'leave_message', text: 'Call me.' } as const;
  await show('agent', 'b1', 'a1', [{ type: 'agent.voicemail_set', voicemail }], 3_500);
  t.same(store.voicemailOf('b1', 'a1'), voicemail);
  t.same(store.voicemailOf('b1', 'unknown'), { type: 'hang_up' });
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
    version: 2,
    name: 'Bea',
    voiceSettings: {},
    contactContextRequired: false,
    createdAt: '1970-01-01T00:00:01.000Z',
    updatedAt: '1970-01-01T00:00:04.000Z',
  });
  t.equal(store.agent('b2', 'a1'), null, 'agents of another business are hidden');
});

t.test('versions show each change and its author, and the oldest go beyond the limit', async (t) => {
  const { store, show } = await openViews(t);
  const profile: AgentProfile = {
    channel: 'voice',
    name: 'Ada',
    instructions: 'One.',
    languageCode: 'en',
    dataSourceIds: [],
    contactCategoryIds: [],
    dataSourceVariables: [],
    voiceSettings: {},
    instagramCollectMobileEnabled: true,
  };
  const changed = (instructions: string) => ({
    type: 'agent.updated',
    profile: { ...profile, instructions },
    contactContextRequired: false,
    by: { type: 'user', userId: 'u1' },
  });
  await show('console-user', 'b1', 'u1', [
    { type: 'user.created', businessId: 'b1', email: 'a@example.org', name: 'Ann', passwordHash: '' },
  ]);
  await show(
    'agent',
    'b1',
    'a1',
    [{ type: 'agent.created', referenceName: 'ada-1', profile, contactContextRequired: false }],
    1_000,
  );
  await show('agent', 'b1', 'a1', [{ type: 'agent.voicemail_set', voicemail: { type: 'hang_up' } }], 1_500);
  await show('agent', 'b1', 'a1', [changed('Two.'), changed('Three.')], 2_000);
  const first = store.agentVersions('b1', 'a1', { limit: 2, cursor: null });
  t.match(first.items, [
    { version: 3, instructions: 'Three.', by: { type: 'user', id: 'u1', name: 'Ann' } },
    { version: 2, instructions: 'Two.', createdAt: '1970-01-01T00:00:02.000Z' },
  ]);
  const rest = store.agentVersions('b1', 'a1', { limit: 2, cursor: first.nextCursor });
  t.match(rest, { items: [{ version: 1, instructions: 'One.', by: null }], nextCursor: null });
  t.same(store.agentVersions('b2', 'a1', { limit: 2, cursor: null }).items, [], 'hidden from other tenants');
  const many = Array.from({ length: MAX_STORED_VERSIONS }, (_, index) => changed(`Later ${index}.`));
  await show('agent', 'b1', 'a1', many, 3_000);
  const kept = store.agentVersions('b1', 'a1', { limit: 200, cursor: null }).items;
  t.equal(kept.length, MAX_STORED_VERSIONS);
  t.match([kept[0], kept.at(-1)], [{ version: MAX_STORED_VERSIONS + 3 }, { version: 4 }]);
});
