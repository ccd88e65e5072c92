/**
 * How a test call ends when its browser has left: at once where the page says so, a few seconds after it broke off unless it
 * has come back meanwhile, to whichever node.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { LegClaim } from '../../operations/calls/leg-desk.js';
import type { BrowserHolders } from '../../providers/carriers/browser/holders.js';
import type { LegEndReason } from '../../schemas/leg-signalling.js';

/** As long as a session waits for a socket that dropped (media/settings.ts), ms. */
const COME_BACK_MS = 5_000;
/** Tries to say that it is over; the look-ups of the call find it out otherwise. */
const REPORTS = 3;
const REPORT_AGAIN_MS = 1_000;

export interface TestCallEnds {
  readonly holders: Pick<BrowserHolders, 'ask'>;
  /** Tells the call that its caller has hung up. */
  readonly reportEnd: (businessId: string, callId: string) => Promise<void>;
  readonly logger: Logger;
}

/** A leg of a test call that is over; `release`: its node has the browser no more. */
interface EndedLeg {
  readonly claim: LegClaim;
  readonly release: () => void;
}

/** Gives back what is to be done of each leg that ended; it never rejects. */
export const testCallEnder = ({ holders, reportEnd, logger }: TestCallEnds) => {
  const report = async ({ businessId, callId }: LegClaim): Promise<void> => {
    for (let attempt = 1; attempt <= REPORTS; attempt += 1) {
      try {
        return await reportEnd(businessId, callId);
      } catch (error) {
        logger.warn({ event: 'leg.report_failed', callId, attempt, err: error });
        await delay(REPORT_AGAIN_MS, undefined, { ref: false });
      }
    }
  };
  return async ({ claim, release }: EndedLeg, reason: LegEndReason): Promise<void> => {
    // Meanwhile it is still held: whoever looks for it finds that it may come back.
    if (reason === 'lost') await delay(COME_BACK_MS, undefined, { ref: false });
    release();
    if (reason === 'lost' && (await holders.ask(claim.callId, 'state')) === 'held') return;
    await report(claim);
  };
};
