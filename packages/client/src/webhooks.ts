/**
 * Verifies webhooks with WebCrypto, which compares in constant time. Two schemes have the same key: Standard Webhooks
 * (`webhook-id`, `webhook-timestamp`, `webhook-signature`) and the service's own (`X-Service-Timestamp`, `X-Service-Signature`).
 */
import type { WebhookEvent } from './api.js';
import { type ClientErrorCode, isRecord, ParleyError } from './errors.js';

/** Headers as the platforms have them: a `Headers`, or an object such as Node's `req.headers`. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How a webhook is verified. */
export interface VerifyOptions {
  /** How far the time of signing may be from now, s. Default: 300. */
  readonly toleranceS?: number;
  /** The current time, ms since the epoch. Default: the clock. */
  readonly now?: number;
}

const TOLERANCE_S = 300;
/** Larger than any event of the service. */
const MAX_BODY_BYTES = 1024 * 1024;
const MAX_HEADER_CHARACTERS = 2_048;
/** The current secret, and those that a rotation has replaced and that still sign. */
const MAX_SIGNATURES = 8;
const STANDARD_PREFIX = 'whsec_';

const encoder = new TextEncoder();

const refusal = (code: ClientErrorCode, message: string): ParleyError => new ParleyError({ code, message });

/** Whether the object is one of headers, with a method, and not one with a header of this name. */
const hasGet = (headers: WebhookHeaders): headers is { get(name: string): string | null } =>
  typeof headers.get === 'function';

/** The value of a header; null if it is missing or repeated. @throws ParleyError if it is too long */
const headerOf = (headers: WebhookHeaders, name: string): string | null => {
  const found = hasGet(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const [value, ...others]: readonly unknown[] = Array.isArray(found) ? found : [found];
  if (typeof value !== 'string' || value === '' || others.length > 0) return null;
  if (value.length > MAX_HEADER_CHARACTERS)
    throw refusal('webhook_headers_invalid', `The header ${name} is longer than any of the service.`);
  return value;
};

/** What was signed, and the signatures of which one must match. */
interface Claim {
  /** Unix seconds, as sent. */
  readonly timestamp: string;
  /** What precedes the body. */
  readonly prefix: string;
  readonly signatures: readonly Uint8Array<ArrayBuffer>[];
}

const bytesOfHex = (text: string): readonly Uint8Array<ArrayBuffer>[] =>
  /^[0-9a-f]{64}$/.test(text)
    ? [
        Uint8Array.from({ length: 32 }, (_byte, index) =>
          Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
        ),
      ]
    : [];

/** @throws ParleyError with `code` if the text is not base64 */
const bytesOfBase64 = (text: string, code: ClientErrorCode): Uint8Array<ArrayBuffer> => {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw refusal(code, 'The text is not base64.');
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw refusal(code, 'The text is not base64.');
  }
};

const standardClaim = (headers: WebhookHeaders, signature: string): Claim => {
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (id === null || timestamp === null)
    throw refusal('webhook_headers_invalid', 'The headers webhook-id and webhook-timestamp are required.');
  const signatures = signature
    .split(' ')
    .slice(0, MAX_SIGNATURES)
    // Base64 of 32 bytes. Other versions are other schemes.
    .flatMap((part) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(part)?.[1] ?? [])
    .map((text) => bytesOfBase64(text, 'webhook_signature_invalid'));
  return { timestamp, prefix: `${id}.${timestamp}.`, signatures };
};

const serviceClaim = (headers: WebhookHeaders): Claim => {
  const timestamp = headerOf(headers, 'x-service-timestamp');
  const signature = headerOf(headers, 'x-service-signature');
  if (timestamp === null || signature === null)
    throw refusal(
      'webhook_headers_invalid',
      'The headers of a signature are missing: webhook-id, webhook-timestamp and webhook-signature, or X-Service-Timestamp and X-Service-Signature.',
    );
  const previous = headerOf(headers, 'x-service-signature-previous')?.split(' ') ?? [];
  const signatures = [signature, ...previous].slice(0, MAX_SIGNATURES).flatMap(bytesOfHex);
  return { timestamp, prefix: `${timestamp}.`, signatures };
};

const claimOf = (headers: WebhookHeaders): Claim => {
  const standard = headerOf(headers, 'webhook-signature');
  return standard === null ? serviceClaim(headers) : standardClaim(headers, standard);
};

/** The signing secret as the API shows it, or as libraries of Standard Webhooks take it. @throws ParleyError */
const keyOf = (secret: string) => {
  const bytes = secret.startsWith(STANDARD_PREFIX)
    ? bytesOfBase64(secret.slice(STANDARD_PREFIX.length), 'webhook_secret_invalid')
    : encoder.encode(secret);
  if (bytes.length === 0) throw refusal('webhook_secret_invalid', 'The signing secret is empty.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
};

const bytesOf = (rawBody: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> => {
  // A string may hold three bytes a character: long ones are refused before they are copied.
  const size = typeof rawBody === 'string' ? rawBody.length : rawBody.byteLength;
  const bytes =
    size > MAX_BODY_BYTES
      ? null
      : typeof rawBody === 'string'
        ? encoder.encode(rawBody)
        : new Uint8Array(rawBody);
  if (bytes === null || bytes.length > MAX_BODY_BYTES)
    throw refusal('webhook_body_invalid', 'The body is larger than any event of the service.');
  return bytes;
};

const checkTime = (
  timestamp: string,
  { toleranceS = TOLERANCE_S, now = Date.now() }: VerifyOptions,
): void => {
  // Digits alone: NaN would be within every tolerance.
  if (!/^[0-9]{1,12}$/.test(timestamp))
    throw refusal('webhook_headers_invalid', 'The timestamp of the webhook is not a number of seconds.');
  if (!(Math.abs(now / 1_000 - Number(timestamp)) <= toleranceS))
    throw refusal(
      'webhook_timestamp_outside_tolerance',
      `The webhook was signed more than ${toleranceS} s from now. Check the clock of this machine.`,
    );
};

/** @throws ParleyError */
const eventIn = (bytes: Uint8Array): WebhookEvent => {
  try {
    const event: WebhookEvent = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (isRecord(event) && typeof event.eventType === 'string') return event;
  } catch {
    // Reported below, like any other body without an event.
  }
  throw refusal('webhook_body_invalid', 'The body is not the JSON of an event.');
};

/**
 * Resolves with the event if the service has signed it with the secret, or with one of the secrets, within the tolerance. Pass the
 * body exactly as it arrived: parsing and writing it again changes it. Deduplicate by `eventId`, which is the same in every
 * attempt. A newer service may have further types of events.
 * @throws ParleyError with a code that begins with `webhook_`, whatever was sent
 */
export const verifyWebhook = async (
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  options: VerifyOptions = {},
): Promise<WebhookEvent> => {
  const { timestamp, prefix, signatures } = claimOf(headers);
  checkTime(timestamp, options);
  const body = bytesOf(rawBody);
  const start = encoder.encode(prefix);
  const signed = new Uint8Array(start.length + body.length);
  signed.set(start);
  signed.set(body, start.length);
  for (const text of typeof secret === 'string' ? [secret] : secret) {
    const key = await keyOf(text);
    for (const signature of signatures)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return eventIn(body);
  }
  throw refusal(
    'webhook_signature_invalid',
    'No signature matches this body. Pass the body as it arrived, and the signing secret of this subscription.',
  );
};
