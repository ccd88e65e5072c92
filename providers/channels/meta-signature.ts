/**
 * X-Hub-Signature-256 of Meta's webhooks (docs/reference/protocols/whatsapp.md "Signature of a delivery"), computed over the bytes as
 * received.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

const PREFIX = 'sha256=';

export const signMeta = (appSecret: string, body: Uint8Array | string): string =>
  PREFIX + createHmac('sha256', appSecret).update(body).digest('hex');

/** Constant time. */
export const verifyMeta = (appSecret: string, body: Uint8Array, signature: string): boolean =>
  sameText(signature, signMeta(appSecret, body));

/** Constant time except for the length. */
export const sameText = (actual: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};
