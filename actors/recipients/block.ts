/** How an iteration's members are cut into blocks. */

/** Members of a block: a snapshot of some 60 KB. */
export const BLOCK_SIZE = 500;

/** The actor of a block. */
export const blockId = (iterationId: string, block: number): string => `${iterationId}-${block}`;

/** What {@link blockId} was made of. */
export const placeOfBlock = (id: string): { readonly iterationId: string; readonly block: number } => {
  const cut = id.lastIndexOf('-');
  return { iterationId: id.slice(0, cut), block: Number(id.slice(cut + 1)) };
};
