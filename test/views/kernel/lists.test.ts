import t, { type Test } from 'tap';
import type { AgentProfile } from '../../../actors/agent/events.js';
import { PAGE_CHARACTERS } from '../../../views/kernel/cursor.js';
import type { Page, PageRequest } from '../../../views/kernel/page.js';
import { created, type TestJournal } from '../journal.js';
import { openViews, type TestStore } from '../store-support.js';

/** Items before each walk; more are added during it. */
const FIRST = 23;
const LIMIT = 5;

const profile = (overrides: Partial<AgentProfile> = {}): AgentProfile => ({
  channel: 'whatsapp',
  name: 'Ann',
  instructions: 'Be kind.',
  languageCode: 'en',
  dataSourceIds: [],
  contactCategoryIds: [],
  dataSourceVariables: [],
  voiceSettings: {},
  instagramCollectMobileEnabled: true,
  ...overrides,
});

type Commit = Parameters<TestJournal['commit']>;

interface List {
  readonly name: string;
  /** Creates the n-th item; several share a millisecond, so that the id decides their order. */
  readonly make: (business: string, n: number) => Commit;
  readonly page: (store: TestStore, business: string, request: PageRequest) => Page<string>;
  /** A built-in item at its end. */
  readonly last?: string;
}

const at = (n: number): number => 1_000_000 + (n >> 2);
const idOf = (prefix: string, n: number): string => `${prefix}${String(n).padStart(3, '0')}`;
const ids = <T extends { readonly id: string }>({ items, nextCursor }: Page<T>): Page<string> => ({
  items: items.map(({ id }) => id),
  nextCursor,
});

const LISTS: readonly List[] = [
  {
    name: 'agents',
    make: (business, n) => {
      const event = { type: 'agent.created', referenceName: `ann-${n}`, contactContextRequired: false };
      return ['agent', business, idOf('x', n), [{ ...event, profile: profile() }], at(n)];
    },
    page: (store, business, request) => ids(store.agents(business, request)),
  },
  {
    name: 'keys',
    make: (business, n) => {
      const event = { type: 'key.created', keyId: idOf('x', n), name: 'CRM', secretHash: 'ab' };
      return ['business', business, business, [{ ...event, scopes: ['voice:read'] }], at(n)];
    },
    page: (store, business, request) => ids(store.keys(business, request)),
  },
  {
    name: 'subscriptions',
    make: (business, n) => {
      const event = {
        type: 'subscription.created',
        channel: 'whatsapp',
        accountId: '106',
        sealedSecret: 's',
        callbackUrl: 'https://example.org',
        events: ['whatsapp.message.received'],
        secretLast4: 'cafe',
      };
      return ['subscription', business, idOf('x', n), [event], at(n)];
    },
    page: (store, business, request) => ids(store.subscriptions(business, request)),
  },
  {
    name: 'data sources',
    make: (business, n) => {
      const event = { type: 'source.created', class: 'structured', name: 'Orders', description: null };
      return ['data-source', business, idOf('x', n), [event], at(n)];
    },
    page: (store, business, request) => {
      const { items, nextCursor } = store.dataSources(business, request);
      return { items: items.map(({ id, builtIn }) => (builtIn ? 'contacts' : id)), nextCursor };
    },
    last: 'contacts',
  },
  {
    name: 'accounts of a channel',
    make: (business, n) => {
      const event = {
        type: 'account.connected',
        channel: 'whatsapp',
        accountId: `106${n}`,
        displayName: 'Support',
        username: null,
        sealedToken: 't',
      };
      return ['channel-account', business, idOf('x', n), [event], at(n)];
    },
    page: (store, business, request) => ids(store.channelAccountPage(business, 'whatsapp', request)),
  },
];

const views = await openViews(t);
const { store } = views;
const show = async (...commits: readonly Commit[]): Promise<void> => {
  for (const commit of commits) await views.show(...commit);
};
const REFUSED = { name: 'DomainError', code: 'cursor_invalid' };

/** Walks through a list in small pages and adds an item after each; returns the items seen. */
const walkWhileAdding = async (t: Test, business: string, { make, page }: List) => {
  const seen: string[] = [];
  const cursors: string[] = [];
  let n = FIRST;
  for (let cursor: string | null = null; ; ) {
    const { items, nextCursor } = page(store, business, { limit: LIMIT, cursor });
    t.ok(items.length <= LIMIT);
    seen.push(...items);
    if (nextCursor === null) return { seen, cursors, total: n };
    t.equal(items.length, LIMIT, 'a page is full while more items follow');
    cursors.push(nextCursor);
    cursor = nextCursor;
    await show(make(business, n));
    n += 1;
  }
};

for (const [index, list] of LISTS.entries())
  t.test(`${list.name}: lists each item once while items are added, newest first`, async (t) => {
    const { make, page, last } = list;
    const business = `list${index}`;
    const expected = Array.from({ length: FIRST }, (_, n) => idOf('x', FIRST - 1 - n));
    await show(
      ['business', business, business, [created('One')]],
      ['business', `${business}x`, `${business}x`, [created('Other')]],
      ...Array.from({ length: FIRST }, (_, n) => make(business, n)),
    );
    const { seen, cursors, total: n } = await walkWhileAdding(t, business, list);
    t.same(seen, [...expected, ...(last === undefined ? [] : [last])]);
    t.equal(page(store, business, { limit: 1, cursor: null }).items[0], idOf('x', n - 1));
    const whole = page(store, business, { limit: n + 1, cursor: null });
    t.equal(whole.nextCursor, null);
    t.equal(whole.items.length, n + (last === undefined ? 0 : 1));
    // A page that holds everything but the built-in item.
    if (last !== undefined) {
      const { nextCursor } = page(store, business, { limit: n, cursor: null });
      t.same(page(store, business, { limit: n, cursor: nextCursor }), { items: [last], nextCursor: null });
    }

    const [cursor = ''] = cursors;
    t.throws(() => page(store, `${business}x`, { limit: LIMIT, cursor }), REFUSED, 'another business');
    for (const damaged of [`${cursor}A`, cursor.slice(1), 'x', '.'])
      t.throws(() => page(store, business, { limit: LIMIT, cursor: damaged }), REFUSED, damaged);
    for (const [other, another] of LISTS.entries())
      if (other !== index)
        t.throws(
          () => another.page(store, business, { limit: LIMIT, cursor }),
          REFUSED,
          `a cursor for ${another.name}`,
        );
  });

t.test('a page of large agents ends early, and the next page continues there', async (t) => {
  const instructions = 'x'.repeat(PAGE_CHARACTERS * 0.4);
  await show(
    ['business', 'large', 'large', [created('Large')]],
    ...[0, 1, 2, 3, 4].map((n): Commit => {
      const event = { type: 'agent.created', referenceName: `ann-${n}`, contactContextRequired: false };
      const long = n === 4 ? { instructions: 'x'.repeat(PAGE_CHARACTERS * 0.9) } : { instructions };
      return ['agent', 'large', `a${n}`, [{ ...event, profile: profile(long) }], at(n * 4)];
    }),
  );
  const pages: (readonly string[])[] = [];
  let cursor: string | null = null;
  do {
    const page: Page<{ readonly id: string }> = store.agents('large', { limit: 50, cursor });
    pages.push(page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  t.same(pages, [['a4'], ['a3', 'a2'], ['a1', 'a0']]);
});

t.test('lists the accounts first, then the agents that can be assigned', async (t) => {
  const account = (n: number, channel: string, when: number): Commit => {
    const event = {
      type: 'account.connected',
      channel,
      accountId: `${channel}-${n}`,
      displayName: 'Support',
      username: null,
      sealedToken: 't',
    };
    return ['channel-account', 'desk', `${channel}${n}`, [event], when];
  };
  const agent = (n: number, when: number, overrides: Partial<AgentProfile> = {}): Commit => {
    const event = { type: 'agent.created', referenceName: `ann-${n}`, contactContextRequired: false };
    return ['agent', 'desk', `agent${n}`, [{ ...event, profile: profile(overrides) }], when];
  };
  await show(
    ['business', 'desk', 'desk', [created('Desk')]],
    account(1, 'whatsapp', 1_000),
    account(2, 'whatsapp', 2_000),
    account(3, 'whatsapp', 3_000),
    account(9, 'instagram', 4_000),
    ...[1, 2, 3, 4].map((n) => agent(n, n * 1_000)),
    agent(5, 5_000, { channel: 'voice' }),
    agent(6, 6_000),
    ['agent', 'desk', 'agent6', [{ type: 'agent.archived' }], 7_000],
  );
  const walk = (limit: number) => {
    const parts: string[][] = [];
    let cursor: string | null = null;
    do {
      const page: ReturnType<typeof store.assignments> = store.assignments('desk', 'whatsapp', {
        limit,
        cursor,
      });
      t.equal(page.firstAccountId, 'whatsapp-1', 'on every page');
      parts.push([...page.accounts, ...page.agents].map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return parts;
  };
  const all = ['whatsapp3', 'whatsapp2', 'whatsapp1', 'agent4', 'agent3', 'agent2', 'agent1'];
  for (const limit of [1, 2, 3, 4, 7, 8]) {
    const parts = walk(limit);
    t.same(parts.flat(), all, `pages of ${limit}`);
    t.ok(
      parts.every((part, index) => part.length === limit || index === parts.length - 1),
      `every page but the last is full: ${limit}`,
    );
  }
  // An account that is reconnected during a walk keeps its place, so the walk does not miss it.
  const { nextCursor } = store.assignments('desk', 'whatsapp', { limit: 2, cursor: null });
  await show(account(1, 'whatsapp', 9_000));
  t.same(
    store.assignments('desk', 'whatsapp', { limit: 2, cursor: nextCursor }).accounts.map(({ id }) => id),
    ['whatsapp1'],
  );
  t.throws(() => store.assignments('desk', 'instagram', { limit: 2, cursor: nextCursor }), REFUSED);
  // An agent that has moved to another channel is no longer listed.
  const changed = { type: 'agent.updated', profile: profile({ channel: 'voice', name: 'Bea' }) };
  await show(['agent', 'desk', 'agent4', [{ ...changed, contactContextRequired: false }], 9_000]);
  t.same(
    walk(10).flat(),
    all.filter((id) => id !== 'agent4'),
  );
});

t.test('a key and a subscription are only found in their own business', async (t) => {
  t.match(store.keyOf('list1', 'x000'), { id: 'x000', name: 'CRM' });
  t.equal(store.keyOf('list2', 'x000'), null);
  t.match(store.subscription('list2', 'x000'), { id: 'x000', phoneNumberId: '106' });
  t.equal(store.subscription('list1', 'x000'), null);
});

t.test('finds all active subscribers of an account, and no others', async (t) => {
  const total = store.subscriptions('list2', { limit: 200, cursor: null }).items.length;
  t.ok(total > FIRST);
  await show(
    ['subscription', 'list2', 'x001', [{ type: 'subscription.changed', status: 'paused' }], 2_000_000],
    ['subscription', 'list2', 'x002', [{ type: 'subscription.revoked' }], 2_000_000],
  );
  const end = Number.MAX_SAFE_INTEGER;
  const subscriberIds = store.subscribersOf('list2', 'whatsapp', '106', end).map(({ id }) => id);
  t.equal(subscriberIds.length, total - 2);
  t.notOk(subscriberIds.includes('x001') || subscriberIds.includes('x002'));
  t.same(store.subscribersOf('list2', 'instagram', '106', end), []);
  t.same(store.subscribersOf('list2', 'whatsapp', '107', end), []);
  t.same(store.subscribersOf('list1', 'whatsapp', '106', end), []);
});
