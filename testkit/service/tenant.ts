/** A business to test with, created as by `parley admin`. */
import { randomUUID } from 'node:crypto';
import { business } from '../../actors/business/index.js';
import { newApiKey } from '../../operations/accounts/api-keys.js';
import { SCOPES } from '../../schemas/accounts/access.js';
import { MICROCREDITS_PER_CREDIT, STANDARD_PRICES } from '../../schemas/accounts/prices.js';
import { asAdmin } from '../../src/admin/as-admin.js';
import { operator } from '../../src/admin/operator-audit.js';

export interface Tenant {
  readonly businessId: string;
  readonly apiKey: string;
}

export interface TenantOptions {
  readonly lines?: number;
  readonly credits?: number;
  /** Microcredits per block of a call; default: the standard price. */
  readonly blockPrice?: number;
  /** Settings of the installation, besides those of this process. */
  readonly env?: Readonly<Record<string, string>>;
}

/** A business with a key for every scope, at the service that runs on `dataDir`, or in its journal if none does. */
export const createTenant = async (
  dataDir: string,
  { lines = 10, credits = 1_000, blockPrice = STANDARD_PRICES.call_block, env = {} }: TenantOptions = {},
): Promise<Tenant> => {
  const businessId = randomUUID();
  const { keyId, secretHash, apiKey } = newApiKey(randomUUID().replaceAll('-', ''));
  await asAdmin(
    { dataDir },
    async ({ actors }) => {
      const ref = { business: businessId, id: businessId };
      await actors.ask(business, ref, {
        type: 'create',
        name: 'Demo',
        lines,
        prices: { ...STANDARD_PRICES, call_block: blockPrice },
        microcredits: credits * MICROCREDITS_PER_CREDIT,
      });
      const key = { keyId, name: 'key', secretHash, scopes: SCOPES, by: operator() };
      await actors.ask(business, ref, { type: 'create_key', ...key });
    },
    { ...process.env, ...env },
  );
  return { businessId, apiKey };
};
