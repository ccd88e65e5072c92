/** Charges for work of models: reserved before the work begins, and captured for what it completed. */
import { business } from '../../actors/business/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { DomainError } from '../../schemas/errors.js';

/** Whether the business's credit suffices. Idempotent for each reservation. */
export const reserve = async (
  actors: ActorClient,
  businessId: string,
  reservationId: string,
  microcredits: number,
): Promise<boolean> => {
  const command = { type: 'reserve', reservationId, microcredits } as const;
  try {
    await actors.ask(business, { business: businessId, id: businessId }, command);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'insufficient_credit') return false;
    throw error;
  }
};

/** Charges a part of what was reserved, and frees the rest. Idempotent. The ids are as in the business's ledger. */
export const capture = async (
  actors: ActorClient,
  businessId: string,
  charge: {
    readonly reservationId: string;
    readonly microcredits: number;
    readonly analysisOf?: string | null;
    readonly conversationId?: string;
    readonly simulationRunId?: string;
  },
): Promise<void> => {
  await actors.ask(business, { business: businessId, id: businessId }, { type: 'capture', ...charge });
};
