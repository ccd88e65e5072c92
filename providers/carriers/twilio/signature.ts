/** X-Twilio-Signature (docs/reference/protocols/twilio.md "Signature"). */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parse, stringify } from 'node:querystring';

/** Form parameters; a name may occur several times. */
export type FormParams = readonly (readonly [name: string, value: string])[];

/** A request as received: the URL exactly as we gave it to the sender, and the raw body. */
export interface SignedRequest {
  readonly url: string;
  readonly body: Uint8Array;
  readonly signature: string;
}

/** Twilio's reports have about 30. Sorting 10,000 from an attacker would block this thread for a third of a second. */
const MAX_PARAMS = 200;

/** Base64 HMAC-SHA1 over the URL and the sorted parameters; a repeated name counts once per distinct value. */
export const signRequest = (authToken: string, url: string, params: FormParams): string =>
  sign(authToken, url + signedText(params));

const sign = (authToken: string, text: string): string =>
  createHmac('sha1', authToken).update(text).digest('base64');

const signedText = (params: FormParams): string => {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of params) values.set(name, (values.get(name) ?? new Set()).add(value));
  return [...values.keys()]
    .sort(byCodeUnit)
    .flatMap((name) => [...(values.get(name) ?? [])].sort(byCodeUnit).map((value) => name + value))
    .join('');
};

/**
 * Whether the request was signed with the token. A form's parameters are signed with the URL; any other body is signed by
 * its hash, which is then the URL's parameter `bodySHA256`. A form of more than {@link MAX_PARAMS} parameters is rejected.
 */
export const verifyRequest = (authToken: string, { url, body, signature }: SignedRequest): boolean => {
  const bodyHash = URL.canParse(url) ? new URL(url).searchParams.get('bodySHA256') : null;
  if (bodyHash === null) {
    const form = Buffer.from(body).toString('utf8');
    if (form.split('&', MAX_PARAMS + 1).length > MAX_PARAMS) return false;
    return fits(authToken, url, signedText([...new URLSearchParams(form)]), signature);
  }
  const isHashRight = equal(bodyHash, createHash('sha256').update(body).digest('hex'));
  return fits(authToken, url, '', signature) && isHashRight;
};

/** Whether `signature` matches one of the forms in which the sender may have written the URL. Constant time per form. */
const fits = (authToken: string, url: string, text: string, signature: string): boolean => {
  let found = false;
  for (const form of urlForms(url)) if (equal(signature, sign(authToken, form + text))) found = true;
  return found;
};

const equal = (actual: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const STANDARD_PORTS: ReadonlyMap<string, string> = new Map([
  ['https:', '443'],
  ['http:', '80'],
  ['wss:', '443'],
  ['ws:', '80'],
]);

/** The URL unchanged; then with and without a port, each with the query in WHATWG and in the older form encoding. */
const urlForms = (address: string): ReadonlySet<string> => {
  const text = address.split('#', 1)[0] ?? '';
  if (!URL.canParse(text)) return new Set([text]);
  const url = new URL(text);
  const port = url.port === '' ? STANDARD_PORTS.get(url.protocol) : url.port;
  const credentials =
    url.username === '' ? '' : `${url.username}${url.password === '' ? '' : `:${url.password}`}@`;
  const older = url.search === '' ? '' : `?${stringify(parse(url.search.slice(1)))}`;
  const forms = [text];
  for (const host of [url.hostname, `${url.hostname}:${port}`])
    for (const search of [url.search, older])
      forms.push(`${url.protocol}//${credentials}${host}${url.pathname}${search}`);
  return new Set(forms);
};
