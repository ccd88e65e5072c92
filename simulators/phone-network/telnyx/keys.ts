/** The signing key of the simulated Telnyx, derived from the account's token. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';

/** A private Ed25519 key in PKCS #8, before its 32 bytes (RFC 8410). */
const PRIVATE_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_BYTES = 32;

const privateKey = (authToken: string): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PRIVATE_HEAD, createHash('sha256').update(authToken).digest()]),
    format: 'der',
    type: 'pkcs8',
  });

/** The public key in base64, as Telnyx's portal shows it. */
export const telnyxPublicKey = (authToken: string): string =>
  createPublicKey(privateKey(authToken))
    .export({ format: 'der', type: 'spki' })
    .subarray(-KEY_BYTES)
    .toString('base64');

/** `timestamp`: s since the epoch. */
export const signWebhook = (authToken: string, timestamp: string, body: string): string =>
  sign(null, Buffer.from(`${timestamp}|${body}`), privateKey(authToken)).toString('base64');
