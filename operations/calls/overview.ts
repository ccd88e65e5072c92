/** The overview above every page of the console. */
import type { Overview } from '../../schemas/accounts/console.js';
import { DomainError } from '../../schemas/errors.js';
import type { OperationsDeps } from '../deps.js';
import type { LegDesk } from './call-deps.js';

interface OverviewOperations {
  /** Lines, credit, the carrier that places calls, and what an owner has to see to. */
  read(businessId: string): Overview;
}

export const overviewOperations = (deps: OperationsDeps): OverviewOperations => ({
  read: (businessId) => {
    const { lines, leasedLines, availableMicrocredits, reservedMicrocredits } =
      deps.views.business(businessId) ?? NOTHING;
    return {
      lines,
      leasedLines,
      availableMicrocredits,
      reservedMicrocredits,
      carrier: deps.carrier,
      simulatedCallers: deps.simulatedCallers !== undefined,
      browserLegs: canJoin(deps.legs),
      webhooksPausedByService: deps.views.subscriptionsPausedByService(businessId),
    };
  },
});

const canJoin = (legs: LegDesk): boolean => {
  try {
    legs.checkAvailable();
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'browser_legs_unavailable') return false;
    throw error;
  }
};

const NOTHING = { lines: 0, leasedLines: 0, availableMicrocredits: 0, reservedMicrocredits: 0 };
