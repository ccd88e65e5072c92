/** What is remembered of contacts, in whatever order the views learn of calls, erasures and merges. */
import t from 'tap';
import type { AnalysisEvent } from '../../../actors/analysis/events.js';
import type { ErasedEntry } from '../../../actors/contact-partition/events.js';
import type { Findings } from '../../../schemas/analysis/call-analysis.js';
import type { NewEntry } from '../../../schemas/contacts/memory.js';
import type { PageRequest } from '../../../views/kernel/page.js';
import { openViews } from '../store-support.js';

const PAGE: PageRequest = { limit: 20, cursor: null };
const FINDINGS: Findings = { summary: 'S', sentiment: 'neutral', requests: [], criteria: [], fields: [] };

const fact = (text: string, at: number): NewEntry => ({
  kind: 'fact',
  text,
  by: null,
  at,
  evidence: [{ turn: 1, atMs: 900 }],
});
const promise = (text: string, at: number): NewEntry => ({
  ...fact(text, at),
  kind: 'promise',
  by: 'business',
});
const analysed = (
  contactId: string,
  entries: readonly NewEntry[],
  kept: readonly string[] = [],
): AnalysisEvent => ({
  type: 'analysis.ended',
  settingsId: 's1',
  result: { type: 'completed', findings: FINDINGS, memory: { contactId, entries, kept } },
});
/** An episode of which the customer's message `m1` was sent at 1,000 and the last one at 2,000, read at 100,000. */
const chatted = (contactId: string, conversationId: string): AnalysisEvent => ({
  type: 'analysis.ended',
  settingsId: 's1',
  result: {
    type: 'completed',
    findings: FINDINGS,
    memory: {
      contactId,
      conversation: { conversationId, lastAt: 2_000, readAt: 100_000 },
      entries: [
        { kind: 'summary', text: 'A dog and a move.', by: null, at: 1_000, evidence: [] },
        { ...fact('Has a dog.', 1_000), evidence: [{ messageId: 'm1', at: '1970-01-01T00:00:01.000Z' }] },
        { ...fact('Moves in May.', 2_000), evidence: [{ messageId: 'm2', at: '1970-01-01T00:00:02.000Z' }] },
      ],
      kept: [],
    },
  },
});
const repeated = (contactId: string, entries: readonly NewEntry[]): AnalysisEvent => ({
  type: 'analysis.repeated',
  analysisRunId: 'r1',
  settingsId: 's1',
  findings: FINDINGS,
  memory: { contactId, entries, kept: [] },
  chargedMicrocredits: 0,
});
const erased = (contactId: string, entries: readonly ErasedEntry[] | null = null) => ({
  type: 'contact.memory_erased',
  contactId,
  entries,
});
const merged = (contactId: string, otherContactId: string) => ({
  type: 'contact.merged',
  contactId,
  otherContactId,
  mergeId: 'm1',
  name: contactId,
  categoryIds: ['k1'],
  fields: {},
  communicationBlocked: false,
  timeZone: null,
  taken: [],
  otherMobiles: [],
});

const views = await openViews(t);
let businesses = 0;

type Commit = readonly [kind: string, id: string, events: readonly object[], at: number];

/** A business of its own, whose contacts have ids of their own: those of merged contacts are looked up in all businesses. */
const openBusiness = () => {
  businesses += 1;
  const business = `b${businesses}`;
  const own = (id: string): string => `${id}-${business}`;
  return {
    business,
    own,
    show: ([kind, id, events, at]: Commit): Promise<void> => {
      const text = JSON.stringify(events).replaceAll(/"(p[12])"/g, (_, contactId: string) =>
        JSON.stringify(own(contactId)),
      );
      return views.show(kind, business, id, JSON.parse(text), at);
    },
    page: (contactId = 'p1', page = PAGE) => views.store.memory(business, own(contactId), page),
    texts: (contactId = 'p1') =>
      views.store.memory(business, own(contactId), PAGE).items.map(({ text }) => text),
  };
};

/** The texts after the commits in each of the orders. */
const inOrders = async (orders: readonly (readonly Commit[])[]): Promise<readonly (readonly string[])[]> => {
  const found: (readonly string[])[] = [];
  for (const order of orders) {
    const { show, texts } = openBusiness();
    for (const commit of order) await show(commit);
    found.push(texts());
  }
  return found;
};

t.test('entries are shown with their source, the newest first, in pages', async (t) => {
  const { business, own, show, page, texts } = openBusiness();
  await show(['analysis', 'c1', [analysed('p1', [fact('Has a dog.', 1_000)])], 5_000]);
  const second = analysed('p1', [promise('Sends an offer.', 2_500), fact('Moves in May.', 2_000)]);
  await show(['analysis', 'c2', [second], 6_000]);
  t.same(texts(), ['Sends an offer.', 'Moves in May.', 'Has a dog.']);
  const first = page('p1', { limit: 2, cursor: null });
  t.match(first.items[0], {
    kind: 'promise',
    promisedBy: 'business',
    saidAt: '1970-01-01T00:00:02.500Z',
    source: { type: 'call', id: 'c2', evidence: [{ turn: 1, atMs: 900 }] },
  });
  const rest = page('p1', { limit: 2, cursor: first.nextCursor });
  t.same(
    rest.items.map(({ text }) => text),
    ['Has a dog.'],
  );
  t.same(views.store.memory('elsewhere', own('p1'), PAGE).items, [], 'of another business');
  t.equal(views.store.countEntries(business, own('p1')), 3);
  const newest = views.store.newestEntries(business, own('p1'), { kind: 'fact', before: 2_000, count: 5 });
  t.same(
    newest.map(({ text }) => text),
    ['Has a dog.'],
  );
});

t.test('another analysis of a call replaces what the first one left', async (t) => {
  const { show, texts } = openBusiness();
  await show(['analysis', 'c1', [analysed('p1', [fact('Has a dog.', 1_000)])], 5_000]);
  await show(['analysis', 'c1', [repeated('p1', [fact('Has two dogs.', 1_000)])], 6_000]);
  t.same(texts(), ['Has two dogs.']);
});

t.test('a promise that was kept is no longer open', async (t) => {
  const { business, own, show, page, texts } = openBusiness();
  await show(['analysis', 'c1', [analysed('p1', [promise('Calls back.', 1_000)])], 2_000]);
  const [open] = page().items;
  await show(['analysis', 'c2', [analysed('p1', [], [open?.id ?? ''])], 4_000]);
  t.same(texts(), []);
  t.same(views.store.newestEntries(business, own('p1'), { kind: 'promise', before: 9_000, count: 5 }), []);
});

t.test('what was said before an erasure never returns, and what is said later is remembered', async (t) => {
  const before: Commit = ['analysis', 'c1', [analysed('p1', [fact('Old.', 1_000)])], 4_000];
  const during: Commit = [
    'analysis',
    'c2',
    [analysed('p1', [fact('Before.', 2_900), fact('After.', 3_100)])],
    4_100,
  ];
  const erasure: Commit = ['contacts', 'k0', [erased('p1')], 3_000];
  const found = await inOrders([
    [before, during, erasure],
    [erasure, before, during],
    [before, erasure, during],
  ]);
  t.same(found, [['After.'], ['After.'], ['After.']]);
});

t.test('an erased entry does not return in other words', async (t) => {
  const facts = [fact('Has a dog.', 1_000), fact('Moves in May.', 1_100)];
  const first: Commit = ['analysis', 'c1', [analysed('p1', facts)], 2_000];
  const again: Commit = [
    'analysis',
    'c1',
    [repeated('p1', [fact('Owns a dog.', 1_000), fact('Called again.', 5_000)])],
    6_000,
  ];
  const probe = openBusiness();
  await probe.show(first);
  const entryId = probe.page().items.find(({ text }) => text === 'Has a dog.')?.id ?? '';
  const entry = views.store.entryOfContact(probe.business, probe.own('p1'), entryId);
  t.same(entry, { entryId, sourceId: 'c1' });
  t.equal(views.store.entryOfContact(probe.business, probe.own('p2'), entryId), null, 'of another contact');
  const erasure: Commit = ['contacts', 'k0', [erased('p1', [{ entryId, sourceId: 'c1' }])], 3_000];
  const found = await inOrders([
    [first, erasure, again],
    [erasure, first, again],
  ]);
  t.same(found[0], ['Called again.', 'Moves in May.']);
  t.same(found[1], found[0]);
});

t.test('a contact has what was remembered of one that was merged into it', async (t) => {
  const of = (id: string, contactId: string, text: string): Commit => [
    'analysis',
    id,
    [analysed(contactId, [fact(text, 1_000)])],
    4_000,
  ];
  const merge: Commit = ['contacts', 'k0', [merged('p1', 'p2')], 3_000];
  const wipe: Commit = ['contacts', 'k0', [erased('p1')], 3_500];
  const mine = of('c1', 'p1', 'Mine.');
  const theirs = of('c2', 'p2', 'Theirs.');
  const found = await inOrders([
    [mine, theirs, merge],
    [merge, mine, theirs],
    [mine, theirs, merge, wipe],
    [merge, wipe, mine, theirs],
  ]);
  t.same(
    found.map((texts) => texts.toSorted()),
    [['Mine.', 'Theirs.'], ['Mine.', 'Theirs.'], [], []],
  );
});

t.test('an erasure before a merge does not concern the other contact', async (t) => {
  const wipe: Commit = ['contacts', 'k0', [erased('p1')], 2_000];
  const merge: Commit = ['contacts', 'k0', [merged('p1', 'p2')], 3_000];
  const theirs: Commit = ['analysis', 'c2', [analysed('p2', [fact('Theirs.', 1_000)])], 4_000];
  t.same(
    await inOrders([
      [theirs, wipe, merge],
      [wipe, merge, theirs],
    ]),
    [['Theirs.'], ['Theirs.']],
  );
});

t.test('nothing is remembered of a deleted contact, nor of those that were merged into it', async (t) => {
  const merge: Commit = ['contacts', 'k0', [merged('p1', 'p2')], 2_000];
  const deletion: Commit = ['contacts', 'k0', [{ type: 'contact.deleted', contactId: 'p1' }], 3_000];
  const mine: Commit = ['analysis', 'c1', [analysed('p1', [fact('Mine.', 9_000)])], 9_500];
  const theirs: Commit = ['analysis', 'c2', [analysed('p2', [fact('Theirs.', 1_000)])], 9_600];
  t.same(
    await inOrders([
      [mine, theirs, merge, deletion],
      [merge, deletion, mine, theirs],
    ]),
    [[], []],
  );
});

const customer = { mobile: null, whatsappId: null, userId: 'u', username: null, name: null };
/** A message of the customer, `m1` at 1,000 and `m2` at 2,000. */
const received = (conversationId: string, messageId: string, at: number): Commit => [
  'conversation',
  conversationId,
  [
    {
      type: 'message.received',
      messageId: `${messageId}-${conversationId}`,
      providerMessageId: messageId,
      sentAt: at,
      customer,
      content: { type: 'text', text: 'Hello.', media: null, details: null },
      opensWindow: true,
      replyAt: null,
    },
  ],
  at,
];
const written = (conversationId: string): readonly Commit[] => [
  [
    'conversation',
    conversationId,
    [{ type: 'conversation.opened', channel: 'whatsapp', accountId: 'a1', address: conversationId }],
    900,
  ],
  received(conversationId, 'm1', 1_000),
  received(conversationId, 'm2', 2_000),
];
const revoked = (conversationId: string, messageId: string, at: number): Commit => [
  'conversation',
  conversationId,
  [
    {
      type: 'message.revoked',
      messageId: `${messageId}-${conversationId}`,
      originalId: messageId,
      at,
    },
  ],
  at,
];
const analysedChat = (conversationId: string): Commit => [
  'conversation-analysis',
  `x-${conversationId}`,
  [
    JSON.parse(
      JSON.stringify(chatted('p1', conversationId)).replaceAll(/"(m[12])"/g, `"$1-${conversationId}"`),
    ),
  ],
  110_000,
];

t.test('a conversation is remembered with its messages', async (t) => {
  const { show, page, texts } = openBusiness();
  for (const commit of written('v1')) await show(commit);
  await show(analysedChat('v1'));
  t.same(texts().toSorted(), ['A dog and a move.', 'Has a dog.', 'Moves in May.']);
  t.match(
    page().items.find(({ text }) => text === 'Has a dog.'),
    {
      source: {
        type: 'conversation',
        id: 'v1',
        evidence: [{ messageId: 'm1-v1', at: '1970-01-01T00:00:01.000Z' }],
      },
    },
  );
  await show(['contacts', 'k0', [merged('p2', 'p1')], 120_000]);
  t.same(texts(), [], 'the contact was merged');
  t.equal(texts('p2').length, 3);
  await show(['contacts', 'k0', [{ type: 'contact.deleted', contactId: 'p2' }], 130_000]);
  t.same(texts('p2'), []);
});

t.test('what rests on a message that the customer took back is not remembered', async (t) => {
  const after = await inOrders([
    [...written('v2'), analysedChat('v2'), revoked('v2', 'm1', 105_000)],
    [...written('v3'), revoked('v3', 'm1', 105_000), analysedChat('v3')],
  ]);
  t.same(after, [['Moves in May.'], ['Moves in May.']], 'the summary may repeat it');
  const before = await inOrders([[...written('v4'), revoked('v4', 'm1', 10_000), analysedChat('v4')]]);
  t.equal(before[0]?.includes('A dog and a move.'), true, 'the model has not read the message');
});
