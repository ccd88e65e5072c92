/**
 * Blobs in an S3-compatible store, through the official client, which is loaded when it is asked for.
 *
 * Blobs are written with `If-None-Match: *`, so that the store itself keeps B1. Whether it does is tried before the
 * first blob: one that does not know the condition, or ignores it, is looked at before each write, and B1 holds but
 * for two writers in the same instant.
 */
import type { S3Client } from '@aws-sdk/client-s3';
import { type BlobSource, type BlobStore, checkKey, checkPrefix, inParts } from './blob-store.js';

export interface S3Blobs extends BlobStore {
  /**
   * Writes, reads, lists and removes a blob, as every recording needs it; the first blob is written after that.
   * @throws BlobStoreRefused when the store says no; other errors when it does not answer
   */
  probe(): Promise<void>;
}

export interface S3Options {
  readonly bucket: string;
  /** Empty, or ends in `/`: before every key. */
  readonly prefix: string;
  /** Null: Amazon's own for the region. */
  readonly endpoint: string | null;
  readonly region: string;
  /** `<endpoint>/<bucket>/<key>` rather than `<bucket>.<endpoint>/<key>`. */
  readonly pathStyle: boolean;
  /** Null: as the client finds them (a role of the machine, a profile). */
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  } | null;
}

/** The store answers, and says no to what every recording needs; the message says what to change. */
export class BlobStoreRefused extends Error {
  override readonly name = 'BlobStoreRefused';
}

/** Larger blobs go in parts; S3 takes none that is smaller, but for the last. */
const PART_BYTES = 5 * 1024 * 1024;
/** Read with one request; a reader that is slow holds this much and no connection. */
const READ_BYTES = 1024 * 1024;
const CONNECT_MS = 3_000;
/** For the answer to a request, ms: a part at 5 Mbit/s. */
const ANSWER_MS = 10_000;
/** For one request with its repetitions, ms. */
const REQUEST_MS = 30_000;
const ATTEMPTS = 3;
/** Requests at a time when many blobs are removed. */
const REMOVE_AT_ONCE = 8;

interface Refusal {
  readonly status: number;
  readonly code: string;
}

/** What the store answered; null when it did not answer. */
const refusalOf = (error: unknown): Refusal | null => {
  if (!(error instanceof Error) || !('$metadata' in error)) return null;
  const { $metadata } = error;
  if (typeof $metadata !== 'object' || $metadata === null || !('httpStatusCode' in $metadata)) return null;
  const { httpStatusCode } = $metadata;
  return typeof httpStatusCode === 'number' ? { status: httpStatusCode, code: error.name } : null;
};

const isStatus = (error: unknown, ...statuses: readonly number[]): boolean =>
  statuses.includes(refusalOf(error)?.status ?? 0);

/** `newId` names the blobs with which the store is tried. */
export const createS3Blobs = async (options: S3Options, newId: () => string): Promise<S3Blobs> => {
  const sdk = await import('@aws-sdk/client-s3');
  const { bucket: Bucket, prefix: root, credentials } = options;
  const client: S3Client = new sdk.S3Client({
    region: options.region,
    forcePathStyle: options.pathStyle,
    ...(options.endpoint === null ? {} : { endpoint: options.endpoint }),
    ...(credentials === null ? {} : { credentials }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: ANSWER_MS,
      throwOnRequestTimeout: true,
      socketTimeout: ANSWER_MS,
    },
    // Checksums that trail the body are known to Amazon, and to few others.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  /** Whether the store does not keep the condition of a write. */
  let unconditional = false;
  let probed: Promise<void> | null = null;

  const inTime = () => ({ abortSignal: AbortSignal.timeout(REQUEST_MS) });
  const condition = () => (unconditional ? {} : { IfNoneMatch: '*' });

  const sizeOf = async (Key: string): Promise<{ bytes: number; etag: string | undefined } | null> => {
    try {
      const head = await client.send(new sdk.HeadObjectCommand({ Bucket, Key }), inTime());
      return { bytes: head.ContentLength ?? 0, etag: head.ETag };
    } catch (error) {
      if (isStatus(error, 404)) return null;
      throw error;
    }
  };

  /** Runs a conditional write; false when the key was taken (B1). */
  const ifAbsent = async (Key: string, write: () => Promise<unknown>): Promise<boolean> => {
    if (unconditional && (await sizeOf(Key)) !== null) return false;
    try {
      await write();
      return true;
    } catch (error) {
      if (isStatus(error, 412)) return false;
      // Another write of the same key was under way (409), or has completed and taken our parts with it.
      if (isStatus(error, 404, 409) && (await sizeOf(Key)) !== null) return false;
      if (!isStatus(error, 501) || unconditional) throw error;
      unconditional = true;
      return ifAbsent(Key, write);
    }
  };

  const putBytes = (Key: string, Body: Uint8Array): Promise<boolean> =>
    ifAbsent(Key, () =>
      client.send(new sdk.PutObjectCommand({ Bucket, Key, Body, ...condition() }), inTime()),
    );

  const putWhole = async (Key: string, source: BlobSource): Promise<boolean> => {
    const parts: Buffer[] = [];
    for await (const part of inParts(source, PART_BYTES)) parts.push(part);
    return putBytes(Key, Buffer.concat(parts));
  };

  const putInParts = async (Key: string, source: BlobSource): Promise<boolean> => {
    if ((await sizeOf(Key)) !== null) return false;
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }), inTime());
    const upload = { Bucket, Key, UploadId };
    try {
      const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
      for await (const Body of inParts(source, PART_BYTES)) {
        const PartNumber = Parts.length + 1;
        const { ETag } = await client.send(
          new sdk.UploadPartCommand({ ...upload, PartNumber, Body }),
          inTime(),
        );
        Parts.push({ ETag, PartNumber });
      }
      const stored = await ifAbsent(Key, () =>
        client.send(
          new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts }, ...condition() }),
          inTime(),
        ),
      );
      if (!stored) await abort(upload);
      return stored;
    } catch (error) {
      await abort(upload);
      throw error;
    }
  };

  /** Parts of an upload that is given up are paid for until they are removed. */
  const abort = async (upload: {
    Bucket: string;
    Key: string;
    UploadId: string | undefined;
  }): Promise<void> => {
    await client.send(new sdk.AbortMultipartUploadCommand(upload), inTime()).catch(() => undefined);
  };

  async function* readFrom(
    Key: string,
    etag: string | undefined,
    start: number,
    end: number,
  ): AsyncGenerator<Uint8Array, void> {
    for (let from = start; from <= end; from += READ_BYTES) {
      const to = Math.min(end, from + READ_BYTES - 1);
      const { Body } = await client.send(
        new sdk.GetObjectCommand({
          Bucket,
          Key,
          Range: `bytes=${from}-${to}`,
          ...(etag === undefined ? {} : { IfMatch: etag }),
        }),
        inTime(),
      );
      const bytes = await Body?.transformToByteArray();
      if (bytes?.length !== to + 1 - from) throw new Error(`${Key} is not what it was`);
      yield bytes;
    }
  }

  async function* keysUnder(prefix: string): AsyncGenerator<string, void> {
    let token: string | undefined;
    do {
      const page = await client.send(
        new sdk.ListObjectsV2Command({
          Bucket,
          Prefix: `${root}${prefix}`,
          ...(token === undefined ? {} : { ContinuationToken: token }),
        }),
        inTime(),
      );
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key.slice(root.length);
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  const removeAll = async (prefix: string): Promise<void> => {
    const keys = keysUnder(prefix);
    // One by one: the request that removes many is not known to every store.
    const remove = async (): Promise<void> => {
      for (let next = await keys.next(); next.done !== true; next = await keys.next())
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: `${root}${next.value}` }), inTime());
    };
    await Promise.all(Array.from({ length: REMOVE_AT_ONCE }, remove));
  };

  const tryOut = async (): Promise<void> => {
    const prefix = `probe/${newId()}/`;
    const key = `${root}${prefix}a`;
    const bytes = Buffer.from('parley');
    await putBytes(key, bytes);
    if (await putBytes(key, bytes)) unconditional = true;
    for await (const _bytes of readFrom(key, undefined, 0, bytes.length - 1));
    await removeAll(prefix);
  };

  const probe = (): Promise<void> => {
    probed ??= tryOut().catch((error: unknown) => {
      probed = null;
      throw asRefusal(error, `s3://${Bucket}/${root}`);
    });
    return probed;
  };

  return {
    probe,
    put: async (key, source) => {
      checkKey(key);
      await probe();
      const write = source.bytes <= PART_BYTES ? putWhole : putInParts;
      return write(`${root}${key}`, source);
    },
    open: async (key) => {
      checkKey(key);
      const found = await sizeOf(`${root}${key}`);
      return found === null
        ? null
        : {
            bytes: found.bytes,
            read: (start, end) => readFrom(`${root}${key}`, found.etag, start, end),
          };
    },
    list: async function* (prefix) {
      checkPrefix(prefix);
      yield* keysUnder(prefix);
    },
    removeAll: async (prefix) => {
      checkPrefix(prefix);
      await removeAll(prefix);
    },
    close: () => client.destroy(),
  };
};

/** What the store says no to, with what to write instead; other errors as they are. */
const asRefusal = (error: unknown, where: string): unknown => {
  if (error instanceof Error && error.name === 'CredentialsProviderError')
    return new BlobStoreRefused(
      `no credentials for ${where} are to be found: write them in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY`,
    );
  const refusal = refusalOf(error);
  return refusal === null || refusal.status >= 500
    ? error
    : new BlobStoreRefused(`${where} answers ${refusal.status} ${refusal.code}: ${adviceFor(refusal)}`);
};

const adviceFor = ({ status, code }: Refusal): string => {
  if (code === 'NoSuchBucket' || status === 404)
    return 'make the bucket, or write the name of one that exists in PARLEY_RECORDINGS';
  if (status === 301 || status === 400)
    return 'write the region of the bucket in PARLEY_S3_REGION, and its address in PARLEY_S3_ENDPOINT';
  if (status === 401 || status === 403)
    return 'write credentials in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY that may put, get, list and delete there';
  return 'check PARLEY_RECORDINGS and PARLEY_S3_ENDPOINT';
};
