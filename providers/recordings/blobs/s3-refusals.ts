/** Refusals of an S3-compatible store. */

/** The store responds but refuses an operation that every recording needs; the message says what to change. */
export class BlobStoreRefused extends Error {
  override readonly name = 'BlobStoreRefused';
}

interface Refusal {
  readonly status: number;
  readonly code: string;
}

/** The store's response; null if it did not respond. */
const refusalOf = (error: unknown): Refusal | null => {
  if (!(error instanceof Error) || !('$metadata' in error)) return null;
  const { $metadata } = error;
  if (typeof $metadata !== 'object' || $metadata === null || !('httpStatusCode' in $metadata)) return null;
  const { httpStatusCode } = $metadata;
  return typeof httpStatusCode === 'number' ? { status: httpStatusCode, code: error.name } : null;
};

/** Whether the store responded with one of these HTTP statuses. */
export const isStatus = (error: unknown, ...statuses: readonly number[]): boolean =>
  statuses.includes(refusalOf(error)?.status ?? 0);

/** A refusal as BlobStoreRefused, with advice on what to configure instead; other errors unchanged. */
export const asRefusal = (error: unknown, where: string): unknown => {
  if (error instanceof Error && error.name === 'CredentialsProviderError')
    return new BlobStoreRefused(
      `no credentials found for ${where}: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
    );
  const refusal = refusalOf(error);
  return refusal === null || refusal.status >= 500
    ? error
    : new BlobStoreRefused(
        `${where} responded with ${refusal.status} ${refusal.code}: ${adviceFor(refusal)}`,
      );
};

const adviceFor = ({ status, code }: Refusal): string => {
  if (code === 'NoSuchBucket' || status === 404)
    return 'create the bucket, or set PARLEY_RECORDINGS to an existing one';
  if (status === 301 || status === 400)
    return 'set PARLEY_S3_REGION to the region of the bucket, and PARLEY_S3_ENDPOINT to its address';
  if (status === 401 || status === 403)
    return 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY to credentials that can put, get, list and delete objects';
  return 'check PARLEY_RECORDINGS and PARLEY_S3_ENDPOINT';
};
