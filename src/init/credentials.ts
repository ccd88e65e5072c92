/** A business to try things with, and a key to its API, at a service of this machine. */
import { randomUUID } from 'node:crypto';
import { business } from '../../actors/business/index.js';
import { newApiKey } from '../../operations/accounts/api-keys.js';
import { SCOPES } from '../../schemas/accounts/access.js';
import { MICROCREDITS_PER_CREDIT, STANDARD_PRICES } from '../../schemas/accounts/prices.js';
import { asAdmin, businessRef } from '../admin/as-admin.js';
import { operator } from '../admin/operator-audit.js';

const LINES = 10;
const CREDITS = 100;

interface Credentials {
  readonly businessId: string;
  readonly apiKey: string;
}

/** Creates both. @throws ConfigError or EngineError if the data directory cannot be used */
export const createCredentials = async (dataDir: string, name: string): Promise<Credentials> => {
  const businessId = randomUUID();
  const { keyId, secretHash, apiKey } = newApiKey(randomUUID().replaceAll('-', ''));
  await asAdmin({ dataDir }, async ({ actors }) => {
    const ref = businessRef(businessId);
    await actors.ask(business, ref, {
      type: 'create',
      name,
      lines: LINES,
      prices: STANDARD_PRICES,
      microcredits: CREDITS * MICROCREDITS_PER_CREDIT,
    });
    const key = { keyId, name: 'parley init', secretHash, scopes: SCOPES, by: operator() };
    await actors.ask(business, ref, { type: 'create_key', ...key });
  });
  return { businessId, apiKey };
};
