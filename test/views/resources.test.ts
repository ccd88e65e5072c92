import t from 'tap';
import type { AgentProfile } from '../../actors/agent/events.js';
import { settledSettings } from '../../schemas/campaign.js';
import { startNats } from '../../testkit/nats.js';
import { accepted, created, openTestJournal, turn } from './journal.js';
import { openStore } from './store-support.js';

t.test('each resource shows what its events say', async (t) => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url);
  const store = await openStore(t, nats.url, journal, t.testdir());
  const show = async (...commit: Parameters<typeof journal.commit>): Promise<void> =>
    store.waitFor(0, await journal.commit(...commit));

  await t.test('a business keeps its books as its actor does', async (t) => {
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

  await t.test('a key is found by its id until for ever, and says when it is revoked', async (t) => {
    t.equal(store.key('key1'), null);
    await show('business', 'b1', 'b1', [
      { type: 'key.created', keyId: 'key1', name: 'n', secretHash: 'ab', scopes: ['voice:read'] },
    ]);
    const key = { keyId: 'key1', businessId: 'b1', secretHash: 'ab', scopes: ['voice:read'], revoked: false };
    t.same(store.key('key1'), key);
    await show('business', 'b1', 'b1', [{ type: 'key.revoked', keyId: 'key1' }]);
    t.same(store.key('key1'), { ...key, revoked: true });
  });

  await t.test('agents: an update replaces, an archive stays', async (t) => {
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

  await t.test('contacts: categories, search, roll-ups', async (t) => {
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

  await t.test('a call says where its values are from, and what was given in their place', async (t) => {
    const from = async (id: string, callee: object, contactId: string | null = null) => {
      const event = accepted({ contactId });
      if (event.type !== 'call.accepted') throw new Error('not what was made');
      await show('call', 'b1', id, [{ ...event, callee: { ...event.callee, ...callee } }], 1_000);
      const detail = store.call('b1', id);
      return [detail?.call.sourceName, detail?.diagnostics.testVariables];
    };
    const replaced = [{ alias: 'order', was: 'missing' }];
    t.same(await from('s1', { sourceName: 'Orders, Contacts', replaced }, 'p1'), [
      'Orders, Contacts',
      [{ alias: 'order', replaced: 'missing' }],
    ]);
    t.same(await from('s2', { sourceName: null, replaced: [] }), [null, []]);
    t.same(await from('s3', {}, 'p1'), ['Contacts', []], 'of an earlier version');
    t.same(await from('s4', {}), [null, []]);
  });

  await t.test('a call, from its acceptance to its bill', async (t) => {
    const summary = () => store.call('b1', 'c1')?.call;
    await show('call', 'b1', 'c1', [accepted()], 1_000);
    t.same(summary(), {
      id: 'c1',
      status: 'queued',
      agentName: 'Ada',
      campaignName: null,
      contactId: null,
      contactName: null,
      sourceName: null,
      callData: { city: 'Kyoto' },
      calleeNumber: '+4915112345678',
      durationSeconds: 0,
      startedAt: null,
      endedAt: null,
      recordingAvailable: false,
      transcriptAvailable: false,
      createdAt: '1970-01-01T00:00:01.000Z',
      chargedMicrocredits: 0,
      endedBy: null,
      endReason: null,
    });
    await show('call', 'b1', 'c1', [{ type: 'call.placing', carrier: 'loopback' }], 2_000);
    const attempt = () => store.call('b1', 'c1')?.diagnostics.attempts;
    t.same(attempt(), [{ carrier: 'loopback', at: '1970-01-01T00:00:02.000Z', outcome: 'placing' }]);
    await show('call', 'b1', 'c1', [{ type: 'call.placed', carrierCallId: 'secret' }], 2_500);
    await show('call', 'b1', 'c1', [{ type: 'call.answered' }], 3_000);
    t.match(summary(), { status: 'answered', startedAt: '1970-01-01T00:00:03.000Z' });
    await show('call', 'b1', 'c1', [{ type: 'call.ringing' }], 3_100);
    t.equal(summary()?.status, 'answered', 'a late event moves nothing backwards');
    const latencies = {
      finalTranscriptMs: 120,
      firstTokenMs: 80,
      firstAudioMs: 90,
      firstFrameMs: 2,
      firstPlayedMs: null,
    };
    await show('call', 'b1', 'c1', [
      turn('second', { speaker: 'assistant', at: 5_000, audioOffsetMs: 2_000.4, latencies }),
      { type: 'call.noted', note: { code: 'mark_late', atMs: 12 } },
    ]);
    await show('call', 'b1', 'c1', [turn('first', { at: 4_000, audioOffsetMs: 1_000 })]);
    await show('call', 'b1', 'c1', [
      { type: 'call.hangup_requested', by: 'operator', reason: 'cancelled', cancelling: true },
    ]);
    t.equal(summary()?.status, 'cancelling');
    await show('call', 'b1', 'c1', [ended('completed')], 9_000);
    await show('call', 'b1', 'c1', [
      {
        type: 'call.recording_finished',
        recording: { filename: 'c1.opus', bytes: 10, durationMs: 6_000 },
      },
      { type: 'call.settled', blocks: 1, chargedMicrocredits: 100 },
    ]);
    t.match(summary(), {
      status: 'completed',
      endedAt: '1970-01-01T00:00:09.000Z',
      durationSeconds: 6,
      endedBy: 'customer',
      endReason: 'customer_hangup',
      recordingAvailable: true,
      transcriptAvailable: true,
      chargedMicrocredits: 100,
    });
    const detail = store.call('b1', 'c1');
    t.equal(detail?.recordingFilename, 'c1.opus');
    t.same(
      detail?.transcript.map(({ text, audioOffsetMs }) => [text, audioOffsetMs]),
      [
        ['first', 1_000],
        ['second', 2_000],
      ],
      'in the order of their times',
    );
    t.same(detail?.diagnostics.notes, [{ code: 'mark_late', atMs: 12 }]);
    t.same(detail?.diagnostics.turns[1]?.latencies, latencies);
    t.same(attempt()?.[0]?.outcome, 'completed');
    t.same(
      detail?.diagnostics.timeline.map(({ event }) => event),
      [
        'call.accepted',
        'call.placing',
        'call.placed',
        'call.answered',
        'call.ringing',
        'call.turn',
        'call.noted',
        'call.turn',
        'call.hangup_requested',
        'call.ended',
        'call.recording_finished',
        'call.settled',
      ],
    );
    t.notMatch(JSON.stringify(detail), /secret/, 'no id of a carrier is shown');
    t.equal(store.call('b2', 'c1'), null, 'nobody sees another business’s');
  });

  await t.test('who answers on an account, and whose backend does', async (t) => {
    const account = { channel: 'whatsapp', accountId: '106' };
    const owner = () => store.accountOwner('whatsapp', '106');
    const automation = () => store.automationOf('b1', 'whatsapp', '106');
    const assigned = { type: 'account.assigned', agentId: 'a1', autoReplyEnabled: true };
    await show('channel-account', 'b1', 'w1', [
      { type: 'account.connected', ...account, displayName: 'W', username: null, sealedToken: '' },
      { ...assigned, humanHandoffActive: false },
    ]);
    t.match(owner(), { businessId: 'b1', automated: true, humanHandoff: false });
    t.equal(automation(), null);
    const created = (accountId: string) => ({
      type: 'subscription.created',
      channel: 'whatsapp',
      accountId,
      callbackUrl: 'https://example.org/',
      events: [],
      sealedSecret: '',
      secretLast4: 'cafe',
    });
    await show('subscription', 'b1', 's0', [created('107')], 1_000);
    await show('subscription', 'b2', 's9', [created('106')], 1_000);
    t.equal(automation(), null, 'of another account, of another business');
    t.match(owner(), { automated: true });
    await show('subscription', 'b1', 's1', [created('106')], 1_000);
    await show('subscription', 'b1', 's2', [created('106')], 2_000);
    t.equal(automation(), 's1');
    t.match(owner(), { automated: false });
    await show('subscription', 'b1', 's1', [{ type: 'subscription.changed', status: 'paused' }]);
    t.equal(automation(), 's2');
    await show('subscription', 'b1', 's2', [{ type: 'subscription.revoked' }]);
    t.equal(automation(), null);
    t.match(owner(), { automated: true });
    await show('channel-account', 'b1', 'w1', [{ ...assigned, humanHandoffActive: true }]);
    t.match(owner(), { automated: false, humanHandoff: true });
  });

  await t.test('a conversation leaves the contact that is gone, and goes on with the new one', async (t) => {
    const items = (id: string) => store.timeline('b1', id, { limit: 10, cursor: null }, null).items;
    const customer = { mobile: null, whatsappId: null, userId: 'u', username: 'u', name: null };
    const wrote = (messageId: string, text: string) => ({
      type: 'message.received',
      messageId,
      providerMessageId: messageId,
      sentAt: 1_000,
      customer,
      content: { type: 'text', text, media: null, details: null },
      opensWindow: true,
      replyAt: null,
    });
    const person = (contactId: string, mobile: string) => ({
      type: 'contact.created',
      contactId,
      name: 'Una',
      mobile,
      categoryIds: [],
      fields: {},
    });
    await show('contacts', 'b1', '0cd', [person('u1', '+14155550181')]);
    await show('conversation', 'b1', 'v1', [
      { type: 'conversation.opened', channel: 'instagram', accountId: '17', address: 'u' },
      wrote('x1', 'before'),
      { type: 'conversation.registered', contactId: 'u1' },
    ]);
    t.match(items('u1'), [{ text: 'before', participantId: 'v1' }]);
    await show('contacts', 'b1', '0cd', [{ type: 'contact.deleted', contactId: 'u1' }]);
    await show('conversation', 'b1', 'v1', [wrote('x2', 'after')]);
    await show('conversation', 'b1', 'v1', [{ type: 'conversation.unlinked', contactId: 'u1' }]);
    t.equal(store.conversation('b1', 'v1')?.contactId, null);
    t.same(items('u1'), [], 'nothing of it stays with who is gone');
    await show('contacts', 'b1', '0cd', [person('u2', '+14155550181')]);
    const given = { mobile: '+14155550181', created: true };
    await show('conversation', 'b1', 'v1', [{ type: 'conversation.registered', contactId: 'u2', given }]);
    t.match(items('u2'), [
      { type: 'mobile_given', channel: 'instagram', participantId: 'v1', campaignId: null, ...given },
      { text: 'after' },
      { text: 'before' },
    ]);
    t.match(store.contact('b1', 'u2')?.rollups.instagram, { count: 2 });
  });

  await t.test('a campaign works with its agent until it ends', async (t) => {
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

  await t.test('a summary run says whom it could not assess, and why', async (t) => {
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
});

const ended = (status: 'completed' | 'busy') => ({
  type: 'call.ended',
  status,
  endedBy: 'customer',
  endReason: status === 'busy' ? 'busy' : 'customer_hangup',
  durationSeconds: status === 'busy' ? 0 : 6,
  carrierCostMicrocredits: 0,
});
