/** API keys (contract.md "Console and keys"): `pk_<id>_<secret>`, compared by hash in constant time. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { DomainError } from '../schemas/errors.js';
import type { Scope } from '../schemas/scopes.js';
import type { KeyRecord, Views } from '../views/views.js';

const KEY = /^pk_([A-Za-z0-9-]{1,64})_([A-Za-z0-9-]{16,128})$/;

/** The key behind an Authorization header. @throws DomainError api_key_missing, api_key_invalid */
export const authenticate = (views: Pick<Views, 'key'>, authorization: string): KeyRecord => {
  if (authorization === '') throw new DomainError('api_key_missing');
  const [, keyId, secret] = KEY.exec(authorization.replace(/^Bearer +/i, '')) ?? [];
  if (keyId === undefined || secret === undefined || !/^Bearer /i.test(authorization))
    throw new DomainError('api_key_invalid');
  const key = views.key(keyId);
  const hash = createHash('sha256').update(secret).digest();
  // Unknown keys take as long as known ones.
  const stored = Buffer.from(key?.secretHash ?? '0'.repeat(64), 'hex');
  if (!timingSafeEqual(hash, stored) || key === null || key.revoked) throw new DomainError('api_key_invalid');
  return key;
};

/** @throws DomainError scope_missing, naming what is missing */
export const checkScopes = (key: KeyRecord, needed: readonly Scope[]): void => {
  const missing = needed.filter((scope) => !key.scopes.includes(scope));
  if (missing.length === 0) return;
  throw new DomainError('scope_missing', `This operation needs a key with ${missing.join(' and ')}.`);
};
