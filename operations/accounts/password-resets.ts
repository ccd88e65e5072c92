/**
 * Passwords that members of a team forgot: an owner makes a link, with which the member sets a new one (docs/how-to/console.md).
 *
 * R1. A link works once and for a day; a newer link of the member and a new password end it.
 * R2. A link gives access to the business of its author alone. It is refused for a user who also belongs to another business, whose
 *     team has not asked for it (actors/console-user, U5).
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { CONSOLE, consoleUser } from '../../actors/console-user/index.js';
import type { Origin } from '../../schemas/accounts/audit.js';
import type { PasswordResetUse } from '../../schemas/accounts/team.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { iso } from '../../views/kernel/dates.js';
import { authorOf, type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';
import { createAttempts } from './attempts.js';
import { addressRef, type Visitor } from './credentials.js';
import { hashPassword } from './passwords.js';
import { openSession, type SignedIn } from './sessions.js';

/** How long a link can be used, ms. */
const LINK_MS = 24 * 3_600_000;
/** Invalid links that one client address may try within the window. */
const MAX_FAILURES = 20;
const FAILURE_WINDOW_MS = 15 * 60_000;

/** Business, user, address and secret. */
const TOKEN = /^([0-9a-f-]{36})\.([0-9a-f-]{36})\.([0-9a-f-]{36})\.([A-Za-z0-9_-]{43})$/;

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

interface MadeReset {
  /** From the root of the console; null if an earlier run of this request made it, because it cannot be retrieved again. */
  readonly link: string | null;
  readonly expiresAt: string;
}

export interface PasswordResetOperations {
  /** @throws DomainError user_not_found, password_reset_elsewhere */
  create(caller: Caller, userId: string): Promise<Written<MadeReset>>;
  /**
   * Sets the password, which ends all sessions of the user, and opens a new one. `at`: ms since the epoch; `from`: the origin that
   * the session records.
   * @throws DomainError password_reset_invalid, sign_in_limited, sign_in_busy
   */
  use(body: PasswordResetUse, visitor: Visitor, at: number, from?: Origin): Promise<Written<SignedIn>>;
}

export const passwordResetOperations = (deps: OperationsDeps): PasswordResetOperations => {
  const failures = createAttempts(MAX_FAILURES, FAILURE_WINDOW_MS);

  /** What a link is for, subject to the limit on invalid links. @throws DomainError password_reset_invalid, sign_in_limited */
  const verified = async (token: string, client: string, at: number) => {
    const wait = failures.waitSeconds(client, at);
    if (wait > 0)
      throw new DomainError(
        'sign_in_limited',
        `Too many invalid links. Try again in ${wait} seconds.`,
        [],
        wait,
      );
    // Counted at the start, so that concurrent attempts count, too.
    failures.recordFailure(client, at);
    const [, businessId = '', userId = '', addressId = '', secret = ''] = TOKEN.exec(token) ?? [];
    if (secret === '') throw new DomainError('password_reset_invalid');
    const ref = { business: CONSOLE, id: addressId };
    const { answer } = await deps.actors.query(consoleUser, ref, 'users');
    const user = answer.users.find((candidate) => candidate.userId === userId);
    const reset = answer.resets?.[userId];
    const secretHash = hashOf(secret);
    const isValid =
      reset !== undefined &&
      reset.businessId === businessId &&
      reset.expiresAt > at &&
      timingSafeEqual(Buffer.from(secretHash, 'hex'), Buffer.from(reset.secretHash, 'hex'));
    if (user === undefined || !isValid) throw new DomainError('password_reset_invalid');
    failures.withdraw(client, at);
    const [otherUser] = answer.users.filter((candidate) => candidate.userId !== userId);
    return { ref, businessId, userId, secretHash, email: user.email, like: otherUser?.passwordHash ?? null };
  };

  return {
    create: async (caller, userId) => {
      const { businessId, at } = caller;
      await deps.views.catchUp(businessId);
      const member = deps.views.member(businessId, userId, at);
      if (member === null) throw new DomainError('user_not_found');
      const resetId = deriveId(commandIdOf(caller), 'password-reset');
      const secret = randomBytes(32).toString('base64url');
      const secretHash = hashOf(secret);
      const ref = addressRef(member.email);
      const { answer, shard, seq } = await deps.actors.ask(consoleUser, ref, {
        type: 'open_reset',
        resetId,
        userId,
        businessId,
        secretHash,
        expiresAt: at + LINK_MS,
        ...authorOf(caller),
      });
      if (answer === null) throw new DomainError('user_not_found');
      // A retry after a crash finds the link already made with a secret that was never returned.
      const isOurs = answer.secretHash === secretHash;
      const link = isOurs ? `/reset#${businessId}.${userId}.${ref.id}.${secret}` : null;
      return { result: { link, expiresAt: iso(answer.expiresAt) }, shard, seq };
    },

    use: async ({ token, password }, { client }, at, from) => {
      const { ref, businessId, userId, secretHash, email, like } = await verified(token, client, at);
      const passwordHash = await hashPassword(password, like);
      const command = { type: 'reset_password', userId, businessId, secretHash, passwordHash } as const;
      const { shard, seq } = await deps.actors.ask(consoleUser, ref, command);
      await deps.views.waitFor(shard, seq);
      return openSession(deps, { email, userId, businessId }, { at, from });
    },
  };
};
