/**
 * Blobs in an S3-compatible store, through the official client, which is loaded on demand.
 *
 * Blobs are written with `If-None-Match: *`, so that the store itself enforces B1. A probe before the first blob verifies
 * that. If the store rejects or ignores the condition, the key is checked before each write, and B1 holds except for two
 * simultaneous writers.
 */
import type * as Sdk from '@aws-sdk/client-s3';
import { timeoutSignal } from '../../../actors/runtime/timeout-signal.js';
import { loadPackage } from '../../optional-package.js';
import { asRefusal, isStatus } from './s3-refusals.js';
import { type BlobSource, type BlobStore, checkKey, checkPrefix, inParts, type StoredBlob } from './store.js';

export interface S3Blobs extends BlobStore {
  /**
   * Writes, reads, lists and removes a blob, the operations that every recording needs. Runs before the first write.
   * @throws BlobStoreRefused (s3-refusals.ts) when the store refuses; other errors when it does not respond
   */
  probe(): Promise<void>;
}

export interface S3Options {
  readonly bucket: string;
  /** Prepended to every key; empty, or ends in `/`. */
  readonly prefix: string;
  /** Null: Amazon's endpoint for the region. */
  readonly endpoint: string | null;
  readonly region: string;
  /** `<endpoint>/<bucket>/<key>` rather than `<bucket>.<endpoint>/<key>`. */
  readonly pathStyle: boolean;
  /** Null: the client's default sources (a machine role, a profile). */
  readonly credentials: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  } | null;
}

/** Larger blobs are uploaded in parts; S3 accepts no smaller part except the last. */
const PART_BYTES = 5 * 1024 * 1024;
/** Bytes read per request; a slow reader holds this much in memory, but no connection. */
const READ_BYTES = 1024 * 1024;
const CONNECT_MS = 3_000;
/** Response timeout, ms: enough for a part at 5 Mbit/s. */
const ANSWER_MS = 10_000;
/** Time limit of one request including its retries, ms. */
const REQUEST_MS = 30_000;
const ATTEMPTS = 3;
/** Concurrent requests when many blobs are removed. */
const REMOVE_AT_ONCE = 8;

/** The condition of a write: the key must not exist. */
interface Condition {
  readonly IfNoneMatch?: '*';
}

/** A multipart upload. */
interface Upload {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
}

/** Called when parts of an upload could not be removed: they stay in the store and cost money. */
export type PartsLeft = (key: string, error: unknown) => void;

/** `newId` names the blobs of the probe. */
export const createS3Blobs = async (
  options: S3Options,
  newId: () => string,
  onPartsLeft: PartsLeft = () => undefined,
): Promise<S3Blobs> => {
  const sdk = await loadPackage('@aws-sdk/client-s3', () => import('@aws-sdk/client-s3'));
  const { credentials } = options;
  const client = new sdk.S3Client({
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
    // Few stores other than Amazon's support trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return new BucketOfBlobs(sdk, client, { ...options, newId, onPartsLeft });
};

const inTime = () => ({ abortSignal: timeoutSignal(REQUEST_MS) });

interface BucketFacts extends Pick<S3Options, 'bucket' | 'prefix'> {
  readonly newId: () => string;
  readonly onPartsLeft: PartsLeft;
}

// Not named `Bucket`: this compiler (7.0) renames properties that have the name of the surrounding class.
class BucketOfBlobs implements S3Blobs {
  readonly #sdk: typeof Sdk;
  readonly #client: Sdk.S3Client;
  readonly #bucket: string;
  readonly #root: string;
  readonly #newId: () => string;
  readonly #onPartsLeft: PartsLeft;
  /** Whether the store does not honour conditional writes. */
  #unconditional = false;
  #probed: Promise<void> | null = null;

  constructor(sdk: typeof Sdk, client: Sdk.S3Client, { bucket, prefix, newId, onPartsLeft }: BucketFacts) {
    this.#sdk = sdk;
    this.#client = client;
    this.#bucket = bucket;
    this.#root = prefix;
    this.#newId = newId;
    this.#onPartsLeft = onPartsLeft;
  }

  probe(): Promise<void> {
    this.#probed ??= this.#runProbe().catch((error: unknown) => {
      this.#probed = null;
      throw asRefusal(error, `s3://${this.#bucket}/${this.#root}`);
    });
    return this.#probed;
  }

  async put(key: string, source: BlobSource): Promise<boolean> {
    checkKey(key);
    await this.probe();
    const Key = `${this.#root}${key}`;
    return source.bytes <= PART_BYTES ? this.#putWhole(Key, source) : this.#putInParts(Key, source);
  }

  async open(key: string): Promise<StoredBlob | null> {
    checkKey(key);
    const Key = `${this.#root}${key}`;
    const found = await this.#find(Key);
    if (found === null) return null;
    return { bytes: found.bytes, read: (start, end) => this.#readFrom(Key, found.etag, start, end) };
  }

  async *list(prefix: string): AsyncGenerator<string, void> {
    checkPrefix(prefix);
    yield* this.#keysUnder(prefix);
  }

  async removeAll(prefix: string): Promise<void> {
    checkPrefix(prefix);
    await this.#removeUnder(prefix);
  }

  erase(prefix: string): Promise<void> {
    return this.removeAll(prefix);
  }

  close(): void {
    this.#client.destroy();
  }

  async #runProbe(): Promise<void> {
    const prefix = `probe/${this.#newId()}/`;
    const key = `${this.#root}${prefix}a`;
    const bytes = Buffer.from('parley');
    await this.#putBytes(key, bytes);
    if (await this.#putBytes(key, bytes)) this.#unconditional = true;
    for await (const _bytes of this.#readFrom(key, undefined, 0, bytes.length - 1));
    await this.#removeUnder(prefix);
  }

  async #find(Key: string): Promise<{ bytes: number; etag: string | undefined } | null> {
    const command = new this.#sdk.HeadObjectCommand({ Bucket: this.#bucket, Key });
    try {
      const head = await this.#client.send(command, inTime());
      return { bytes: head.ContentLength ?? 0, etag: head.ETag };
    } catch (error) {
      if (isStatus(error, 404)) return null;
      throw error;
    }
  }

  /** Runs a conditional write; false if the key was taken (B1). */
  async #ifAbsent(Key: string, write: (condition: Condition) => Promise<unknown>): Promise<boolean> {
    if (this.#unconditional && (await this.#find(Key)) !== null) return false;
    try {
      await write(this.#unconditional ? {} : { IfNoneMatch: '*' });
      return true;
    } catch (error) {
      if (isStatus(error, 412)) return false;
      // Another write of the same key was in progress (409), or has completed and removed our parts.
      if (isStatus(error, 404, 409) && (await this.#find(Key)) !== null) return false;
      if (!isStatus(error, 501) || this.#unconditional) throw error;
      this.#unconditional = true;
      return this.#ifAbsent(Key, write);
    }
  }

  #putBytes(Key: string, Body: Uint8Array): Promise<boolean> {
    const object = { Bucket: this.#bucket, Key, Body };
    return this.#ifAbsent(Key, (condition) =>
      this.#client.send(new this.#sdk.PutObjectCommand({ ...object, ...condition }), inTime()),
    );
  }

  async #putWhole(Key: string, source: BlobSource): Promise<boolean> {
    const parts: Buffer[] = [];
    for await (const part of inParts(source, PART_BYTES)) parts.push(part);
    return this.#putBytes(Key, Buffer.concat(parts));
  }

  async #putInParts(Key: string, source: BlobSource): Promise<boolean> {
    if ((await this.#find(Key)) !== null) return false;
    const begun = new this.#sdk.CreateMultipartUploadCommand({ Bucket: this.#bucket, Key });
    const { UploadId } = await this.#client.send(begun, inTime());
    const upload = { Bucket: this.#bucket, Key, UploadId };
    try {
      const Parts = await this.#sendParts(upload, source);
      const whole = { ...upload, MultipartUpload: { Parts } };
      const stored = await this.#ifAbsent(Key, (condition) =>
        this.#client.send(new this.#sdk.CompleteMultipartUploadCommand({ ...whole, ...condition }), inTime()),
      );
      if (!stored) await this.#abort(upload);
      return stored;
    } catch (error) {
      await this.#abort(upload);
      throw error;
    }
  }

  async #sendParts(upload: Upload, source: BlobSource) {
    const parts: { ETag: string | undefined; PartNumber: number }[] = [];
    for await (const Body of inParts(source, PART_BYTES)) {
      const PartNumber = parts.length + 1;
      const part = new this.#sdk.UploadPartCommand({ ...upload, PartNumber, Body });
      const { ETag } = await this.#client.send(part, inTime());
      parts.push({ ETag, PartNumber });
    }
    return parts;
  }

  /** Parts of an abandoned upload cost money until they are removed. */
  async #abort(upload: Upload): Promise<void> {
    const command = new this.#sdk.AbortMultipartUploadCommand(upload);
    await this.#client
      .send(command, inTime())
      .catch((error: unknown) => this.#onPartsLeft(upload.Key, error));
  }

  async *#readFrom(
    Key: string,
    etag: string | undefined,
    start: number,
    end: number,
  ): AsyncGenerator<Uint8Array, void> {
    for (let from = start; from <= end; from += READ_BYTES) {
      const to = Math.min(end, from + READ_BYTES - 1);
      const { Body } = await this.#client.send(
        new this.#sdk.GetObjectCommand({
          Bucket: this.#bucket,
          Key,
          Range: `bytes=${from}-${to}`,
          ...(etag === undefined ? {} : { IfMatch: etag }),
        }),
        inTime(),
      );
      const bytes = await Body?.transformToByteArray();
      if (bytes?.length !== to + 1 - from) throw new Error(`${Key} has changed since it was opened`);
      yield bytes;
    }
  }

  async *#keysUnder(prefix: string): AsyncGenerator<string, void> {
    let token: string | undefined;
    do {
      const page = await this.#client.send(
        new this.#sdk.ListObjectsV2Command({
          Bucket: this.#bucket,
          Prefix: `${this.#root}${prefix}`,
          ...(token === undefined ? {} : { ContinuationToken: token }),
        }),
        inTime(),
      );
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key.slice(this.#root.length);
      token = page.NextContinuationToken;
    } while (token !== undefined);
  }

  async #removeUnder(prefix: string): Promise<void> {
    const keys = this.#keysUnder(prefix);
    // One by one: not every store supports the bulk request.
    const remove = async (): Promise<void> => {
      for (let next = await keys.next(); next.done !== true; next = await keys.next()) {
        const object = { Bucket: this.#bucket, Key: `${this.#root}${next.value}` };
        await this.#client.send(new this.#sdk.DeleteObjectCommand(object), inTime());
      }
    };
    await Promise.all(Array.from({ length: REMOVE_AT_ONCE }, remove));
  }
}
