/** Making API keys: `pk_<id>_<secret>`, a 256-bit secret that is shown once and stored as SHA-256 (contract.md "Console and keys"). */
import { createHash, randomBytes, randomUUID } from 'node:crypto';

export interface NewApiKey {
  readonly keyId: string;
  /** Lower-case hex SHA-256 of the secret part. */
  readonly secretHash: string;
  /** The whole key; nobody can show it again. */
  readonly apiKey: string;
}

export const newApiKey = (): NewApiKey => {
  // No underscore in either part, so that the key splits in one way only.
  const keyId = randomUUID().replaceAll('-', '');
  const secret = randomBytes(32).toString('hex');
  const secretHash = createHash('sha256').update(secret).digest('hex');
  return { keyId, secretHash, apiKey: `pk_${keyId}_${secret}` };
};
