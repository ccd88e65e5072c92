/** Whether the accounts of carriers take us, and have the number that calls come from. No call is placed, and nothing is paid. */
import type { AccountOutcome, Carrier } from '../providers/carriers/carrier.js';
import type { ProviderReport } from '../schemas/provider-list.js';
import { readCarriers } from './carrier-settings.js';
import { createLogger } from './logging.js';
import { carriersFor } from './node/outside.js';

/** What came of one: its name, whether it takes us, and what is to be done where it does not. */
type CarrierReport = Omit<ProviderReport, 'role'> & { readonly role: 'carrier' };

const TEST_MS = 20_000;

/** By what came of it; in words of ours alone. */
const REMEDIES: Readonly<Record<Exclude<AccountOutcome, 'accepted'>, string>> = {
  refused: 'The account was not taken: copy its id and its key or token from the portal once more.',
  number_unknown:
    'The account may not call from the number that it is to call from: buy it there, or write one that it has.',
  application_unknown: 'The application is not there: copy its id from the portal once more.',
  unknown: 'It cannot be reached, or is down: see whether its address is right, and how it is doing.',
};

/** Those of the environment, or the one that `only` names. @throws ConfigError */
export const testCarriers = async (
  env: Readonly<Record<string, string | undefined>>,
  only: string | null,
): Promise<readonly CarrierReport[]> => {
  const carriers = readCarriers(env);
  if (carriers.order.length === 0) return [];
  const configured = carriersFor({ carriers, loopbackAuth: null }, null, '', createLogger('silent'));
  const wanted = [...configured.values()].filter(({ name }) => only === null || name === only);
  return Promise.all(wanted.map(reported));
};

const reported = async (carrier: Carrier): Promise<CarrierReport> => {
  const about = { role: 'carrier', provider: carrier.name } as const;
  const from = performance.now();
  const outcome = await carrier.lookAtAccount(AbortSignal.timeout(TEST_MS));
  if (outcome !== 'accepted') return { ...about, ok: false, remedy: REMEDIES[outcome] };
  return { ...about, ok: true, totalMs: Math.round(performance.now() - from) };
};
