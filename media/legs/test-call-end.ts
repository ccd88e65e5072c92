/**
 * Ends a test call when its browser has left: at once if the page left in order, otherwise a few seconds after it broke
 * off, unless it has come back meanwhile, on any node.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { LegClaim } from '../../operations/calls/call-deps.js';
import type { BrowserHolders } from '../../providers/carriers/browser/holders.js';
import type { LegEndReason } from '../../schemas/calls/leg-signalling.js';

/** As long as a session waits for a dropped socket (media/settings.ts), ms. */
const COME_BACK_MS = 5_000;
/** Attempts to report the end; without a report, the look-ups of the call detect it. */
const REPORTS = 3;
const REPORT_AGAIN_MS = 1_000;

export interface TestCallEnds {
  readonly holders: Pick<BrowserHolders, 'ask'>;
  /** Notifies the call that its caller has hung up. */
  readonly reportEnd: (businessId: string, callId: string) => Promise<void>;
  readonly logger: Logger;
}

/** The ended leg of a test call; `release`: the node no longer holds the browser. */
interface EndedLeg {
  readonly claim: LegClaim;
  readonly release: () => void;
}

/** Returns the handler for a leg that ended; it never rejects. */
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
    // The browser is still held meanwhile: a look-up finds that it may come back.
    if (reason === 'lost') await delay(COME_BACK_MS, undefined, { ref: false });
    release();
    if (reason === 'lost' && (await holders.ask(claim.callId, 'state')) === 'held') return;
    await report(claim);
  };
};
