/** X-Twilio-Signature (docs/reference/protocols/twilio.md "Signature"). */
import { createHmac } from 'node:crypto';

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number =>
  a < b ? -1 : a > b ? 1 : 0;

/** Of a form, or of a request without one. `params`: no name occurs twice. */
export const signForm = (
  authToken: string,
  url: string,
  params: readonly (readonly [name: string, value: string])[],
): string =>
  createHmac('sha1', authToken)
    .update(url + params.toSorted(byName).flat().join(''))
    .digest('base64');
