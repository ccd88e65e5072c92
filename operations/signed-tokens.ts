/** Tokens, safe to use in an address, that only this service can have issued: a payload and its MAC. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ErrorCode } from '../schemas/error-table.js';
import { DomainError } from '../schemas/errors.js';

export interface SignedTokens {
  /** The payload is JSON that anyone can read. */
  sign(payload: readonly (string | number | boolean)[]): string;
  /** The JSON of the payload. @throws DomainError with the code passed as `invalid` */
  verify(token: string): string;
}

/** Tokens of one purpose are not valid for another. `invalid`: the code with which an invalid token is refused. */
export const createSignedTokens = (
  secret: string,
  purpose: string,
  invalid: ErrorCode = 'signature_invalid',
): SignedTokens => {
  const signed = (payload: string): string =>
    `${payload}.${createHmac('sha256', secret).update(`${purpose}.${payload}`).digest('base64url')}`;
  return {
    sign: (fields) => signed(Buffer.from(JSON.stringify(fields)).toString('base64url')),
    verify: (token) => {
      const [payload = ''] = token.split('.', 1);
      // Compared as texts, because several texts decode to the same bytes.
      const received = Buffer.from(token);
      const expected = Buffer.from(signed(payload));
      if (received.length !== expected.length || !timingSafeEqual(received, expected))
        throw new DomainError(invalid);
      return Buffer.from(payload, 'base64url').toString();
    },
  };
};
