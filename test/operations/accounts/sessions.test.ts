/** Sessions of the console: what they show, and how they end and move to another business. */
import t from 'tap';
import type { KnownBrowsers } from '../../../operations/accounts/known-browsers.js';
import {
  csrfTokenOf,
  openSession,
  sessionIdOf,
  sessionOperations,
} from '../../../operations/accounts/sessions.js';
import type { SignInLimits } from '../../../operations/accounts/sign-in-limits.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { DomainError } from '../../../schemas/errors.js';
import { stub } from '../../../testkit/stub.js';
import type { SessionRecord } from '../../../views/accounts/index.js';
import type { ViewStore } from '../../../views/views.js';
import { stubActors } from '../../support/stub-actors.js';
import { ALWAYS_FRESH } from '../../support/views/always-fresh.js';

const SESSION: SessionRecord = {
  sessionId: 's1',
  userId: 'ann',
  businessId: 'b1',
  email: 'ann@example.org',
  name: 'Ann',
  role: 'owner',
  expiresAt: 5_000,
  plainCookie: false,
};

const DAY = 24 * 3_600_000;

interface World {
  /** The refusal of a new session. */
  readonly refusal?: 'credentials_invalid' | 'sign_in_busy';
  /** Whether the views show the new session. */
  readonly shown?: boolean;
}

const createWorld = ({ refusal, shown = true }: World = {}) => {
  const asked: { readonly type: string }[] = [];
  const order: string[] = [];
  const actors = stubActors((_, __, request) => {
    asked.push(request);
    order.push(request.type);
    if (request.type === 'start_session' && refusal !== undefined) throw new DomainError(refusal);
    return undefined;
  });
  const views = stub<ViewStore>({
    catchUp: async () => undefined,
    waitFor: async () => undefined,
    freshness: { ...ALWAYS_FRESH, everywhere: async () => void order.push('everywhere') },
    session: () => (shown ? { ...SESSION, businessId: 'b2', role: 'viewer' } : null),
    business: (id) =>
      id === 'gone' ? null : stub<NonNullable<ReturnType<ViewStore['business']>>>({ name: `Business ${id}` }),
    membershipsOf: () =>
      (['b1', 'b2', 'gone'] as const).map((businessId) => stub({ businessId, role: 'viewer' as const })),
  });
  const browsers = stub<KnownBrowsers>({ remember: (email, userId, at) => `${email} ${userId} ${at}` });
  const deps = stub<OperationsDeps>({ actors, views, browsers });
  return { deps, sessions: sessionOperations(deps, stub<SignInLimits>({})), asked, order };
};

t.test('a session shows its user, its business and where else the user may go', async (t) => {
  const { sessions } = createWorld();
  const shown = sessions.describe(SESSION, 'token');
  t.strictSame(shown, {
    user: { id: 'ann', email: 'ann@example.org', name: 'Ann' },
    business: { id: 'b1', name: 'Business b1' },
    role: 'owner',
    memberships: [
      { business: { id: 'b1', name: 'Business b1' }, role: 'viewer' },
      { business: { id: 'b2', name: 'Business b2' }, role: 'viewer' },
      { business: { id: 'gone', name: '' }, role: 'viewer' },
    ],
    csrfToken: csrfTokenOf('token'),
    expiresAt: '1970-01-01T00:00:05.000Z',
  });
  t.not(csrfTokenOf('token'), sessionIdOf('token'), 'the stored id does not reveal it');
});

t.test('an opened session stores the hash of its token, and lasts thirty days', async (t) => {
  const { deps, asked } = createWorld();
  const owner = { email: 'ann@example.org', userId: 'ann', businessId: null };
  const from = { client: '192.0.2.1', userAgent: null };
  const { result } = await openSession(deps, owner, { at: 7, from });
  t.strictSame(asked, [
    {
      type: 'start_session',
      userId: 'ann',
      businessId: null,
      sessionId: sessionIdOf(result.token),
      expiresAt: 7 + 30 * DAY,
      from,
    },
  ]);
  t.match(result, { browser: 'ann@example.org ann 7', session: { csrfToken: csrfTokenOf(result.token) } });
  await openSession(deps, owner, { at: 7 });
  t.notOk('from' in (asked[1] ?? {}), 'an unknown origin is not stored');
  await t.rejects(openSession(createWorld({ shown: false }).deps, owner, { at: 7 }), {
    code: 'session_invalid',
  });
});

t.test('a session in use lasts thirty days more, which is stored at most once a day', async (t) => {
  const { sessions, asked } = createWorld();
  const at = SESSION.expiresAt - 29 * DAY;
  t.equal(await sessions.extend(SESSION, 'token', at - 1), null, 'it was extended less than a day ago');
  const extended = await sessions.extend(SESSION, 'token', at);
  t.same(asked, [{ type: 'extend_session', sessionId: 's1', expiresAt: at + 30 * DAY }]);
  t.match(extended?.result, {
    expiresAt: new Date(at + 30 * DAY).toISOString(),
    csrfToken: csrfTokenOf('token'),
  });
});

t.test('a session moves to another business of the user, for the time that is left', async (t) => {
  const { sessions, asked } = createWorld();
  const { result } = await sessions.switchBusiness(SESSION, 'b2', 7);
  t.match(result.session, { business: { id: 'b2' }, role: 'viewer' });
  t.match(asked, [
    { type: 'start_session', businessId: 'b2', expiresAt: 5_000 },
    { type: 'close_session', sessionId: 's1' },
  ]);
});

t.test('a session that cannot move stays open', async (t) => {
  for (const [world, businessId, code] of [
    [{}, 'b3', 'membership_not_found'],
    [{ refusal: 'credentials_invalid' }, 'b2', 'membership_not_found'],
    [{ refusal: 'sign_in_busy' }, 'b2', 'sign_in_busy'],
  ] satisfies readonly (readonly [World, string, string])[]) {
    const { sessions, asked } = createWorld(world);
    await t.rejects(sessions.switchBusiness(SESSION, businessId, 7), { code }, code);
    t.notOk(asked.some(({ type }) => type === 'close_session'));
  }
});

t.test('a sign-out ends the session on every node, and ends no other', async (t) => {
  const { sessions, asked, order } = createWorld();
  t.match((await sessions.signOut(SESSION)).result, { signedOut: true });
  t.same(order, ['close_session', 'everywhere']);
  await sessions.endFormer(SESSION);
  t.same(order, ['close_session', 'everywhere', 'close_session'], 'a replaced session is not waited for');
  t.match((await sessions.endOthers(SESSION)).result, { ended: true });
  t.strictSame(asked.at(-1), {
    type: 'end_sessions',
    userId: 'ann',
    businessId: null,
    but: 's1',
    by: { type: 'user', id: 'ann' },
  });
  t.equal(order.at(-1), 'everywhere');
});
