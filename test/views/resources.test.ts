/** Each resource shows what its events say. */
import t from 'tap';
import type { AgentProfile } from '../../actors/agent/events.js';
import { settledSettings } from '../../schemas/campaign.js';
import { accepted, created, ended } from './journal.js';
import { openViews } from './store-support.js';

const { store, show } = await openViews(t, t.testdir());

t.test('a business keeps its books as its actor does', async (t) => {
  const ledger = () => {
    const b1 = store.business('b1');
    return [b1?.availableMicrocredits, b1?.reservedMicrocredits, b1?.chargedMicrocredits, b1?.leasedLines];
  };
  t.equal(store.business('b1'), null);
  await show('business', 'b1', 'b1', [
    created('One'),
    { type: 'credit.granted', microcredits: 1_000, reason: 'start' },
  ]);
  t.same(ledger(), [1_000, 0, 0, 0]);
  await show('business', 'b1', 'b1', [
    { type: 'credit.reserved', callId: 'k1', blocks: 1, microcredits: 100 },
    { type: 'line.leased', callId: 'k1', checkAt: 0 },
  ]);
  await show('business', 'b1', 'b1', [
    { type: 'credit.reserved', callId: 'k1', blocks: 1, microcredits: 100 },
    { type: 'credit.reserved', callId: 'k2', blocks: 1, microcredits: 100 },
    { type: 'line.queued', callId: 'k2' },
  ]);
  t.same(ledger(), [700, 300, 0, 1]);
  await show('business', 'b1', 'b1', [
    {
      type: 'credit.settled',
      callId: 'k1',
      blocks: 1,
      chargedMicrocredits: 100,
      releasedMicrocredits: 100,
    },
    { type: 'line.released', callId: 'k1' },
    { type: 'line.leased', callId: 'k2', checkAt: 0 },
  ]);
  t.same(ledger(), [800, 100, 100, 1]);
  await show('business', 'b1', 'b1', [{ type: 'lines.changed', lines: 9 }]);
  t.match(store.business('b1'), { businessId: 'b1', name: 'One', lines: 9 });
});

t.test('a key is found by its id until for ever, and says when it is revoked', async (t) => {
  t.equal(store.key('key1'), null);
  await show('business', 'b1', 'b1', [
    { type: 'key.created', keyId: 'key1', name: 'n', secretHash: 'ab', scopes: ['voice:read'] },
  ]);
  const key = { keyId: 'key1', businessId: 'b1', secretHash: 'ab', scopes: ['voice:read'], revoked: false };
  t.same(store.key('key1'), key);
  await show('business', 'b1', 'b1', [{ type: 'key.revoked', keyId: 'key1' }]);
  t.same(store.key('key1'), { ...key, revoked: true });
});

t.test('agents: an update replaces, an archive stays', async (t) => {
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

t.test('contacts are found by words, accents or not, and by their numbers', async (t) => {
  await show('business', 'b1', 'b1', [
    { type: 'category.created', categoryId: 'cat1', name: 'Leads' },
    { type: 'category.created', categoryId: 'cat2', name: 'Clients' },
  ]);
  const add = (id: string, name: string, mobile: string, at: number, categoryIds = ['cat1']) =>
    show(
      'contacts',
      'b1',
      '0ab',
      [{ type: 'contact.created', contactId: id, name, mobile, categoryIds, fields: { city: 'Bern' } }],
      at,
    );
  await add('p1', 'Grace Hopper', '+14155550100', 1_000, ['cat1', 'cat2']);
  await add('p2', 'Ångström "Q" 100%', '+46701234567', 2_000);
  await show('contacts', 'b2', '0ab', [
    {
      type: 'contact.created',
      contactId: 'p9',
      name: 'Grace Other',
      mobile: '+14155550100',
      categoryIds: [],
      fields: {},
    },
  ]);
  const found = (search: string | null): readonly string[] =>
    store.contacts('b1', { limit: 10, cursor: null }, search).items.map(({ id }) => id);
  t.same(found(null), ['p2', 'p1']);
  t.same(found('grace'), ['p1']);
  t.same(found('HOPP'), ['p1']);
  t.same(found('ångst'), ['p2']);
  t.same(found('"Q" 100%'), ['p2']);
  t.same(found('angst'), ['p2'], 'accents do not matter');
  t.same(found('bern'), ['p2', 'p1'], 'values of fields are found');
  t.same(found('grace bern'), ['p1'], 'every word must be there');
  t.same(found('%'), [], 'signs alone are nothing to look for');
  t.same(found('_'), []);
  t.same(found('*'), []);
  t.same(found('0701234567'), [], 'but not what was never written');
  t.same(found('415 555'), ['p1'], 'a number is found without its country');
  t.same(found('ho'), ['p1']);
  t.same(found('+1 (415) 555-0100'), ['p1']);
  t.same(found('OR'), []);
  t.same(found('nobody at all'), []);
  t.same(found('  '), ['p2', 'p1']);
  t.same(
    store
      .categories('b1', { limit: 10, cursor: null })
      .items.map(({ name, contactCount }) => [name, contactCount]),
    [
      ['Clients', 1],
      ['Leads', 2],
    ],
  );
});

t.test('a contact shows its categories, and how often it was called', async (t) => {
  const voice = () => store.contact('b1', 'p1')?.rollups.voice;
  t.same(voice(), { count: 0, lastAt: null, lastOutcome: null });
  await show('call', 'b1', 'r1', [accepted({ contactId: 'p1' })], 1_000);
  t.same(voice(), { count: 1, lastAt: '1970-01-01T00:00:01.000Z', lastOutcome: null });
  await show('call', 'b1', 'r1', [ended('busy')], 2_000);
  await show('call', 'b1', 'r2', [accepted({ contactId: 'p1' })], 3_000);
  t.same(voice(), { count: 2, lastAt: '1970-01-01T00:00:03.000Z', lastOutcome: 'busy' });
  t.match(store.contact('b1', 'p1'), {
    fields: { city: 'Bern' },
    categories: [
      { id: 'cat2', name: 'Clients' },
      { id: 'cat1', name: 'Leads' },
    ],
  });
});

t.test('a campaign works with its agent until it ends', async (t) => {
  const plan = {
    iterationId: 'i1',
    channel: 'voice',
    agentId: 'a7',
    startAt: null,
    settings: settledSettings({}),
    audience: {},
  };
  await show('campaign', 'b1', 'camp1', [
    { type: 'campaign.created', name: 'Autumn', objective: 'Tell them.' },
    { type: 'campaign.iteration_planned', ordinal: 1, plan },
  ]);
  t.equal(store.campaignOfAgent('b1', 'a7'), 'Autumn');
  t.equal(store.campaignOfAgent('b2', 'a7'), null, 'of another business');
  t.equal(store.campaignOfAgent('b1', 'a8'), null);
  await show('iteration', 'b1', 'i1', [{ type: 'iteration.ended', status: 'cancelled' }]);
  t.equal(store.campaignOfAgent('b1', 'a7'), null);
});

t.test('a summary run says whom it could not assess, and why', async (t) => {
  const assessment = { conclusion: 'Renews.', nextAction: 'Call', recommended: true };
  await show('summary-run', 'b1', 'run1', [
    {
      type: 'summary.estimated',
      campaignId: 'camp1',
      objective: 'Tell them.',
      iterationIds: ['i1'],
      contacts: 23,
      priceMicrocredits: 10,
      expiresAt: 1,
    },
    { type: 'summary.confirmed' },
    { type: 'summary.funded' },
    {
      type: 'summary.page_assessed',
      page: 0,
      cursor: null,
      results: [
        { contactId: 'k00', assessment },
        { contactId: 'k01', assessment: null, failure: 'model_failed' },
        // As earlier builds wrote it.
        ...Array.from({ length: 21 }, (_, n) => ({ contactId: `k${n + 10}`, assessment: null })),
      ],
    },
    { type: 'summary.ended', status: 'partial' },
    { type: 'summary.settled', chargedMicrocredits: 10 },
  ]);
  const run = store.summaryRun('camp1', 'run1');
  t.match(run, { status: 'partial', assessed: 1, failed: 22, chargedMicrocredits: 10 });
  t.equal(run?.failures.length, 20);
  t.same(
    run?.failures.slice(0, 2).map(({ contactId, code }) => [contactId, code]),
    [
      ['k01', 'model_failed'],
      ['k10', 'reason_not_kept'],
    ],
  );
  t.match(store.conclusions('run1', '', 500), [
    { contactId: 'k00', conclusion: 'Renews.', failure: null },
    { contactId: 'k01', conclusion: null, failure: 'model_failed' },
  ]);
});
