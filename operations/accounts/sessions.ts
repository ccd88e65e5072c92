/** Signing in and out of the console (docs/contract.md "Console and keys"). */
import { createHash, randomBytes } from 'node:crypto';
import { CONSOLE, consoleUser, consoleUserId } from '../../actors/console-user/index.js';
import type { Origin } from '../../schemas/audit.js';
import type { SessionResource } from '../../schemas/console.js';
import { DomainError, nullOn } from '../../schemas/errors.js';
import type { SessionRecord } from '../../views/accounts/index.js';
import type { OperationsDeps } from '../deps.js';
import type { Operations, Written } from '../operations.js';
import { hashPassword, verifyPassword } from './passwords.js';
import { createSignInLimits } from './sign-in-limits.js';

/** How long a session lasts, ms. */
const SESSION_MS = 12 * 3_600_000;

/** What a session is known by here: the token itself is only in its owner's cookie. */
export const sessionIdOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A value that only who holds the cookie can be told, and that a foreign page cannot send along. */
export const csrfTokenOf = (token: string): string =>
  createHash('sha256').update(`csrf ${token}`).digest('base64url');

const describe = (
  views: Pick<OperationsDeps['views'], 'business'>,
  { userId, businessId, email, name, role, expiresAt }: SessionRecord,
  token: string,
): SessionResource => ({
  user: { id: userId, email, name },
  business: { id: businessId, name: views.business(businessId)?.name ?? '' },
  role,
  csrfToken: csrfTokenOf(token),
  expiresAt: new Date(expiresAt).toISOString(),
});

/** Signs a user in whose right to it was looked at. @throws DomainError credentials_invalid when they are disabled */
export const openSession = async (
  deps: Pick<OperationsDeps, 'actors' | 'views'>,
  email: string,
  at: number,
  from?: Origin,
): Promise<Written<{ readonly token: string; readonly session: SessionResource }>> => {
  const token = randomBytes(32).toString('base64url');
  const sessionId = sessionIdOf(token);
  const { shard, seq } = await deps.actors.ask(
    consoleUser,
    { business: CONSOLE, id: consoleUserId(email) },
    {
      type: 'open_session',
      sessionId,
      expiresAt: at + SESSION_MS,
      ...(from === undefined ? {} : { from }),
    },
  );
  await deps.views.waitFor(shard, seq);
  const session = deps.views.session(sessionId);
  if (session === null) throw new DomainError('session_invalid');
  return { result: { token, session: describe(deps.views, session, token) }, shard, seq };
};

type SessionOperations = Pick<Operations, 'signIn' | 'describeSession' | 'signOut' | 'changePassword'>;

export const sessionOperations = (deps: OperationsDeps): SessionOperations => {
  const limits = createSignInLimits();
  const userOf = (email: string) => ({ business: CONSOLE, id: consoleUserId(email) });

  /** @throws DomainError credentials_invalid, sign_in_limited, sign_in_busy */
  const verified = (email: string, client: string, password: string, at: number): Promise<void> =>
    limits.attempt({ email, client }, at, async () => {
      const found = await deps.actors
        .query(consoleUser, userOf(email), 'get')
        .catch(nullOn('user_not_found'));
      const user = found?.answer.user;
      // Of nobody, too: who is not there takes as long as a wrong password.
      const matches = await verifyPassword(user?.passwordHash ?? null, password);
      if (!matches || user?.active !== true) throw new DomainError('credentials_invalid');
    });

  return {
    signIn: async ({ email, password }, client, at, from) => {
      const address = email.trim().toLowerCase();
      await verified(address, client, password, at);
      return openSession(deps, address, at, from);
    },

    describeSession: (session, token) => describe(deps.views, session, token),

    signOut: async ({ email, sessionId }: SessionRecord) => {
      const { shard, seq } = await deps.actors.ask(consoleUser, userOf(email), {
        type: 'close_session',
        sessionId,
      });
      await deps.views.waitFor(shard, seq);
      return { result: { signedOut: true as const }, shard, seq };
    },

    changePassword: async ({ email }: SessionRecord, { current, next }, client, at) => {
      await verified(email, client, current, at);
      const passwordHash = await hashPassword(next);
      const { shard, seq } = await deps.actors.ask(consoleUser, userOf(email), {
        type: 'set_password',
        passwordHash,
      });
      return { result: { signedOut: true as const }, shard, seq };
    },
  };
};
