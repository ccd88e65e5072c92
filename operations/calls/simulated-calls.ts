/** Watching an agent at work: calls to callers of the simulated network, and what stands above every page of the console. */
import { DomainError, refusedBecause } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import type { OperationsDeps } from '../deps.js';
import type { Operations } from '../operations.js';
import { callOperations } from './calls.js';
import type { LegDesk } from './leg-desk.js';

type SimulatedCallOperations = Pick<Operations, 'overview' | 'startSimulatedCall'>;

export const simulatedCallOperations = (deps: OperationsDeps): SimulatedCallOperations => {
  const { startCall } = callOperations(deps);
  return {
    overview: (businessId) => {
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
      };
    },

    startSimulatedCall: async (caller, { businessId, agentId, says }) => {
      if (deps.simulatedCallers === undefined) throw new DomainError('simulated_network_absent');
      const toNumber = numberOf(deriveId('simulated-caller', caller.businessId, caller.idempotencyKey));
      await deps.simulatedCallers.prepare(caller.businessId, toNumber, says).catch((error: unknown) => {
        throw refusedBecause('simulated_caller_unavailable', error);
      });
      return startCall(caller, { businessId, agentId, toNumber });
    },
  };
};

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

/** Whether a call to the number is one to a simulated caller: the service drew it (`numberOf`). */
export const isSimulatedCaller = (number: string): boolean => /^\+1415556[1-9]\d{3}$/.test(number);

/** Of the 9,000 numbers +1 415 556 1000 to 9999, none of which behaves in a way of its own (network/callee.ts). */
const numberOf = (id: string): string => `+1415556${1_000 + (Number.parseInt(id.slice(0, 8), 16) % 9_000)}`;
