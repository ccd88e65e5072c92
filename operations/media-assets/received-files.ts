/** The files that customers sent, in the asset store. */

/** The asset id under which a customer's file is stored. */
export const assetIdOf = (mediaId: string): string => `received-${mediaId}`;
