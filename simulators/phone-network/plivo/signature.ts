/** X-Plivo-Signature-V3 of a POST (docs/reference/protocols/plivo.md "Signature"). */
import { createHmac } from 'node:crypto';

type Params = readonly (readonly [name: string, value: string])[];

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number =>
  a < b ? -1 : a > b ? 1 : 0;

const joined = (params: Params, between: string, after: string): string =>
  params
    .toSorted(byName)
    .map(([name, value]) => name + between + value)
    .join(after);

/** `params`: no name occurs twice. */
export const signForm = (authToken: string, url: string, params: Params, nonce: string): string => {
  const { origin, pathname, searchParams } = new URL(url);
  const query = joined([...searchParams], '=', '&');
  const form = joined(params, '', '');
  const signed = [...(query === '' ? [] : [query]), ...(form === '' ? [] : [form])].join('.');
  return createHmac('sha256', authToken)
    .update(`${origin}${pathname}${signed === '' ? '' : '?'}${signed}.${nonce}`)
    .digest('base64');
};
