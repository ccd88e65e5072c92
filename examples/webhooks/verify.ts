import { createHmac, timingSafeEqual } from 'node:crypto';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Whether a delivery is genuine. `headers`: their names in lower case, as in Node.js; `body`: the bytes as received. */
export const isGenuine = (secret: string, headers: Headers, body: Uint8Array): boolean => {
  const timestamp = String(headers['x-service-timestamp'] ?? '');
  if (!/^[0-9]{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > 300) return false;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  // During the overlap of a rotation, the previous secrets sign as well.
  const { 'x-service-signature': signature = '', 'x-service-signature-previous': previous = '' } = headers;
  return `${signature} ${previous}`
    .split(' ')
    .some((text) => /^[0-9a-f]{64}$/.test(text) && timingSafeEqual(Buffer.from(text, 'hex'), expected));
};
