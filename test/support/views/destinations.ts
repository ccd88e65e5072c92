/** Views of a business that may call all ordinary destinations, at the flat price. */
import type { DestinationDeps } from '../../../operations/outreach/destination-rule.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';

export const anyDestination: DestinationDeps['views'] = {
  destinationsOf: () => ({ countries: null, types: [], isSet: false }),
  callPriceOf: () => ({ microcredits: STANDARD_PRICES.call_block, byPrefix: false }),
  calledNumbers: () => [],
  carriersOf: () => null,
};
