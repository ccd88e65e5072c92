/** Encrypts secrets of others that we must be able to use again, with the cluster's own secret (AES-256-GCM). */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';
const NONCE_BYTES = 12;

/** The text was sealed with another secret or for another purpose, or was changed since. */
export class Unsealable extends Error {
  override readonly name = 'Unsealable';
}

export interface Sealer {
  /** `purpose` names what the text belongs to: a text sealed for one purpose does not open for another. */
  seal(purpose: string, text: string): string;
  /** @throws Unsealable */
  open(purpose: string, sealed: string): string;
  /**
   * 32 hexadecimal digits that identify something whose name must not be shown. The same for the same purpose and text,
   * and unguessable without the cluster's secret.
   */
  pseudonym(purpose: string, text: string): string;
}

export const createSealer = (secret: string): Sealer => {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'parley sealing', 32));
  const nameKey = Buffer.from(hkdfSync('sha256', secret, '', 'parley pseudonyms', 32));
  return {
    pseudonym: (purpose, text) =>
      createHmac('sha256', nameKey).update(`${purpose}\0${text}`).digest('hex').slice(0, 32),
    seal: (purpose, text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [
        VERSION,
        ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')),
      ].join('.');
    },
    open: (purpose, text) => {
      const [version, ...parts] = text.split('.');
      const [nonce, tag, sealed] = parts.map((part) => Buffer.from(part, 'base64url'));
      if (version !== VERSION || nonce === undefined || tag === undefined || sealed === undefined)
        throw new Unsealable('not a sealed value');
      try {
        const decipher = createDecipheriv(CIPHER, key, nonce).setAAD(Buffer.from(purpose)).setAuthTag(tag);
        return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
      } catch (error) {
        throw new Unsealable('sealed with another secret or for another purpose', { cause: error });
      }
    },
  };
};
