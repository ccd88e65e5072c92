/** Where a campaign hears of its recipients: the actor of the block that they are in. */
import { blockId } from '../../actors/recipients/block.js';

/** The block that a campaign's call or message is of. */
export const recipientsOf = (
  businessId: string,
  { iterationId, block }: { readonly iterationId: string; readonly block: number },
): { readonly business: string; readonly id: string } => ({
  business: businessId,
  id: blockId(iterationId, block),
});
