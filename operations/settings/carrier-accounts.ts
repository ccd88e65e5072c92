/** Checks that a carrier account accepts us and has the number that calls come from. Places no call, and costs nothing. */
import type { AccountOutcome, Carrier } from '../../providers/carriers/carrier.js';
import type { CarrierAccountReport } from '../../schemas/settings.js';

const TEST_MS = 20_000;

/** By outcome; in words of ours alone. */
const REMEDIES: Readonly<Record<Exclude<AccountOutcome, 'accepted'>, string>> = {
  refused: 'The account was not taken: copy its id and its key or token from the portal once more.',
  number_unknown:
    'The account may not call from the number that it is to call from: buy it there, or write one that it has.',
  application_unknown: 'The application is not there: copy its id from the portal once more.',
  unknown: 'It cannot be reached, or is down: see whether its address is right, and how it is doing.',
};

/** The outcome of the check, within 20 seconds. Never rejects. */
export const lookAtAccount = async (
  carrier: Pick<Carrier, 'name' | 'lookAtAccount'>,
): Promise<CarrierAccountReport> => {
  const from = performance.now();
  const outcome = await carrier.lookAtAccount(AbortSignal.timeout(TEST_MS));
  if (outcome !== 'accepted') return { carrier: carrier.name, ok: false, remedy: REMEDIES[outcome] };
  return { carrier: carrier.name, ok: true, totalMs: Math.round(performance.now() - from) };
};
