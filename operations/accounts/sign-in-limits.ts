/**
 * Limits on password checks (docs/reference/api.md "Console and keys"). Pure.
 *
 * L1. An e-mail address may have {@link MAX_PER_EMAIL} failures within {@link WINDOW_MS}, a client's address
 *     {@link MAX_PER_CLIENT}. A success is not a failure, nor is an attempt that was not checked for lack of time.
 * L2. A client's address may have {@link MAX_CONCURRENT} attempts at a time, so that one client cannot fill the queue of all.
 * L3. Attempts count from their start, so that concurrent ones count, too.
 * L4. A recognised browser (known-browsers.ts) bypasses L1 and L2 of its e-mail and client address. It has limits of its
 *     own of the same size: {@link MAX_PER_BROWSER} failures and {@link MAX_CONCURRENT} attempts at a time.
 * L5. A success clears the failures of the e-mail address only if the password opens everything the address has; otherwise
 *     a user could clear the way for guesses at another user of the address.
 */
import { DomainError } from '../../schemas/errors.js';
import { type Attempts, createAttempts } from './attempts.js';
import type { KnownBrowser } from './known-browsers.js';

const MAX_PER_EMAIL = 10;
/** In an office behind one address, more than one person mistypes. */
const MAX_PER_CLIENT = 50;
const MAX_PER_BROWSER = 10;
const MAX_CONCURRENT = 2;
const WINDOW_MS = 15 * 60_000;

/** What an attempt is counted by. */
interface AttemptSource {
  readonly email: string;
  /** The client's address. */
  readonly client: string;
  /** Null: the browser is not recognised for that e-mail address. */
  readonly browser?: KnownBrowser | null;
}

export interface SignInLimits {
  /**
   * Runs the check of a password. `onlyUserId`: the id of the only user whose password may be checked; null: any of the address.
   * `opensAll`: see L5. `at`: ms since the epoch.
   * @throws DomainError sign_in_limited, with the time to wait; what `check` throws
   */
  attempt<T>(
    by: AttemptSource,
    at: number,
    check: (onlyUserId: string | null) => Promise<T>,
    opensAll?: (result: T) => boolean,
  ): Promise<T>;
}

export const createSignInLimits = (): SignInLimits => {
  const byEmail = createAttempts(MAX_PER_EMAIL, WINDOW_MS);
  const byClient = createAttempts(MAX_PER_CLIENT, WINDOW_MS);
  const byBrowser = createAttempts(MAX_PER_BROWSER, WINDOW_MS);
  const running = new Map<string, number>();

  /** Admits an attempt; returns the counters it counts in. @throws DomainError sign_in_limited */
  const admitted = ({ email, client, browser = null }: AttemptSource, at: number) => {
    const wait = Math.max(byEmail.waitSeconds(email, at), byClient.waitSeconds(client, at));
    const place = `client ${client}`;
    const counted: readonly (readonly [Attempts, string])[] = [
      [byEmail, email],
      [byClient, client],
    ];
    if (wait === 0 && (running.get(place) ?? 0) < MAX_CONCURRENT) return { only: null, place, counted };
    // L4
    if (browser !== null && byBrowser.waitSeconds(browser.name, at) === 0) {
      const own = `browser ${browser.name}`;
      if ((running.get(own) ?? 0) < MAX_CONCURRENT)
        return { only: browser.userId, place: own, counted: [[byBrowser, browser.name]] as const };
    }
    if (wait > 0) throw limited(`Too many failed attempts. Try again in ${wait} seconds.`, wait);
    throw limited('Too many attempts at the same time. Wait until they have finished.', 1);
  };

  return {
    attempt: async (by, at, check, opensAll = () => true) => {
      const { only, place, counted } = admitted(by, at);
      running.set(place, (running.get(place) ?? 0) + 1);
      for (const [attempts, name] of counted) attempts.recordFailure(name, at);
      const withdraw = (): void => {
        for (const [attempts, name] of counted) attempts.withdraw(name, at);
      };
      try {
        const result = await check(only);
        // Clears only this attempt of the client; otherwise a user of one account could clear the way for guesses at others.
        withdraw();
        // L5
        if (only === null && opensAll(result)) byEmail.reset(by.email);
        return result;
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'credentials_invalid') withdraw();
        throw error;
      } finally {
        const left = (running.get(place) ?? 1) - 1;
        if (left > 0) running.set(place, left);
        else running.delete(place);
      }
    },
  };
};

const limited = (message: string, retryAfterSeconds: number): DomainError =>
  new DomainError('sign_in_limited', message, [], retryAfterSeconds);
