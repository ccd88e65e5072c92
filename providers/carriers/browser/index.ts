/**
 * The carrier of test calls: the customer is a browser, which connects by itself (docs/how-to/browser-calls.md "Test calls"). Nothing
 * is dialled. A call exists at this carrier while a node holds its browser, and for a minute after its placement.
 */
import { BROWSER_CARRIER } from '../../../schemas/calls/leg.js';
import type { Carrier } from '../carrier.js';
import type { BrowserHolders } from './holders.js';
import { browserDialect } from './media-dialect.js';

/** A browser's token lasts a minute; a browser that has not joined this long after the placement never will, ms. */
const JOIN_WITHIN_MS = 65_000;
/** How many ended calls are remembered, so that a look-up right after a hang-up reports the end. */
const MAX_HUNG_UP = 1_000;

/** `now` in ms since the epoch. */
export const createBrowserCarrier = (holders: Pick<BrowserHolders, 'ask'>, now: () => number): Carrier => {
  const hungUp = new Set<string>();
  return {
    name: BROWSER_CARRIER,
    media: browserDialect,
    place: async ({ callId }) => ({ outcome: 'placed', carrierCallId: callId }),
    hangUp: async (callId) => {
      const holder = await holders.ask(callId, 'hang_up');
      if (holder === 'unknown') return 'failed';
      hungUp.add(callId);
      const [oldest] = hungUp;
      if (hungUp.size > MAX_HUNG_UP && oldest !== undefined) hungUp.delete(oldest);
      return holder === 'held' ? 'accepted' : 'gone';
    },
    lookUp: async ({ callId, placedAfter }) => {
      const holder = await holders.ask(callId, 'state');
      if (holder === 'unknown') return { outcome: 'unknown' };
      const isExpected = now() - placedAfter < JOIN_WITHIN_MS && !hungUp.has(callId);
      const progress = holder === 'held' || isExpected ? 'ringing' : 'ended';
      return { outcome: 'found', report: { carrierCallId: callId, progress } };
    },
    // A browser cannot be transferred.
    transfer: async () => 'refused',
    checkAccount: async () => 'accepted',
    // This carrier has no callbacks, so any request that claims to be one is rejected.
    verifyCallback: () => false,
    parseCallback: () => null,
    afterCallback: async () => undefined,
    document: async () => ({ contentType: 'text/plain', body: '' }),
  };
};
