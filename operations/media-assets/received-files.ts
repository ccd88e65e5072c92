/** The files that customers sent, in the asset store. */

/** Under which a customer's file is kept. */
export const assetIdOf = (mediaId: string): string => `received-${mediaId}`;
