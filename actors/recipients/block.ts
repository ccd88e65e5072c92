/** How an iteration's members are divided into blocks, and how their actors are addressed. */

/** Members of a block, for a snapshot of some 60 KB. */
export const BLOCK_SIZE = 500;

/** The actor id of a block. */
export const blockId = (iterationId: string, block: number): string => `${iterationId}-${block}`;

/** The inverse of {@link blockId}. */
export const placeOfBlock = (id: string): { readonly iterationId: string; readonly block: number } => {
  const cut = id.lastIndexOf('-');
  return { iterationId: id.slice(0, cut), block: Number(id.slice(cut + 1)) };
};

/** The block that a campaign's call or message belongs to. */
export const recipientsOf = (
  businessId: string,
  { iterationId, block }: { readonly iterationId: string; readonly block: number },
): { readonly business: string; readonly id: string } => ({
  business: businessId,
  id: blockId(iterationId, block),
});
