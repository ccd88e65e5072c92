/**
 * Browsers with an earlier sign-in (OWASP "device cookie"): strangers guessing at an address do not lock them out.
 * The token proves nothing else: the browser still needs the password, and only that of the user that signed in with it.
 */
import { randomBytes } from 'node:crypto';
import { consoleUserId } from '../../actors/console-user/index.js';
import { DomainError } from '../../schemas/errors.js';
import { createSignedTokens } from '../signed-tokens.js';

/** How long a browser is recognised after its last sign-in, ms. */
export const KNOWN_BROWSER_MS = 90 * 24 * 3_600_000;

/** The identity of a recognised browser. */
export interface KnownBrowser {
  /** Name of the token; each sign-in creates a new one. */
  readonly name: string;
  /** The only user whose password it may submit while strangers are locked out. */
  readonly userId: string;
}

export interface KnownBrowsers {
  /** A token for the browser of a user that has just signed in. `at`: ms since the epoch. */
  remember(email: string, userId: string, at: number): string;
  /** Null: none, forged, expired, or of another address. */
  recognise(token: string | null, email: string, at: number): KnownBrowser | null;
}

/** Parses the signed payload: name, address, user, expiry. */
const parsed = (json: string): KnownBrowser & { readonly addressId: string; readonly expiresAt: number } => {
  const fields: readonly unknown[] = JSON.parse(json);
  const [name, addressId, userId, expiresAt] = fields;
  return {
    name: String(name),
    addressId: String(addressId),
    userId: String(userId),
    expiresAt: Number(expiresAt),
  };
};

/** `secret`: the cluster's, so that every node recognises browsers remembered by another. */
export const createKnownBrowsers = (secret: string): KnownBrowsers => {
  const tokens = createSignedTokens(secret, 'console browser');
  return {
    remember: (email, userId, at) =>
      tokens.sign([
        randomBytes(16).toString('base64url'),
        consoleUserId(email),
        userId,
        at + KNOWN_BROWSER_MS,
      ]),
    recognise: (token, email, at) => {
      if (token === null) return null;
      try {
        const { name, addressId, userId, expiresAt } = parsed(tokens.verify(token));
        return addressId === consoleUserId(email) && expiresAt > at ? { name, userId } : null;
      } catch (error) {
        if (error instanceof DomainError) return null;
        throw error;
      }
    },
  };
};
