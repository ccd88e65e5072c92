/**
 * Blobs in an S3-compatible store, through the official client, which is loaded when it is asked for.
 *
 * Blobs are written with `If-None-Match: *`, so that the store itself keeps B1. Whether it does is tried before the
 * first blob: one that does not know the condition, or ignores it, is looked at before each write, and B1 holds but
 * for two writers in the same instant.
 */
import type * as Sdk from '@aws-sdk/client-s3';
import {
  type BlobSource,
  type BlobStore,
  checkKey,
  checkPrefix,
  inParts,
  type StoredBlob,
} from './blob-store.js';
import { asRefusal, isStatus } from './s3-refusals.js';

export interface S3Blobs extends BlobStore {
  /**
   * Writes, reads, lists and removes a blob, as every recording needs it; the first blob is written after that.
   * @throws BlobStoreRefused (s3-refusals.ts) when the store says no; other errors when it does not answer
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

/** Of a write to a key that nothing lies under. */
interface Condition {
  readonly IfNoneMatch?: '*';
}

/** A blob that comes in parts. */
interface Upload {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string | undefined;
}

/** Hears of parts of an upload that stay in the store, and are paid for, because they could not be removed. */
export type PartsLeft = (key: string, error: unknown) => void;

/** `newId` names the blobs with which the store is tried. */
export const createS3Blobs = async (
  options: S3Options,
  newId: () => string,
  onPartsLeft: PartsLeft = () => undefined,
): Promise<S3Blobs> => {
  const sdk = await import('@aws-sdk/client-s3');
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
    // Checksums that trail the body are known to Amazon, and to few others.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return new BucketOfBlobs(sdk, client, { ...options, newId, onPartsLeft });
};

const inTime = () => ({ abortSignal: AbortSignal.timeout(REQUEST_MS) });

interface BucketFacts extends Pick<S3Options, 'bucket' | 'prefix'> {
  readonly newId: () => string;
  readonly onPartsLeft: PartsLeft;
}

// Not `Bucket`: this compiler (7.0) writes properties that are called like the class around them under another name.
class BucketOfBlobs implements S3Blobs {
  readonly #sdk: typeof Sdk;
  readonly #client: Sdk.S3Client;
  readonly #bucket: string;
  readonly #root: string;
  readonly #newId: () => string;
  readonly #onPartsLeft: PartsLeft;
  /** Whether the store does not keep the condition of a write. */
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
    this.#probed ??= this.#tryOut().catch((error: unknown) => {
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

  close(): void {
    this.#client.destroy();
  }

  async #tryOut(): Promise<void> {
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

  /** Runs a conditional write; false when the key was taken (B1). */
  async #ifAbsent(Key: string, write: (condition: Condition) => Promise<unknown>): Promise<boolean> {
    if (this.#unconditional && (await this.#find(Key)) !== null) return false;
    try {
      await write(this.#unconditional ? {} : { IfNoneMatch: '*' });
      return true;
    } catch (error) {
      if (isStatus(error, 412)) return false;
      // Another write of the same key was under way (409), or has completed and taken our parts with it.
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

  /** Parts of an upload that is given up are paid for until they are removed. */
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
      if (bytes?.length !== to + 1 - from) throw new Error(`${Key} is not what it was`);
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
    // One by one: the request that removes many is not known to every store.
    const remove = async (): Promise<void> => {
      for (let next = await keys.next(); next.done !== true; next = await keys.next()) {
        const object = { Bucket: this.#bucket, Key: `${this.#root}${next.value}` };
        await this.#client.send(new this.#sdk.DeleteObjectCommand(object), inTime());
      }
    };
    await Promise.all(Array.from({ length: REMOVE_AT_ONCE }, remove));
  }
}
