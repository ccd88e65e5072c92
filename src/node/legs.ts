/** Browsers on the calls of a node. */

import { LEG_PATH } from '../../gateway/leg-sockets.js';
import { createLegTokens } from '../../media/legs/leg-token.js';
import type { LegDesk } from '../../operations/calls/leg-desk.js';
import { DomainError } from '../../schemas/errors.js';
import type { Ground } from './ground.js';

/** Gives leave to join. */
export const legDeskFor = ({ secrets, wallClock }: Ground): LegDesk => {
  const tokens = createLegTokens(secrets.mediaToken, wallClock);
  return {
    checkAvailable: () => {
      throw new DomainError('browser_legs_unavailable');
    },
    grant: (claim) => {
      const { token, expiresAt } = tokens.sign(claim);
      const { callId, purpose } = claim;
      return {
        callId,
        leg: { purpose, token, expiresAt: new Date(expiresAt).toISOString(), signallingPath: LEG_PATH },
      };
    },
  };
};
