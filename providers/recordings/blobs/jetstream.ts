/**
 * Blobs in JetStream, next to the journal: as durable as the journal and reachable from every node.
 *
 * They have their own stream with the layout of the library's object store, and three differences that recordings need: a key
 * is a path of subject tokens, so that a call's pieces can be listed without reading those of all other calls; a blob that
 * fits one message is that message; and a removed blob leaves nothing behind.
 *
 * Subjects: `recording.blob.<key>` holds a small blob, or refers to the chunks of a large one;
 * `recording.chunk.<key>.<id>.<n>` holds the n-th chunk of a large one. `.` in a key is `=` in its subject, `/` is `.`.
 */
import {
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  type PurgeOpts,
  StorageType,
  type StoredMsg,
} from '@nats-io/jetstream';
import { headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { isWrongLastSequence } from '../../../actors/runtime/journal-errors.js';
import { type Connection, watchConnection } from '../../../actors/runtime/nats/connection.js';
import { ensureStream } from '../../../actors/runtime/nats/ensure-stream.js';
import { type BlobSource, type BlobStore, checkKey, checkPrefix, inParts, type StoredBlob } from './store.js';

/** The stream of the blobs. */
export const RECORDINGS_STREAM = 'RECORDINGS';
const BLOBS = 'recording.blob';
const CHUNKS = 'recording.chunk';
/** Well below a server's maximum message size. */
const CHUNK_BYTES = 128 * 1024;
/** Timeout of the server for one message, ms. */
const ANSWER_MS = 5_000;
/** Headers on the message of a chunked blob: the ID of its chunks, and their total bytes. */
const ID_HEADER = 'Parley-Blob-Id';
const BYTES_HEADER = 'Parley-Blob-Bytes';

const tokensOf = (path: string): string => path.replaceAll('.', '=').replaceAll('/', '.');
const blobSubject = (key: string): string => `${BLOBS}.${tokensOf(key)}`;
const chunkSubject = (key: string, id: string, chunk: number | '*'): string =>
  `${CHUNKS}.${tokensOf(key)}.${id}.${chunk}`;
const keyOf = (subject: string): string =>
  subject
    .slice(BLOBS.length + 1)
    .replaceAll('.', '/')
    .replaceAll('=', '.');

/**
 * Creates the stream if it is missing, with `replicas` replicas (undefined: one). `newId` distinguishes the chunks of
 * different writers.
 */
export const createJetStreamBlobs = async (
  nc: NatsConnection,
  newId: () => string,
  replicas?: number,
): Promise<BlobStore> => {
  const options = { timeout: ANSWER_MS };
  const jsm = await jetstreamManager(nc, options);
  const config = {
    name: RECORDINGS_STREAM,
    subjects: [`${BLOBS}.>`, `${CHUNKS}.>`],
    storage: StorageType.File,
    allow_direct: true,
  };
  await ensureStream(jsm, config, replicas);
  return new JetStreamBlobs(jetstream(nc, options), jsm, watchConnection(nc), newId);
};

class JetStreamBlobs implements BlobStore {
  readonly #js: JetStreamClient;
  readonly #jsm: JetStreamManager;
  /** Fails requests while the server is away: otherwise they would wait in the client's buffer with all their bytes. */
  readonly #connection: Connection;
  readonly #newId: () => string;

  constructor(js: JetStreamClient, jsm: JetStreamManager, connection: Connection, newId: () => string) {
    this.#js = js;
    this.#jsm = jsm;
    this.#connection = connection;
    this.#newId = newId;
  }

  async put(key: string, source: BlobSource): Promise<boolean> {
    checkKey(key);
    if (source.bytes > CHUNK_BYTES) return this.#putInChunks(key, source);
    const parts: Buffer[] = [];
    for await (const part of inParts(source, CHUNK_BYTES)) parts.push(part);
    return this.#create(key, Buffer.concat(parts));
  }

  async open(key: string): Promise<StoredBlob | null> {
    checkKey(key);
    const found = await this.#find(blobSubject(key));
    if (found === null) return null;
    const id = found.header.get(ID_HEADER);
    const { data } = found;
    if (id !== '')
      return {
        bytes: Number(found.header.get(BYTES_HEADER)),
        read: (start, end) => this.#chunksOf(key, id, start, end),
      };
    return {
      bytes: data.length,
      read: async function* (start, end) {
        yield data.subarray(start, end + 1);
      },
    };
  }

  async *list(prefix: string): AsyncGenerator<string, void> {
    checkPrefix(prefix);
    const filter = prefix === '' ? `${BLOBS}.>` : `${blobSubject(prefix)}>`;
    yield* (await this.#subjects(filter)).map(keyOf).sort();
  }

  async #subjects(filter: string): Promise<readonly string[]> {
    const { state } = await this.#connection.ask(() =>
      this.#jsm.streams.info(RECORDINGS_STREAM, { subjects_filter: filter }),
    );
    return Object.keys(state.subjects ?? {});
  }

  async removeAll(prefix: string): Promise<void> {
    checkPrefix(prefix);
    // Blobs are removed before their chunks, so an existing blob is always whole (B2).
    for (const root of [BLOBS, CHUNKS]) await this.#purge({ filter: `${root}.${tokensOf(prefix)}>` });
  }

  /** A purge leaves the bytes in the stream's files until the server compacts them; a deleted message is overwritten. */
  async erase(prefix: string): Promise<void> {
    checkPrefix(prefix);
    for (const root of [BLOBS, CHUNKS])
      for (const subject of await this.#subjects(`${root}.${tokensOf(prefix)}>`)) {
        const found = await this.#find(subject);
        if (found === null) continue;
        await this.#connection.ask(() => this.#jsm.streams.deleteMessage(RECORDINGS_STREAM, found.seq, true));
      }
    await this.removeAll(prefix);
  }

  close(): void {
    this.#connection.release();
  }

  async #putInChunks(key: string, source: BlobSource): Promise<boolean> {
    if ((await this.#find(blobSubject(key))) !== null) return false;
    const id = this.#newId();
    let first = 0;
    let count = 0;
    let bytes = 0;
    for await (const part of inParts(source, CHUNK_BYTES)) {
      const subject = chunkSubject(key, id, count);
      const { seq } = await this.#connection.ask(() =>
        this.#js.publish(subject, part, { timeout: ANSWER_MS }),
      );
      if (count === 0) first = seq;
      count += 1;
      bytes += part.length;
    }
    if (bytes !== source.bytes) throw new Error(`${key} has ${bytes} bytes, not ${source.bytes}`);
    const header = headers();
    header.set(ID_HEADER, id);
    header.set(BYTES_HEADER, String(bytes));
    // If this gets no response, it is unknown whether the chunks are needed; the next write of the key cleans up (B2).
    const created = await this.#create(key, new Uint8Array(0), header);
    const unused = created
      ? { filter: `${CHUNKS}.${tokensOf(key)}.>`, seq: first }
      : { filter: chunkSubject(key, id, '*') };
    await this.#purge(unused);
    return created;
  }

  /** B1 */
  async #create(key: string, bytes: Uint8Array, header?: MsgHdrs): Promise<boolean> {
    try {
      await this.#connection.ask(() =>
        this.#js.publish(blobSubject(key), bytes, {
          expect: { lastSubjectSequence: 0 },
          timeout: ANSWER_MS,
          ...(header === undefined ? {} : { headers: header }),
        }),
      );
      return true;
    } catch (error) {
      if (isWrongLastSequence(error)) return false;
      throw error;
    }
  }

  async *#chunksOf(key: string, id: string, start: number, end: number): AsyncGenerator<Uint8Array, void> {
    for (let chunk = Math.floor(start / CHUNK_BYTES); chunk * CHUNK_BYTES <= end; chunk += 1) {
      const found = await this.#find(chunkSubject(key, id, chunk));
      if (found === null) throw new Error(`chunk ${chunk} of ${key} is missing`);
      const first = chunk * CHUNK_BYTES;
      yield found.data.subarray(Math.max(0, start - first), end + 1 - first);
    }
  }

  /** A replica may lag behind acknowledged writes; the leader does not (B3). */
  async #find(subject: string): Promise<StoredMsg | null> {
    const { direct, streams } = this.#jsm;
    const last = { last_by_subj: subject };
    return (
      (await this.#connection.ask(() => direct.getMessage(RECORDINGS_STREAM, last))) ??
      (await this.#connection.ask(() => streams.getMessage(RECORDINGS_STREAM, last)))
    );
  }

  #purge(options: PurgeOpts): Promise<unknown> {
    return this.#connection.ask(() => this.#jsm.streams.purge(RECORDINGS_STREAM, options));
  }
}
