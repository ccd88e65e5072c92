/** Addresses the actor of the block that holds a campaign's recipients. */
import { blockId } from '../../actors/recipients/block.js';

/** The block that a campaign's call or message belongs to. */
export const recipientsOf = (
  businessId: string,
  { iterationId, block }: { readonly iterationId: string; readonly block: number },
): { readonly business: string; readonly id: string } => ({
  business: businessId,
  id: blockId(iterationId, block),
});
