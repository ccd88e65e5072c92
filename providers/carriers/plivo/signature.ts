/** X-Plivo-Signature-V3 (docs/reference/protocols/plivo.md "Signature"). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { CallbackRequest } from '../carrier.js';

type Params = readonly (readonly [name: string, value: string])[];

/** Plivo's reports have about 30. */
const MAX_PARAMS = 200;

const byText = (
  [nameA, valueA]: readonly [string, string],
  [nameB, valueB]: readonly [string, string],
): number => (nameA < nameB ? -1 : nameA > nameB ? 1 : valueA < valueB ? -1 : valueA > valueB ? 1 : 0);

/** The signature of a POST with these parameters. */
export const signPost = (authToken: string, url: string, params: Params, nonce: string): string => {
  const { origin, pathname, searchParams } = new URL(url);
  const query = [...searchParams]
    .sort(byText)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const form = [...params]
    .sort(byText)
    .map(([name, value]) => name + value)
    .join('');
  const mark = query !== '' || form !== '' ? '?' : '';
  const dot = query !== '' && form !== '' ? '.' : '';
  return createHmac('sha256', authToken)
    .update(`${origin}${pathname}${mark}${query}${dot}${form}.${nonce}`)
    .digest('base64');
};

/** Whether the account signed the request; constant time per signature. */
export const verifyPost = (authToken: string, { url, headers, body }: CallbackRequest): boolean => {
  const nonce = headers['x-plivo-signature-v3-nonce'] ?? '';
  const form = Buffer.from(body).toString('utf8');
  if (nonce === '' || !URL.canParse(url) || form.split('&', MAX_PARAMS + 1).length > MAX_PARAMS) return false;
  const expected = Buffer.from(signPost(authToken, url, [...new URLSearchParams(form)], nonce));
  // There may be several signatures: of the account and of its parent account.
  const signatures = [headers['x-plivo-signature-v3'], headers['x-plivo-signature-ma-v3']]
    .flatMap((header) => (header ?? '').split(',', 8))
    .map((signature) => Buffer.from(signature.trim()));
  return signatures.some(
    (signature) => signature.length === expected.length && timingSafeEqual(signature, expected),
  );
};
