/** X-Twilio-Signature (protocols/twilio-media-streams.md section 7). */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Form parameters; a name may come several times. */
export type FormParams = readonly (readonly [name: string, value: string])[];

/** Base64 HMAC-SHA1 over the URL and the sorted parameters; repeated names count once a distinct value. */
export const signRequest = (authToken: string, url: string, params: FormParams): string => {
  const values = new Map<string, Set<string>>();
  for (const [name, value] of params) values.set(name, (values.get(name) ?? new Set()).add(value));
  const text = [...values.keys()]
    .sort(byCodeUnit)
    .flatMap((name) => [...(values.get(name) ?? [])].sort(byCodeUnit).map((value) => name + value));
  return createHmac('sha1', authToken)
    .update(url + text.join(''))
    .digest('base64');
};

/** Whether `signature` fits one of the forms in which the sender may have written the URL. Constant time a form. */
export const verifyRequest = (
  authToken: string,
  url: string,
  params: FormParams,
  signature: string,
): boolean => {
  const given = Buffer.from(signature);
  let fits = false;
  for (const variant of urlVariants(url)) {
    const expected = Buffer.from(signRequest(authToken, variant, params));
    if (given.length === expected.length && timingSafeEqual(given, expected)) fits = true;
  }
  return fits;
};

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** With and without the scheme's default port, each as written and as a WHATWG parser writes it. */
const urlVariants = (url: string): readonly string[] => {
  if (!URL.canParse(url)) return [url];
  const parsed = new URL(url);
  const standard = { 'https:': '443', 'http:': '80', 'wss:': '443', 'ws:': '80' }[parsed.protocol] ?? '';
  const withPort = (text: string): string => {
    const [, scheme = '', host = '', rest = ''] = /^([a-z]+:\/\/)([^/?]+)(.*)$/.exec(text) ?? [];
    if (/:\d+$/.test(host)) return `${scheme}${host.replace(new RegExp(`:${standard}$`), '')}${rest}`;
    return `${scheme}${host}:${standard}${rest}`;
  };
  return [...new Set([url, withPort(url), parsed.href, withPort(parsed.href)])];
};
