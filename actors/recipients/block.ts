/** How an iteration's members are divided into blocks. */

/** Members of a block, for a snapshot of some 60 KB. */
export const BLOCK_SIZE = 500;

/** The actor id of a block. */
export const blockId = (iterationId: string, block: number): string => `${iterationId}-${block}`;

/** The inverse of {@link blockId}. */
export const placeOfBlock = (id: string): { readonly iterationId: string; readonly block: number } => {
  const cut = id.lastIndexOf('-');
  return { iterationId: id.slice(0, cut), block: Number(id.slice(cut + 1)) };
};
