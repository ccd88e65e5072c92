/** An owner makes a link with which a member sets another password and signs in. */
import t from 'tap';
import { consoleUser, consoleUserId } from '../../../actors/console-user/index.js';
import { createKnownBrowsers } from '../../../operations/accounts/known-browsers.js';
import { passwordResetOperations } from '../../../operations/accounts/password-resets.js';
import { matchingPasswords } from '../../../operations/accounts/passwords.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import type { MemberResource } from '../../../schemas/accounts/team.js';
import { DomainError } from '../../../schemas/errors.js';
import { stub } from '../../../testkit/stub.js';
import type { SessionRecord } from '../../../views/accounts/index.js';
import type { ViewStore } from '../../../views/views.js';
import { foldedActors } from '../../support/actors/folded-actors.js';

const BUSINESS = '11111111-1111-4111-8111-111111111111';
const USER = '22222222-2222-4222-8222-222222222222';
const EMAIL = 'kim@acme.example';
const visitor = { client: '192.0.2.1', browser: null };
const caller = (idempotencyKey: string) => ({
  businessId: BUSINESS,
  operationId: 'createPasswordReset',
  idempotencyKey,
  at: 1_000,
});

const start = () => {
  const folded = foldedActors();
  const views = stub<ViewStore>({
    catchUp: async () => undefined,
    waitFor: async () => undefined,
    member: (_, id) => (id === USER ? stub<MemberResource>({ email: EMAIL }) : null),
    session: () =>
      stub<SessionRecord>({
        userId: USER,
        businessId: BUSINESS,
        email: EMAIL,
        name: 'Kim',
        role: 'viewer',
        expiresAt: 2e12,
      }),
    business: () => null,
    membershipsOf: () => [],
  });
  const deps = stub<OperationsDeps>({
    actors: folded.actors,
    views,
    browsers: createKnownBrowsers('secret of the test'),
  });
  const passwordHash = 'forgotten';
  folded.foldOf(consoleUser, consoleUserId(EMAIL)).apply(
    {
      type: 'create',
      userId: USER,
      businessId: BUSINESS,
      email: EMAIL,
      name: 'Kim',
      passwordHash,
      role: 'viewer',
    },
    0,
  );
  return { resets: passwordResetOperations(deps), folded };
};
const tokenIn = (link: string | null): string => link?.split('#')[1] ?? '';
const codeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  );

t.test('the link of an owner sets a password once, and signs in', async (t) => {
  const { resets, folded } = start();
  const { result } = await resets.create(caller('k'), USER);
  t.match(result.link, /^\/reset#/);
  t.equal((await resets.create(caller('k'), USER)).result.link, null, 'it cannot be retrieved again');
  const password = 'a better password';
  const used = await resets.use({ token: tokenIn(result.link), password }, visitor, 2_000);
  t.match(used.result, { token: String, session: { user: { id: USER } } });
  const hash = folded.foldOf(consoleUser, consoleUserId(EMAIL)).state.users[USER]?.passwordHash ?? '';
  t.equal((await matchingPasswords([hash], password)).size, 1);
  const again = resets.use({ token: tokenIn(result.link), password }, visitor, 3_000);
  t.equal(await codeOf(again), 'password_reset_invalid');
  t.equal(await codeOf(resets.create(caller('l'), BUSINESS)), 'user_not_found');
});

t.test('wrong links are refused without hashing, and limited', async (t) => {
  const { resets } = start();
  const { link } = (await resets.create(caller('k'), USER)).result;
  const wrong = `${tokenIn(link).slice(0, -4)}AAAA`;
  const use = (token: string) => resets.use({ token, password: 'a better password' }, visitor, 2_000);
  t.equal(await codeOf(use('nonsense')), 'password_reset_invalid');
  for (let tries = 1; tries < 20; tries += 1) t.equal(await codeOf(use(wrong)), 'password_reset_invalid');
  t.equal(await codeOf(use(tokenIn(link))), 'sign_in_limited');
});
