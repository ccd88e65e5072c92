/** Tokens in a media socket's address: signed, for one call, and for as long as a call can last (media.md). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../schemas/errors.js';

/** A call is over when it is four hours old; a token is of no use for longer. */
const LIFE_MS = 5 * 3_600_000;

export interface MediaTokens {
  sign(businessId: string, callId: string): string;
  /** @throws DomainError media_token_invalid */
  verify(token: string): { readonly businessId: string; readonly callId: string };
}

/** `now` in ms since the epoch. */
export const createMediaTokens = (secret: string, now: () => number): MediaTokens => {
  const mac = (payload: string): Buffer => createHmac('sha256', secret).update(`media.${payload}`).digest();
  return {
    sign: (businessId, callId) => {
      const payload = Buffer.from(JSON.stringify([businessId, callId, now() + LIFE_MS])).toString(
        'base64url',
      );
      return `${payload}.${mac(payload).toString('base64url')}`;
    },
    verify: (token) => {
      const [payload = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature, 'base64url');
      const expected = mac(payload);
      if (given.length !== expected.length || !timingSafeEqual(given, expected))
        throw new DomainError('media_token_invalid');
      const [businessId, callId, expiresAt]: [string, string, number] = JSON.parse(
        Buffer.from(payload, 'base64url').toString(),
      );
      if (expiresAt < now()) throw new DomainError('media_token_invalid');
      return { businessId, callId };
    },
  };
};
