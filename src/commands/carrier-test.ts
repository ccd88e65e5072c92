/**
 * Tests whether carriers accept our accounts, and whether the accounts have the number that calls come from. Places no
 * call and costs nothing.
 */
import { checkAccount } from '../../operations/settings/carrier-accounts.js';
import type { Carrier } from '../../providers/carriers/carrier.js';
import type { ProviderReport } from '../../schemas/accounts/provider-list.js';
import { readCarriers } from '../config/carrier-settings.js';
import { createLogger } from '../logging.js';
import { carriersFor } from '../node/external.js';

/** The result for one carrier: its name, whether it accepts the account, and the remedy if it does not. */
type CarrierReport = Omit<ProviderReport, 'role'> & { readonly role: 'carrier' };

/** Tests the carriers of the environment, or only the one that `only` names. @throws ConfigError */
export const testCarriers = async (
  env: Readonly<Record<string, string | undefined>>,
  only: string | null,
): Promise<readonly CarrierReport[]> => {
  const carriers = readCarriers(env);
  if (carriers.order.length === 0) return [];
  const configured = carriersFor(
    { carriers, loopbackAuth: null },
    null,
    '',
    createLogger('silent'),
    Date.now,
  );
  const wanted = [...configured.values()].filter(({ name }) => only === null || name === only);
  return Promise.all(wanted.map(testAccount));
};

const testAccount = async (account: Carrier): Promise<CarrierReport> => {
  const { carrier, ...outcome } = await checkAccount(account);
  return { role: 'carrier', provider: carrier, ...outcome };
};
