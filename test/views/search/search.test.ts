/** What was said and written is found by its business alone, as it is now, and no longer once the contact is deleted. */
import t from 'tap';
import type { CallEvent } from '../../../actors/call/events.js';
import type { ConversationEvent } from '../../../actors/conversation/events.js';
import type { ConversationAnalysisEvent } from '../../../actors/conversation-analysis/events.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats } from '../../../testkit/nats/server.js';
import { accepted, ended, openTestJournal, turn } from '../journal.js';
import { openStore, openViews, type TestStore, type TestViews } from '../store-support.js';

const PAGE = { limit: 10, cursor: null };
const person = (contactId: string) => ({
  type: 'contact.created',
  contactId,
  name: 'Una',
  mobile: `+1415555${contactId.length}181`,
  categoryIds: [],
  fields: {},
});
const said = (text: string, overrides: Parameters<typeof turn>[1] = {}): CallEvent =>
  turn(`t-${text}`, { text, ...overrides });
const idsIn = (store: TestStore, text: string, filter = {}, businessId = 'b1'): readonly string[] =>
  store.searchCalls(businessId, { text, filter }, PAGE).items.map(({ call }) => call.id);
const messagesIn = (store: TestStore, text: string, filter = {}, businessId = 'b1'): readonly string[] =>
  store.searchMessages(businessId, { text, filter }, PAGE).items.map(({ messageId }) => messageId);

t.test('an ended call is found with the turns in which the words were said', async (t) => {
  const { store, show } = await openViews(t);
  await show('call', 'b1', 'c1', [
    accepted(),
    said('Hello, how can I help?', { speaker: 'assistant', at: 1, audioOffsetMs: 100 }),
    said('My parcel is late.', { at: 2, audioOffsetMs: 2_000 }),
    said('4111 1111', { at: 3, keys: true }),
    said('I want a refund for the parcel.', { at: 4 }),
  ]);
  t.same(idsIn(store, 'parcel'), [], 'not while it is live');
  await show('call', 'b1', 'c1', [ended('completed')]);
  await show('call', 'b1', 'c2', [accepted(), said('另一个包裹'), ended('completed')]);
  await show('call', 'b2', 'c3', [accepted(), said('my parcel'), ended('completed')]);
  t.match(store.searchCalls('b1', { text: 'parcel late', filter: {} }, PAGE), {
    items: [
      {
        call: { id: 'c1', agentName: 'Ada' },
        snippets: [
          { turn: 1, speaker: 'customer', atMs: 2_000, text: 'My parcel is late.' },
          { turn: 3, matches: [{ start: 24, end: 30 }] },
        ],
      },
    ],
    nextCursor: null,
  });
  t.same(idsIn(store, '包裹'), ['c2']);
  t.same(idsIn(store, '"refund parcel"'), [], 'a phrase');
  t.same(idsIn(store, '4111'), [], 'pressed keys are not found');
  t.same(idsIn(store, 'parcel', {}, 'b2'), ['c3'], 'each business its own');
  t.same(idsIn(store, 'parcel', {}, 'b3'), []);
  await show('call', 'b1', 'c1', [said('Goodbye then.', { at: 5 })]);
  t.same(idsIn(store, 'goodbye late'), ['c1'], 'with a turn that was recorded after the end');
});

t.test('calls are filtered by what happened on them', async (t) => {
  const { store, show } = await openViews(t);
  const latencies = {
    finalTranscriptMs: 100,
    firstTokenMs: 200,
    firstAudioMs: 300,
    firstFrameMs: 400,
    firstPlayedMs: 2_001,
  };
  const tool = (outcome: 'done' | 'failed'): CallEvent => ({
    type: 'call.tool_ended',
    id: 'u1',
    end: { result: '', outcome, durationMs: 1 },
  });
  const hello = said('hello');
  const courses: readonly (readonly [id: string, events: readonly CallEvent[]])[] = [
    ['slow', [hello, said('well', { speaker: 'assistant', latencies })]],
    [
      'quick',
      [hello, said('well', { speaker: 'assistant', latencies: { ...latencies, firstPlayedMs: 2_000 } })],
    ],
    ['interrupted', [hello, said('well', { speaker: 'assistant', interrupted: true })]],
    ['customer', [said('hello', { interrupted: true })]],
    ['failed', [hello, tool('failed')]],
    ['done', [hello, tool('done')]],
  ];
  for (const [index, [id, events]] of courses.entries())
    await show('call', 'b1', id, [accepted({ agentId: id }), ...events, ended('completed')], 1_000 + index);
  const all = courses.map(([id]) => id).toReversed();
  const both = (filter: Parameters<TestStore['calls']>[2]) => {
    const listed = store.calls('b1', PAGE, filter).items.map(({ id }) => id);
    t.same(idsIn(store, 'hello', filter), listed, 'a search and a list agree');
    return listed;
  };
  t.same(both({}), all);
  t.same(both({ slow: true }), ['slow']);
  t.same(
    both({ slow: false }),
    all.filter((id) => id !== 'slow'),
  );
  t.same(both({ interrupted: true }), ['interrupted']);
  t.same(both({ toolFailed: true }), ['failed']);
  t.same(both({ endedBy: 'customer', agentId: 'done' }), ['done']);
  t.same(both({ endedBy: 'agent' }), []);
  t.same(both({ from: 1_001, to: 1_003 }), ['interrupted', 'quick']);
});

t.test('a search continues behind its cursor, and reads a limited number of calls a page', async (t) => {
  const { store, show } = await openViews(t);
  const DAY = 24 * 60 * 60_000;
  for (let n = 0; n < 5; n += 1)
    await show('call', 'b1', `c${n}`, [accepted(), said('hello'), ended('completed')], n * DAY);
  const search = { text: 'hello', filter: {} };
  const first = store.searchCalls('b1', search, { limit: 2, cursor: null });
  t.same(
    first.items.map(({ call }) => call.id),
    ['c4', 'c3'],
  );
  const second = store.searchCalls('b1', search, { limit: 3, cursor: first.nextCursor });
  t.same(
    second.items.map(({ call }) => call.id),
    ['c2', 'c1', 'c0'],
  );
  t.equal(second.nextCursor, null);
  t.throws(
    () => store.searchCalls('b1', { ...search, text: 'hell' }, { limit: 2, cursor: first.nextCursor }),
    {
      code: 'cursor_invalid',
    },
  );
  t.same(idsIn(store, 'hello', { from: DAY, to: 3 * DAY }), ['c2', 'c1'], 'a period');
  t.same(idsIn(store, 'hello', { from: 9 * DAY }), []);
  t.same(idsIn(store, 'hello', { to: 0 }), []);
  // All pairs of characters occur, but not the word: 101 transcripts are read in vain.
  const events = [accepted(), said('退款 款单'), ended('completed')];
  await show('call', 'b1', 'last', [accepted(), said('退款单'), ended('completed')]);
  for (let n = 0; n < 101; n += 1) await show('call', 'b1', `x${n}`, events);
  const none = store.searchCalls('b1', { text: '退款单', filter: {} }, { limit: 2, cursor: null });
  t.same(none.items, []);
  t.type(none.nextCursor, 'string');
  const { items, nextCursor } = store.searchCalls(
    'b1',
    { text: '退款单', filter: {} },
    { limit: 2, cursor: none.nextCursor },
  );
  t.same(
    items.map(({ call }) => call.id),
    ['last'],
  );
  t.equal(nextCursor, null);
});

const customer = { mobile: null, whatsappId: null, userId: 'u', username: 'u', name: null };
const wrote = (messageId: string, text: string | null, more = {}) => ({
  type: 'message.received',
  messageId,
  providerMessageId: messageId,
  sentAt: 1_000,
  customer,
  content: { type: 'text', text, media: null, details: null, ...more },
  opensWindow: true,
  replyAt: null,
  keepsMedia: true,
});
const OPENED = { type: 'conversation.opened', channel: 'instagram', accountId: '17', address: 'u' };

t.test('messages are found as they are now, with the words of voice notes', async (t) => {
  const { store, show } = await openViews(t);
  const voice = { type: 'audio', text: null, media: { id: 'm', mimeType: 'audio/ogg', fileName: null } };
  await show('conversation', 'b1', 'v1', [
    OPENED,
    wrote('m1', 'Where is my parcel?'),
    wrote('m2', 'I am cross.'),
    wrote('m3', null, voice),
  ]);
  await show('conversation', 'b2', 'v2', [OPENED, wrote('m4', 'parcel')]);
  t.match(store.searchMessages('b1', { text: 'parcel', filter: {} }, PAGE), {
    items: [
      {
        messageId: 'm1',
        conversationId: 'v1',
        channel: 'instagram',
        contactId: null,
        author: 'customer',
        text: 'Where is my parcel?',
        matches: [{ start: 12, end: 18 }],
      },
    ],
    nextCursor: null,
  });
  await show('conversation', 'b1', 'v1', [
    {
      type: 'media.transcribed',
      messageId: 'm3',
      transcription: { is: 'understood', text: 'No parcel yet.', isCut: false },
    },
    {
      type: 'message.edited',
      messageId: 'm2',
      originalId: 'm2',
      at: 2_000,
      text: 'I am calm about the parcel.',
    },
  ]);
  t.same(messagesIn(store, 'parcel'), ['m3', 'm2', 'm1']);
  t.same(messagesIn(store, 'cross'), [], 'the former text is gone');
  t.same(messagesIn(store, 'parcel', { channel: 'whatsapp' }), []);
  t.same(messagesIn(store, 'parcel', { author: 'customer', from: 1_000, to: 1_001 }), ['m3', 'm2', 'm1']);
  t.same(messagesIn(store, 'parcel', { from: 1_001 }), []);
  const first = store.searchMessages('b1', { text: 'parcel', filter: {} }, { limit: 2, cursor: null });
  const { items, nextCursor } = store.searchMessages(
    'b1',
    { text: 'parcel', filter: {} },
    { limit: 2, cursor: first.nextCursor },
  );
  t.same([items.map(({ messageId }) => messageId), nextCursor], [['m1'], null]);
  await show('conversation', 'b1', 'v1', [
    { type: 'message.revoked', messageId: 'm3', originalId: 'm3', at: 3_000 },
    { type: 'message.revoked', messageId: 'm1', originalId: 'm1', at: 3_000 },
  ]);
  t.same(messagesIn(store, 'parcel'), ['m2'], 'revoked messages are not found');
});

t.test('messages are filtered by the agent of their conversation and its outcome', async (t) => {
  const { store, show } = await openViews(t);
  const answered = (messageId: string, agentId: string): ConversationEvent => ({
    type: 'message.queued',
    messageId,
    author: 'agent',
    recipient: 'u',
    content: { type: 'text', text: 'a parcel' },
    campaign: null,
    agent: { agentId, version: 1 },
  });
  const analysed = (conversationId: string, messageId: string): readonly ConversationAnalysisEvent[] => [
    {
      type: 'analysis.prepared',
      agentId: 'a1',
      episode: { conversationId, firstMessageId: messageId, lastMessageId: messageId },
    },
    {
      type: 'analysis.ended',
      settingsId: 's1',
      result: {
        type: 'completed',
        findings: {
          summary: '',
          sentiment: 'negative',
          requests: [{ request: 'human', at: null, evidence: [] }],
          criteria: [{ key: 'found', verdict: 'not_met', reason: '', evidence: [] }],
          fields: [],
        },
      },
    },
  ];
  await show('conversation', 'b1', 'v1', [OPENED, wrote('m1', 'parcel'), answered('m2', 'a1')]);
  await show('conversation', 'b1', 'v2', [OPENED, wrote('m3', 'parcel'), answered('m4', 'a2')]);
  await show('conversation', 'b1', 'v3', [OPENED, wrote('m5', 'parcel')]);
  await show('conversation-analysis', 'b1', 'x1', analysed('v1', 'm1'));
  t.same(messagesIn(store, 'parcel', { agentId: 'a1' }), ['m2', 'm1'], 'also what the customer wrote');
  await show('conversation', 'b1', 'v1', [answered('m6', 'a2')]);
  t.same(messagesIn(store, 'parcel', { agentId: 'a1' }), [], 'another agent answered since');
  t.same(messagesIn(store, 'parcel', { agentId: 'a2', author: 'customer' }), ['m3', 'm1']);
  for (const filter of [
    { analysis: 'completed' },
    { success: false },
    { sentiment: 'negative' },
    { request: 'human' },
  ])
    t.same(messagesIn(store, 'parcel', filter), ['m6', 'm2', 'm1'], JSON.stringify(filter));
  for (const filter of [{ success: true }, { sentiment: 'positive' }, { request: 'call_back' }])
    t.same(messagesIn(store, 'parcel', filter), [], JSON.stringify(filter));
});

/** Views, and others that read the same journal from its beginning. */
const rebuildable = async (
  t: Lifetime & { testdir(): string },
): Promise<TestViews & { rebuild(): Promise<TestStore> }> => {
  const nats = await startNats(t);
  const journal = await openTestJournal(t, nats.url);
  const directory = t.testdir();
  const store = await openStore(t, nats.url, journal, `${directory}/first`);
  let last = 0;
  return {
    store,
    show: async (...commit) => {
      last = await journal.commit(...commit);
      await store.waitFor(0, last);
    },
    rebuild: async () => {
      const again = await openStore(t, nats.url, journal, `${directory}/again`);
      await again.waitFor(0, last);
      return again;
    },
  };
};

t.test('what a deleted contact said and wrote is not found, also in rebuilt views', async (t) => {
  const { store, show, rebuild } = await rebuildable(t);
  await show('contacts', 'b1', '0cd', [person('u1')]);
  await show('call', 'b1', 'c1', [accepted({ contactId: 'u1' }), said('a parcel'), ended('completed')]);
  await show('call', 'b1', 'c2', [accepted({ contactId: 'u1' }), said('a live parcel')]);
  await show('call', 'b1', 'c3', [accepted({ contactId: 'u2' }), said('another parcel'), ended('completed')]);
  await show('conversation', 'b1', 'v1', [
    OPENED,
    wrote('x1', 'my parcel'),
    { type: 'conversation.registered', contactId: 'u1' },
  ]);
  t.same(idsIn(store, 'parcel'), ['c3', 'c1']);
  t.same(messagesIn(store, 'parcel'), ['x1']);
  await show('contacts', 'b1', '0cd', [{ type: 'contact.deleted', contactId: 'u1' }]);
  await show('call', 'b1', 'c2', [ended('completed')]);
  await show('conversation', 'b1', 'v1', [wrote('x2', 'a new parcel')]);
  await show('conversation', 'b1', 'v1', [
    { type: 'conversation.unlinked', contactId: 'u1' },
    { type: 'message.edited', messageId: 'x1', originalId: 'x1', at: 2_000, text: 'my old parcel' },
  ]);
  for (const views of [store, await rebuild()]) {
    t.same(idsIn(views, 'parcel'), ['c3'], 'not even the call that was live');
    t.same(messagesIn(views, 'parcel'), ['x2'], 'what the person writes after that is found');
  }
});
