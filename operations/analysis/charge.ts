/** What analyses cost: the charge is reserved before a model works, and captured for what it completed. */
import { business } from '../../actors/business/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { DomainError } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';

/** The id of an actor may be that of a call, whose own charge is another reservation. */
const reservationOf = (id: string): string => deriveId('analysis-charge', id);

/** Whether the business's credit suffices. Idempotent. `id`: the analysis or the run. */
export const reserve = async (
  actors: ActorClient,
  businessId: string,
  id: string,
  microcredits: number,
): Promise<boolean> => {
  const command = { type: 'reserve', reservationId: reservationOf(id), microcredits } as const;
  try {
    await actors.ask(business, { business: businessId, id: businessId }, command);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === 'insufficient_credit') return false;
    throw error;
  }
};

/** Charges a part of what was reserved, and frees the rest. Idempotent. `analysisOf`: the call; null: a run. */
export const capture = async (
  actors: ActorClient,
  businessId: string,
  {
    id,
    microcredits,
    analysisOf,
  }: { readonly id: string; readonly microcredits: number; readonly analysisOf: string | null },
): Promise<void> => {
  const command = { type: 'capture', reservationId: reservationOf(id), microcredits, analysisOf } as const;
  await actors.ask(business, { business: businessId, id: businessId }, command);
};
