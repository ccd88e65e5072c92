/**
 * Who may have a password looked at (docs/contract.md "Console and keys"). Pure.
 *
 * L1. An e-mail address has {@link MAX_OF_EMAIL} failures within {@link WINDOW_MS}, a client's address
 *     {@link MAX_OF_CLIENT}; what succeeds is no failure, nor is what was not looked at for want of time.
 * L2. A client's address has {@link MAX_AT_ONCE} attempts at a time, so that one alone cannot fill the queue of all.
 * L3. Attempts count from their beginning, so that those at the same time count, too.
 */
import { DomainError } from '../../schemas/errors.js';
import { createAttempts } from './attempts.js';

const MAX_OF_EMAIL = 10;
/** An office behind one address has more than one person who mistypes. */
const MAX_OF_CLIENT = 50;
const MAX_AT_ONCE = 2;
const WINDOW_MS = 15 * 60_000;

export interface SignInLimits {
  /**
   * Runs the check of a password. `client`: the client's address; `at`: ms since the epoch.
   * @throws DomainError sign_in_limited, with the time to wait; what `check` throws
   */
  attempt<T>(
    who: { readonly email: string; readonly client: string },
    at: number,
    check: () => Promise<T>,
  ): Promise<T>;
}

export const createSignInLimits = (): SignInLimits => {
  const ofEmail = createAttempts(MAX_OF_EMAIL, WINDOW_MS);
  const ofClient = createAttempts(MAX_OF_CLIENT, WINDOW_MS);
  const running = new Map<string, number>();
  return {
    attempt: async ({ email, client }, at, check) => {
      const wait = Math.max(ofEmail.waitSeconds(email, at), ofClient.waitSeconds(client, at));
      if (wait > 0) throw limited(`Too many failed attempts; try again in ${wait} seconds.`, wait);
      const atOnce = running.get(client) ?? 0;
      if (atOnce >= MAX_AT_ONCE) throw limited('Too many attempts at a time; wait for their answers.', 1);
      running.set(client, atOnce + 1);
      ofEmail.failed(email, at);
      ofClient.failed(client, at);
      try {
        const result = await check();
        ofEmail.succeeded(email);
        // Not all of them: who has one account would clear the way for guesses at others.
        ofClient.withdraw(client, at);
        return result;
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'credentials_invalid') {
          ofEmail.withdraw(email, at);
          ofClient.withdraw(client, at);
        }
        throw error;
      } finally {
        const left = (running.get(client) ?? 1) - 1;
        if (left > 0) running.set(client, left);
        else running.delete(client);
      }
    },
  };
};

const limited = (message: string, retryAfterSeconds: number): DomainError =>
  new DomainError('sign_in_limited', message, [], retryAfterSeconds);
