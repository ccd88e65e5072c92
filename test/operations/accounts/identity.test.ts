/** Invitations, users that share an e-mail address, and switching businesses, on a real journal and real views. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { consoleTeam } from '../../../actors/console-team/index.js';
import { consoleUser } from '../../../actors/console-user/index.js';
import { createActorSystem } from '../../../actors/runtime/system.js';
import { addressRef } from '../../../operations/accounts/credentials.js';
import { invitationOperations } from '../../../operations/accounts/invitations.js';
import { joiningOperations } from '../../../operations/accounts/joining.js';
import { createKnownBrowsers } from '../../../operations/accounts/known-browsers.js';
import { teamOf } from '../../../operations/accounts/memberships.js';
import { hashPassword } from '../../../operations/accounts/passwords.js';
import { sessionIdOf, sessionOperations } from '../../../operations/accounts/sessions.js';
import { createSignInLimits } from '../../../operations/accounts/sign-in-limits.js';
import { teamOperations } from '../../../operations/accounts/team.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import type { Role } from '../../../schemas/accounts/access.js';
import { DomainError } from '../../../schemas/errors.js';
import { startNats } from '../../../testkit/nats/server.js';
import { stub } from '../../../testkit/stub.js';
import type { TestJournal } from '../../views/journal.js';
import { openStore } from '../../views/store-support.js';

t.setTimeout(120_000);

const nats = await startNats(t);
const directory = await mkdtemp(join(tmpdir(), 'parley-identity-'));
t.teardown(() => rm(directory, { recursive: true }));
const nc = await connect({ servers: nats.url });
const logger = pino({ level: 'silent' });
const actors = await createActorSystem({ nc, shards: 1, replicas: 1, now: Date.now, logger });
actors.register(consoleTeam, {});
actors.register(consoleUser, {});
await actors.start();
t.teardown(async () => {
  await actors.drain();
  await nc.close();
});
const views = await openStore(t, nats.url, stub<TestJournal>({ nc }), directory);

const browsers = createKnownBrowsers('secret of the test');
const deps = stub<OperationsDeps>({ actors, views, browsers });
const limits = createSignInLimits();
const { create: invite } = invitationOperations(deps);
const { withPassword: acceptInvitation, withSession: joinTeam } = joiningOperations(deps, limits);
const { signIn, switchBusiness, changePassword } = sessionOperations(deps, limits);
const { endMemberSessions, changeMember } = teamOperations(deps);

let clients = 0;
/** A visitor from a network of its own, so that only the failures of the e-mail address count. */
const visitor = (browser: string | null = null) => {
  clients += 1;
  return { client: `c${clients}`, browser };
};

/** The origin of requests. */
const ORIGIN = { client: '192.0.2.1', userAgent: 'Firefox 131 on Linux' };

/** The caller of a request from a session of the business. */
const callerOf = (businessId: string) => ({
  businessId,
  operationId: 'test',
  idempotencyKey: randomUUID(),
  at: Date.now(),
});

/** A business with an owner. */
const business = async () => {
  const [businessId, owner] = [randomUUID(), randomUUID()];
  const email = `${owner}@owners.example`;
  const passwordHash = await hashPassword('password of the owner');
  const command = { type: 'create', userId: owner, businessId, email, name: 'Owner', passwordHash } as const;
  const { shard, seq } = await actors.ask(consoleUser, addressRef(email), { ...command, role: 'owner' });
  await views.waitFor(shard, seq);
  return {
    businessId,
    /** Invites the address, and returns the token of the link. */
    inviting: async (to: string, role: Role = 'viewer'): Promise<string> => {
      const caller = {
        businessId,
        operationId: 'inviteMember',
        idempotencyKey: randomUUID(),
        at: Date.now(),
        by: null,
      };
      const { result } = await invite(caller, owner, { businessId, email: to, role });
      return result.link?.split('#')[1] ?? '';
    },
    members: () => views.members(businessId, { limit: 50, cursor: null }, Date.now()).items,
  };
};

const sessionOf = (token: string) => {
  const session = views.session(sessionIdOf(token));
  if (session === null) throw new Error('there is no session');
  return session;
};

/** The code of the refusal, or 'done'. */
const codeOf = async (work: Promise<unknown>): Promise<string> => {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
};

t.test('an address that another business registered is invited as if it were unknown', async (t) => {
  const [evil, good] = [await business(), await business()];
  const email = 'person@example.org';
  await acceptInvitation(
    { token: await evil.inviting(email, 'owner'), name: 'Evil', password: 'chosen by evil' },
    visitor(),
    Date.now(),
  );
  const joined = await acceptInvitation(
    { token: await good.inviting(email), name: 'Person', password: 'chosen by the person' },
    visitor(),
    Date.now(),
  );
  t.match(joined.result.session, {
    business: { id: good.businessId },
    user: { name: 'Person' },
    role: 'viewer',
  });
  t.same(
    joined.result.session.memberships.map(({ business }) => business.id),
    [good.businessId],
    'the person gets no access to the other business',
  );
  const evilSession = await signIn({ email, password: 'chosen by evil' }, visitor(), Date.now());
  t.same(
    evilSession.result.session.memberships.map(({ business }) => business.id),
    [evil.businessId],
    'the other business gets no access to this business',
  );
  t.equal(
    await codeOf(switchBusiness(sessionOf(evilSession.result.token), good.businessId, Date.now())),
    'membership_not_found',
  );
  const person = await signIn({ email, password: 'chosen by the person' }, visitor(), Date.now());
  t.equal(person.result.session.business.id, good.businessId);
});

t.test('an inviter and a stranger with the link cannot tell whether the address is known', async (t) => {
  const [elsewhere, curious] = [await business(), await business()];
  const [known, unknown] = ['known@example.org', 'unknown@example.org'];
  await acceptInvitation(
    { token: await elsewhere.inviting(known), name: 'Known', password: 'of the known one' },
    visitor(),
    Date.now(),
  );
  for (const email of [known, unknown]) {
    const token = await curious.inviting(email);
    t.equal(
      await codeOf(acceptInvitation({ token, password: 'a wrong password' }, visitor(), Date.now())),
      'credentials_invalid',
      `sign-in only: ${email}`,
    );
    const { result } = await acceptInvitation(
      { token, name: 'Curious', password: 'of the curious' },
      visitor(),
      Date.now(),
    );
    t.match(result.session, { user: { email, name: 'Curious' }, business: { id: curious.businessId } });
    t.equal(result.session.memberships.length, 1);
  }
  const members = curious.members().filter(({ name }) => name === 'Curious');
  t.equal(members.length, 2);
  t.notOk(
    members.some(({ id }) => id === addressRef(known).id || id === addressRef(unknown).id),
    'their ids do not reveal it either',
  );
});

t.test('an invitation that is revoked while a user is created gives no access', async (t) => {
  const { inviting, members } = await business();
  const email = 'late@example.org';
  const token = await inviting(email, 'owner');
  const [, invitationId = ''] = token.split('.');
  // Read after the user was created, and before the team admits it.
  const standings = (id: string) => {
    void actors.ask(consoleTeam, teamOf(id), { type: 'revoke', invitationId });
    return views.memberStatuses(id);
  };
  const racing: typeof views = Object.create(views, { memberStatuses: { value: standings } });
  const { withPassword: accept } = joiningOperations(
    stub<OperationsDeps>({ actors, views: racing, browsers }),
    limits,
  );
  const password = 'chosen too late';
  t.equal(
    await codeOf(accept({ token, name: 'Late', password }, visitor(), Date.now())),
    'invitation_invalid',
  );
  t.equal(await codeOf(signIn({ email, password }, visitor(), Date.now())), 'credentials_invalid');
  const { shard, seq } = await actors.query(consoleUser, addressRef(email), 'users');
  await views.waitFor(shard, seq);
  t.notOk(members().some((member) => member.email === email));
});

t.test('a user of the address joins with the same password, and switches between businesses', async (t) => {
  const [first, second] = [await business(), await business()];
  const email = 'both@example.org';
  const password = 'the same for both';
  await acceptInvitation(
    { token: await first.inviting(email), name: 'Both', password },
    visitor(),
    Date.now(),
  );
  const { result } = await acceptInvitation(
    { token: await second.inviting(email, 'operator'), password },
    visitor(),
    Date.now(),
  );
  t.match(result.session, { user: { name: 'Both' }, business: { id: second.businessId }, role: 'operator' });
  t.same(
    result.session.memberships.map(({ business, role }) => [business.id, role]),
    [
      [first.businessId, 'viewer'],
      [second.businessId, 'operator'],
    ],
  );
  const before = sessionOf(result.token);
  const switched = await switchBusiness(before, first.businessId, Date.now(), ORIGIN);
  t.match(
    views.sessionsOf(sessionOf(switched.result.token), Date.now()),
    [{ current: true, ...ORIGIN }],
    'the session shows where it was opened',
  );
  t.match(switched.result.session, { business: { id: first.businessId }, role: 'viewer' });
  t.not(switched.result.session.csrfToken, result.session.csrfToken);
  t.equal(sessionOf(switched.result.token).expiresAt, before.expiresAt, 'it lasts no longer than before');
  t.equal(views.session(before.sessionId), null, 'the former session has ended');
  const inSecond = await switchBusiness(sessionOf(switched.result.token), second.businessId, Date.now());
  const back = await signIn({ email, password }, visitor(), Date.now());
  t.equal(back.result.session.business.id, second.businessId);
  await switchBusiness(sessionOf(back.result.token), first.businessId, Date.now());
  const again = await signIn({ email, password }, visitor(), Date.now());
  t.equal(again.result.session.business.id, first.businessId, 'the business used last');
  t.equal(await codeOf(switchBusiness(before, randomUUID(), Date.now())), 'membership_not_found');

  const { userId } = before;
  const ended = await endMemberSessions(callerOf(second.businessId), userId);
  await views.waitFor(ended.shard, ended.seq);
  t.equal(views.session(sessionIdOf(inSecond.result.token)), null);
  t.ok(sessionOf(again.result.token), 'an owner ends sessions only in their own business');
  await changeMember(callerOf(first.businessId), userId, { active: false });
  const left = await signIn({ email, password }, visitor(), Date.now());
  t.equal(left.result.session.business.id, second.businessId, 'disabled in only one business');
});

t.test('a session can join by a link to its own address, but not to another address', async (t) => {
  const [first, second] = [await business(), await business()];
  const email = 'session@example.org';
  const password = 'password of the session';
  const { result } = await acceptInvitation(
    { token: await first.inviting(email), name: 'S', password },
    visitor(),
    Date.now(),
  );
  const session = sessionOf(result.token);
  const foreign = await second.inviting('other@example.org');
  t.equal(await codeOf(joinTeam(session, foreign, 'c', Date.now())), 'invitation_for_other_address');
  const own = await second.inviting(email, 'owner');
  const joined = await joinTeam(session, own, 'c', Date.now(), ORIGIN);
  t.match(views.sessionsOf(sessionOf(joined.result.token), Date.now()), [{ current: true, ...ORIGIN }]);
  t.match(joined.result.session, { business: { id: second.businessId }, role: 'owner' });
  t.equal(joined.result.session.memberships.length, 2);
  t.equal(views.session(session.sessionId), null, 'the former session has ended');
  t.equal(await codeOf(joinTeam(session, own, 'c', Date.now())), 'invitation_invalid', 'a link works once');
});

t.test('a team has one user per address, however many links exist', async (t) => {
  const team = await business();
  const email = 'twice@example.org';
  const [first, second] = [await team.inviting(email), await team.inviting(email, 'owner')];
  await acceptInvitation({ token: first, name: 'Once', password: 'first password' }, visitor(), Date.now());
  t.equal(
    await codeOf(
      acceptInvitation({ token: second, name: 'Twice', password: 'another password' }, visitor(), Date.now()),
    ),
    'invitation_invalid',
  );
  const again = await acceptInvitation({ token: second, password: 'first password' }, visitor(), Date.now());
  t.equal(again.result.session.role, 'viewer', 'an invitation changes no role of an existing member');
  t.equal(await codeOf(team.inviting(email)), 'user_exists');
});

t.test('a wrong password at a link counts as a failure of the address', async (t) => {
  const team = await business();
  const email = 'guessed@example.org';
  const token = await team.inviting(email);
  for (let guess = 0; guess < 10; guess += 1)
    t.equal(
      await codeOf(acceptInvitation({ token, password: `guess number ${guess}` }, visitor(), Date.now())),
      'credentials_invalid',
    );
  t.equal(
    await codeOf(signIn({ email, password: 'guess number 10' }, visitor(), Date.now())),
    'sign_in_limited',
  );
  t.equal(
    await codeOf(acceptInvitation({ token, name: 'N', password: 'guess number 11' }, visitor(), Date.now())),
    'sign_in_limited',
  );
});

t.test('signing in as one user of an address does not clear failed guesses at another user', async (t) => {
  const [evil, good] = [await business(), await business()];
  const email = 'target@example.org';
  const login = { email, password: 'password of evil' };
  await acceptInvitation(
    { token: await good.inviting(email), name: 'T', password: 'the target’s' },
    visitor(),
    Date.now(),
  );
  await acceptInvitation({ token: await evil.inviting(email), name: 'E', ...login }, visitor(), Date.now());
  const at = Date.now() + 16 * 60_000;
  const codes: string[] = [];
  for (let guess = 0; guess < 12; guess += 1) {
    codes.push(await codeOf(signIn({ email, password: `guess number ${guess}` }, visitor(), at)));
    await codeOf(signIn(login, visitor(), at));
  }
  t.equal(codes.filter((code) => code === 'credentials_invalid').length, 10);
  t.equal(codes.at(-1), 'sign_in_limited');
});

t.test(
  'a browser that signed in before can do so while others are limited, but only as its own user',
  async (t) => {
    const [evil, good] = [await business(), await business()];
    const email = 'kept-out@example.org';
    const password = 'password of the person';
    const { result } = await acceptInvitation(
      { token: await good.inviting(email), name: 'P', password },
      visitor(),
      Date.now(),
    );
    const otherUser = await acceptInvitation(
      { token: await evil.inviting(email), name: 'E', password: 'password of evil' },
      visitor(),
      Date.now(),
    );
    const at = Date.now() + 16 * 60_000;
    for (let guess = 0; guess < 10; guess += 1)
      await codeOf(signIn({ email, password: `guess number ${guess}` }, visitor(), at));
    t.equal(await codeOf(signIn({ email, password }, visitor(), at)), 'sign_in_limited', 'another browser');
    t.equal(await codeOf(signIn({ email, password }, visitor(result.browser), at)), 'done');
    t.equal(
      await codeOf(signIn({ email, password }, visitor(otherUser.result.browser), at)),
      'credentials_invalid',
      'the browser of another user of the address',
    );
    for (let guess = 0; guess < 10; guess += 1)
      await codeOf(signIn({ email, password: `guess number ${guess}` }, visitor(result.browser), at));
    t.equal(
      await codeOf(signIn({ email, password }, visitor(result.browser), at)),
      'sign_in_limited',
      'ten failures of its own',
    );
  },
);

t.test('the password of another user of the address does not allow a password change', async (t) => {
  const [firstTeam, secondTeam] = [await business(), await business()];
  const email = 'passwords@example.org';
  const first = await acceptInvitation(
    { token: await firstTeam.inviting(email), name: 'One', password: 'password number one' },
    visitor(),
    Date.now(),
  );
  await acceptInvitation(
    { token: await secondTeam.inviting(email), name: 'Two', password: 'password number two' },
    visitor(),
    Date.now(),
  );
  const session = sessionOf(first.result.token);
  const next = 'password number three';
  t.equal(
    await codeOf(changePassword(session, { current: 'password number two', next }, visitor(), Date.now())),
    'credentials_invalid',
  );
  await changePassword(session, { current: 'password number one', next }, visitor(), Date.now());
  t.match((await signIn({ email, password: next }, visitor(), Date.now())).result.session, {
    user: { name: 'One' },
  });
  t.match((await signIn({ email, password: 'password number two' }, visitor(), Date.now())).result.session, {
    user: { name: 'Two' },
  });
});
