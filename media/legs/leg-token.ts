/** Tokens of browser legs: signed, for one call, one purpose and one socket, valid for a minute (docs/how-to/browser-calls.md). */
import { randomBytes } from 'node:crypto';
import type { LegClaim } from '../../operations/calls/call-deps.js';
import { createSignedTokens } from '../../operations/signed-tokens.js';
import { DomainError } from '../../schemas/errors.js';

/** Long enough for a page to open its socket, ms. */
const LEG_TOKEN_LIFE_MS = 60_000;

/** A verified claim; `nonce` identifies the token. */
export interface VerifiedLeg extends LegClaim {
  readonly nonce: string;
}

export interface LegTokens {
  sign(claim: LegClaim): { readonly token: string; readonly expiresAt: number };
  /** Does not check whether the token was used before; the nonce shows that. @throws DomainError leg_token_invalid */
  verify(token: string): VerifiedLeg;
}

type Fields = [string, string, LegClaim['purpose'], 'key' | 'session', string, string, string, number];

/** `now` in ms since the epoch. */
export const createLegTokens = (secret: string, now: () => number): LegTokens => {
  const tokens = createSignedTokens(secret, 'leg', 'leg_token_invalid');
  return {
    sign: ({ businessId, callId, purpose, by }) => {
      const expiresAt = now() + LEG_TOKEN_LIFE_MS;
      const nonce = randomBytes(16).toString('base64url');
      const holder =
        by.type === 'key'
          ? (['key', by.keyId, ''] as const)
          : (['session', by.sessionId, by.userId] as const);
      return { token: tokens.sign([businessId, callId, purpose, ...holder, nonce, expiresAt]), expiresAt };
    },
    verify: (token) => {
      const fields: Fields = JSON.parse(tokens.verify(token));
      const [businessId, callId, purpose, type, id, userId, nonce, expiresAt] = fields;
      if (expiresAt < now()) throw new DomainError('leg_token_invalid');
      const by = type === 'key' ? ({ type, keyId: id } as const) : ({ type, sessionId: id, userId } as const);
      return { businessId, callId, purpose, by, nonce };
    },
  };
};
