/**
 * The carrier of test calls: the customer is a browser, which comes by itself (docs/browser-legs.md "Test calls"). Nothing is
 * dialled; a call is at this carrier for as long as a node has its browser, and for a minute before that.
 */
import { BROWSER_CARRIER } from '../../../schemas/leg.js';
import type { Carrier } from '../carrier.js';
import type { BrowserHolders } from './holders.js';
import { browserDialect } from './media-dialect.js';

/** A token for the browser lasts a minute; one that has not come so long after the placement will not come, ms. */
const JOIN_WITHIN_MS = 65_000;
/** What was hung up is remembered, so that a look-up just after it says so; as many as a node ends in a while. */
const MOST_HUNG_UP = 1_000;

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
      if (hungUp.size > MOST_HUNG_UP && oldest !== undefined) hungUp.delete(oldest);
      return holder === 'held' ? 'accepted' : 'gone';
    },
    lookUp: async ({ callId, placedAfter }) => {
      const holder = await holders.ask(callId, 'state');
      if (holder === 'unknown') return { outcome: 'unknown' };
      const isExpected = now() - placedAfter < JOIN_WITHIN_MS && !hungUp.has(callId);
      const progress = holder === 'held' || isExpected ? 'ringing' : 'ended';
      return { outcome: 'found', report: { carrierCallId: callId, progress } };
    },
    // Nobody can be put through from a browser.
    transfer: async () => 'refused',
    lookAtAccount: async () => 'accepted',
    // It has no callbacks: whatever says that it is one is not.
    verifyCallback: () => false,
    parseCallback: () => null,
    afterCallback: async () => undefined,
    document: async () => ({ contentType: 'text/plain', body: '' }),
  };
};
