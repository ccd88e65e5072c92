/** What the service advises when a test of a carrier or a provider has failed. */
import { messages } from '../../ui/i18n/messages.js';
import { textFinder } from '../../ui/i18n/service-texts.js';

/** The advice in the words of the service. */
export const SERVICE_REMEDIES: Readonly<Record<string, string>> = {
  carrierRefused: 'The account was rejected. Copy its ID and its key or token from the portal again.',
  numberUnknown:
    'The account does not own the number to call from. Buy it in the portal, or choose a number of the account.',
  applicationUnknown: 'The application does not exist. Copy its ID from the portal again.',
  carrierUnreachable: 'The carrier cannot be reached. Check its address and its status page.',
  keyRejected:
    'The key was rejected: use a key with the necessary permissions, and check the credit of the account.',
  rateExceeded: 'The rate limit of the account is exceeded: try again later, or have the limit raised.',
  timedOut: 'It did not answer in time: check its address, and whether it has an outage.',
  unavailable: 'It cannot be reached, or is down: check its address, and whether it has an outage.',
  requestRefused:
    'It refuses the request: check that the model and the voice exist, and that the account may use them.',
  unexpected: 'Its answer is not as expected: check that the address belongs to this provider.',
  unknownReason: 'It failed for an unknown reason.',
};

const translationOf = textFinder(SERVICE_REMEDIES, messages('REMEDIES', { ...SERVICE_REMEDIES }));

/** The remedy in the language of the page. */
export const remedyOf = (remedy: string): string => translationOf(remedy) ?? remedy;
