/** A business to be attacked, with a key and a signed-in user, so that all operations are within reach. */
import { parley } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import type { Credentials } from './valid-requests.js';

const EMAIL = 'attacker@example.com';

export interface AttackedTenant extends Credentials {
  /** A key with next to no permissions. */
  readonly weakKey: string;
  /** Ids of its keys, which must not be revoked. */
  readonly own: ReadonlySet<string>;
}

/** @throws Error when it cannot be created, or cannot sign in */
export const createAttackedTenant = async (url: string, dataDir: string): Promise<AttackedTenant> => {
  const { businessId, apiKey } = await createTenant(dataDir, { lines: 5, credits: 100_000 });
  const user = await parley([
    ...['admin', 'user', 'create', '--business', businessId, '--email', EMAIL, '--name', 'Attacker'],
    ...['--data-dir', dataDir],
  ]);
  const weak = await parley([
    ...['admin', 'key', 'create', '--business', businessId, '--scopes', 'contacts:read'],
    ...['--data-dir', dataDir],
  ]);
  const weakKey = String(weak.apiKey);
  const answer = await fetch(`${url}/api/v1/console/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: user.password }),
  });
  const { data }: { data?: { csrfToken: string } } = JSON.parse(await answer.text());
  const cookie = answer.headers.get('set-cookie')?.split(';')[0];
  if (data === undefined || cookie === undefined) throw new Error(`sign-in returned ${answer.status}`);
  return {
    businessId,
    apiKey,
    weakKey,
    cookie,
    csrfToken: data.csrfToken,
    own: new Set([apiKey, weakKey].map((key) => key.split('_')[2] ?? '')),
  };
};
