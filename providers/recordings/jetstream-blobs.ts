/**
 * Blobs in JetStream, beside the journal: as durable as it, and reached by every node.
 *
 * A stream of its own, laid out as the library's object store is, with three differences that recordings need: a key
 * is a path of subject tokens, so that a call's pieces are listed without reading those of all others; a blob of one
 * message is that message; and what is removed leaves nothing behind.
 *
 * Subjects: `recording.blob.<key>` holds a small blob, or says where a large one lies; `recording.chunk.<key>.<id>.<n>`
 * holds the n-th chunk of one. `.` in a key is `=` in its subject, `/` is `.`.
 */
import { jetstream, jetstreamManager, type PurgeOpts, StorageType, type StoredMsg } from '@nats-io/jetstream';
import { headers, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { watchConnection } from '../../actors/runtime/connection.js';
import { ensureStream } from '../../actors/runtime/ensure-stream.js';
import { isWrongLastSequence } from '../../actors/runtime/journal-errors.js';
import { type BlobStore, checkKey, checkPrefix, inParts, type StoredBlob } from './blob-store.js';

/** The stream of the blobs. */
export const RECORDINGS_STREAM = 'RECORDINGS';
const BLOBS = 'recording.blob';
const CHUNKS = 'recording.chunk';
/** Well under what a server takes in one message. */
const CHUNK_BYTES = 128 * 1024;
/** How long the server may take for one message, ms. */
const ANSWER_MS = 5_000;
/** On the message of a blob that has chunks: whose they are, and how many bytes they hold. */
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
 * Makes the stream where it is missing, with so many `replicas` (undefined: one). `newId` tells the chunks of one writer
 * from those of another.
 */
export const createJetStreamBlobs = async (
  nc: NatsConnection,
  newId: () => string,
  replicas?: number,
): Promise<BlobStore> => {
  const options = { timeout: ANSWER_MS };
  const js = jetstream(nc, options);
  const jsm = await jetstreamManager(nc, options);
  const config = {
    name: RECORDINGS_STREAM,
    subjects: [`${BLOBS}.>`, `${CHUNKS}.>`],
    storage: StorageType.File,
    allow_direct: true,
  };
  await ensureStream(jsm, config, replicas);

  // What waits for a server that is away would lie in the client's buffer, with all its bytes.
  const { ask, release } = watchConnection(nc);
  const purge = (options: PurgeOpts): Promise<unknown> =>
    ask(() => jsm.streams.purge(RECORDINGS_STREAM, options));

  /** A replica may lag behind what was acknowledged; the leader does not (B3). */
  const find = async (subject: string): Promise<StoredMsg | null> =>
    (await ask(() => jsm.direct.getMessage(RECORDINGS_STREAM, { last_by_subj: subject }))) ??
    (await ask(() => jsm.streams.getMessage(RECORDINGS_STREAM, { last_by_subj: subject })));

  /** B1 */
  const create = async (key: string, bytes: Uint8Array, header?: MsgHdrs): Promise<boolean> => {
    try {
      await ask(() =>
        js.publish(blobSubject(key), bytes, {
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
  };

  async function* chunksOf(
    key: string,
    id: string,
    start: number,
    end: number,
  ): AsyncGenerator<Uint8Array, void> {
    for (let chunk = Math.floor(start / CHUNK_BYTES); chunk * CHUNK_BYTES <= end; chunk += 1) {
      const found = await find(chunkSubject(key, id, chunk));
      if (found === null) throw new Error(`chunk ${chunk} of ${key} is missing`);
      const first = chunk * CHUNK_BYTES;
      yield found.data.subarray(Math.max(0, start - first), end + 1 - first);
    }
  }

  return {
    put: async (key, source) => {
      checkKey(key);
      if (source.bytes <= CHUNK_BYTES) {
        const parts: Buffer[] = [];
        for await (const part of inParts(source, CHUNK_BYTES)) parts.push(part);
        return create(key, Buffer.concat(parts));
      }
      if ((await find(blobSubject(key))) !== null) return false;
      const id = newId();
      let first = 0;
      let count = 0;
      let bytes = 0;
      for await (const part of inParts(source, CHUNK_BYTES)) {
        const subject = chunkSubject(key, id, count);
        const { seq } = await ask(() => js.publish(subject, part, { timeout: ANSWER_MS }));
        if (count === 0) first = seq;
        count += 1;
        bytes += part.length;
      }
      if (bytes !== source.bytes) throw new Error(`${key} has ${bytes} bytes, not ${source.bytes}`);
      const header = headers();
      header.set(ID_HEADER, id);
      header.set(BYTES_HEADER, String(bytes));
      // Without an answer nobody knows whether the chunks are needed: whoever writes the key next clears up (B2).
      const created = await create(key, new Uint8Array(0), header);
      const unused = created
        ? { filter: `${CHUNKS}.${tokensOf(key)}.>`, seq: first }
        : { filter: chunkSubject(key, id, '*') };
      await purge(unused);
      return created;
    },
    open: async (key): Promise<StoredBlob | null> => {
      checkKey(key);
      const found = await find(blobSubject(key));
      if (found === null) return null;
      const id = found.header.get(ID_HEADER);
      const { data } = found;
      if (id !== '')
        return {
          bytes: Number(found.header.get(BYTES_HEADER)),
          read: (start, end) => chunksOf(key, id, start, end),
        };
      return {
        bytes: data.length,
        read: async function* (start, end) {
          yield data.subarray(start, end + 1);
        },
      };
    },
    list: async function* (prefix) {
      checkPrefix(prefix);
      const filter = prefix === '' ? `${BLOBS}.>` : `${blobSubject(prefix)}>`;
      const { state } = await ask(() => jsm.streams.info(RECORDINGS_STREAM, { subjects_filter: filter }));
      yield* Object.keys(state.subjects ?? {})
        .map(keyOf)
        .sort();
    },
    removeAll: async (prefix) => {
      checkPrefix(prefix);
      // Blobs before their chunks: a blob that is there is whole (B2).
      for (const root of [BLOBS, CHUNKS]) await purge({ filter: `${root}.${tokensOf(prefix)}>` });
    },
    close: release,
  };
};
