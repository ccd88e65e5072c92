/** Signing in and out of the console (docs/contract.md "Console and keys"). */
import { createHash, randomBytes } from 'node:crypto';
import { CONSOLE, consoleUser, consoleUserId } from '../../actors/console-user/index.js';
import { DomainError, nullOn } from '../../schemas/errors.js';
import type { SessionRecord } from '../../views/accounts/index.js';
import type { OperationsDeps } from '../deps.js';
import type { Operations } from '../operations.js';
import { hashPassword, verifyPassword } from './passwords.js';
import { createSignInLimits } from './sign-in-limits.js';

/** How long a session lasts, ms. */
const SESSION_MS = 12 * 3_600_000;

/** What a session is known by here: the token itself is only in its owner's cookie. */
export const sessionIdOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A value that only who holds the cookie can be told, and that a foreign page cannot send along. */
export const csrfTokenOf = (token: string): string =>
  createHash('sha256').update(`csrf ${token}`).digest('base64url');

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

  const describe = ({ userId, businessId, email, name, expiresAt }: SessionRecord, token: string) => ({
    user: { id: userId, email, name },
    business: { id: businessId, name: deps.views.business(businessId)?.name ?? '' },
    csrfToken: csrfTokenOf(token),
    expiresAt: new Date(expiresAt).toISOString(),
  });

  return {
    signIn: async ({ email, password }, client, at) => {
      const address = email.trim().toLowerCase();
      await verified(address, client, password, at);
      const token = randomBytes(32).toString('base64url');
      const expiresAt = at + SESSION_MS;
      const sessionId = sessionIdOf(token);
      const { shard, seq } = await deps.actors.ask(consoleUser, userOf(address), {
        type: 'open_session',
        sessionId,
        expiresAt,
      });
      await deps.views.waitFor(shard, seq);
      const session = deps.views.session(sessionId);
      if (session === null) throw new DomainError('session_invalid');
      return { result: { token, session: describe(session, token) }, shard, seq };
    },

    describeSession: describe,

    signOut: async ({ email, sessionId }: SessionRecord) => {
      const { shard, seq } = await deps.actors.ask(consoleUser, userOf(email), {
        type: 'close_session',
        sessionId,
      });
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
