/**
 * How a delivery is signed, in two schemes with the same secret: the contract's own (spec section 6), and Standard Webhooks
 * (https://www.standardwebhooks.com), which libraries verify.
 */
import { createHmac } from 'node:crypto';
import { signBody } from '../egress/guarded-http.js';

/** Names of the headers, in lower case. */
export const SIGNATURE_HEADERS = {
  timestamp: 'x-service-timestamp',
  signature: 'x-service-signature',
  previousSignature: 'x-service-signature-previous',
  eventId: 'x-service-event-id',
  contractVersion: 'x-service-contract-version',
  isTest: 'x-service-test',
  standardId: 'webhook-id',
  standardTimestamp: 'webhook-timestamp',
  standardSignature: 'webhook-signature',
} as const;

/** What is signed, and by which secrets. */
export interface SignedDelivery {
  readonly eventId: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly body: string;
  readonly secret: string;
  /** Secrets that a rotation has replaced and that still sign, newest first. */
  readonly previousSecrets: readonly string[];
}

/**
 * The secret as libraries of Standard Webhooks take it: its key is the bytes of our secret's text, so that both schemes
 * have the same key.
 */
export const standardSecret = (secret: string): string => `whsec_${Buffer.from(secret).toString('base64')}`;

/** Base64 HMAC-SHA256 over id, timestamp and body, with periods in between. */
const standardSignature = (secret: string, { eventId, timestamp, body }: SignedDelivery): string =>
  `v1,${createHmac('sha256', secret).update(`${eventId}.${timestamp}.${body}`).digest('base64')}`;

/** The headers that prove where a delivery comes from. Several signatures in one header have spaces in between. */
export const signatureHeaders = (delivery: SignedDelivery): Readonly<Record<string, string>> => {
  const { eventId, timestamp, body, secret, previousSecrets } = delivery;
  const previous = previousSecrets.map((former) => signBody(former, timestamp, body));
  const standard = [secret, ...previousSecrets].map((key) => standardSignature(key, delivery));
  return {
    [SIGNATURE_HEADERS.timestamp]: String(timestamp),
    [SIGNATURE_HEADERS.signature]: signBody(secret, timestamp, body),
    ...(previous.length === 0 ? {} : { [SIGNATURE_HEADERS.previousSignature]: previous.join(' ') }),
    [SIGNATURE_HEADERS.standardId]: eventId,
    [SIGNATURE_HEADERS.standardTimestamp]: String(timestamp),
    [SIGNATURE_HEADERS.standardSignature]: standard.join(' '),
  };
};
