/** Checks that a carrier account accepts us and has the number that calls come from. Places no call, and costs nothing. */
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import type { AccountOutcome, Carrier } from '../../providers/carriers/carrier.js';
import type { CarrierAccountReport } from '../../schemas/accounts/settings.js';

const TEST_MS = 20_000;

/** By outcome; in words of ours alone. */
const REMEDIES: Readonly<Record<Exclude<AccountOutcome, 'accepted'>, string>> = {
  refused: 'The account was rejected. Copy its ID and its key or token from the portal again.',
  number_unknown:
    'The account does not own the number to call from. Buy it in the portal, or choose a number of the account.',
  application_unknown: 'The application does not exist. Copy its ID from the portal again.',
  unknown: 'The carrier cannot be reached. Check its address and its status page.',
};

/** The outcome of the check, within 20 seconds. Never rejects. */
export const checkAccount = async (
  carrier: Pick<Carrier, 'name' | 'checkAccount'>,
): Promise<CarrierAccountReport> => {
  const from = performance.now();
  const outcome = await carrier.checkAccount(timeoutSignal(TEST_MS));
  if (outcome !== 'accepted') return { carrier: carrier.name, ok: false, remedy: REMEDIES[outcome] };
  return { carrier: carrier.name, ok: true, totalMs: Math.round(performance.now() - from) };
};
