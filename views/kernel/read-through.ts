/** Reads with one retry (docs/explanation/architecture/read-models.md). */

/** Reads a view; on a miss it catches up with the journal once and reads again. */
export const readThrough = async <T>(
  views: { catchUp(businessId: string): Promise<void> },
  businessId: string,
  read: () => T | null,
): Promise<T | null> => {
  const found = read();
  if (found !== null) return found;
  await views.catchUp(businessId);
  return read();
};
