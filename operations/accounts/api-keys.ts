/** API keys: created and revoked in the console, and shown once (docs/reference/api.md "Console and keys"). */
import { createHash, randomBytes } from 'node:crypto';
import { business } from '../../actors/business/index.js';
import type { KeyCreate, KeyResource } from '../../schemas/accounts/console.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { authorOf, type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import type { Written } from '../written.js';
import { formatKey } from './key-format.js';

export interface NewApiKey {
  readonly keyId: string;
  /** Lower-case hex SHA-256 of the secret part. */
  readonly secretHash: string;
  /** The whole key; it cannot be shown again. */
  readonly apiKey: string;
}

/** Creates a key with a 256-bit secret. `keyId`: 32 lower-case hex digits, as scanners expect them. */
export const newApiKey = (keyId: string): NewApiKey => {
  const secret = randomBytes(32).toString('hex');
  const secretHash = createHash('sha256').update(secret).digest('hex');
  return { keyId, secretHash, apiKey: formatKey(keyId, secret) };
};

interface CreatedKey {
  readonly key: KeyResource;
  /** The whole key; null if an earlier run of this request made it, because it cannot be retrieved again. */
  readonly apiKey: string | null;
}

interface KeyOperations {
  create(caller: Caller, body: KeyCreate): Promise<Written<CreatedKey>>;
  /** Once this resolves, no node accepts the key. Revoking twice is harmless. @throws DomainError key_not_found */
  revoke(caller: Caller, keyId: string): Promise<Written<KeyResource>>;
}

export const keyOperations = (deps: OperationsDeps): KeyOperations => ({
  create: async (caller, { name, scopes }) => {
    const { businessId } = caller;
    const keyId = deriveId(commandIdOf(caller), 'key').replaceAll('-', '');
    const { secretHash, apiKey } = newApiKey(keyId);
    const { shard, seq } = await deps.actors.ask(
      business,
      { business: businessId, id: businessId },
      { type: 'create_key', keyId, name, secretHash, scopes, ...authorOf(caller) },
    );
    await deps.views.waitFor(shard, seq);
    const key = deps.views.keyOf(businessId, keyId);
    if (key === null) throw new DomainError('key_not_found');
    // A retry after a crash finds the key already created with a secret that was never returned: that key is unusable.
    const isNew = deps.views.key(keyId)?.secretHash === secretHash;
    return { result: { key, apiKey: isNew ? apiKey : null }, shard, seq };
  },

  revoke: async (caller, keyId) => {
    const { businessId } = caller;
    await deps.views.catchUp(businessId);
    if (deps.views.keyOf(businessId, keyId) === null) throw new DomainError('key_not_found');
    const { shard, seq } = await deps.actors.ask(
      business,
      { business: businessId, id: businessId },
      { type: 'revoke_key', keyId, ...authorOf(caller) },
    );
    // The caller relies on this: no node accepts the key any more.
    await Promise.all([deps.views.waitFor(shard, seq), deps.views.freshness.everywhere()]);
    const key = deps.views.keyOf(businessId, keyId);
    if (key === null) throw new DomainError('key_not_found');
    return { result: key, shard, seq };
  },
});
