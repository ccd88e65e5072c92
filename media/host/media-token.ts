/**
 * Tokens in a media socket's address: signed, for one call, and valid for as long as a call can last
 * (docs/explanation/media.md "The media socket's address").
 */
import { createSignedTokens } from '../../operations/signed-tokens.js';
import { DomainError } from '../../schemas/errors.js';

/** A call ends when it is four hours old; a token is of no use for longer. */
const LIFE_MS = 5 * 3_600_000;

export interface MediaTokens {
  sign(businessId: string, callId: string): string;
  /** @throws DomainError media_token_invalid */
  verify(token: string): { readonly businessId: string; readonly callId: string };
}

/** `now` in ms since the epoch. */
export const createMediaTokens = (secret: string, now: () => number): MediaTokens => {
  const tokens = createSignedTokens(secret, 'media', 'media_token_invalid');
  return {
    sign: (businessId, callId) => tokens.sign([businessId, callId, now() + LIFE_MS]),
    verify: (token) => {
      const [businessId, callId, expiresAt]: [string, string, number] = JSON.parse(tokens.verify(token));
      if (expiresAt < now()) throw new DomainError('media_token_invalid');
      return { businessId, callId };
    },
  };
};
