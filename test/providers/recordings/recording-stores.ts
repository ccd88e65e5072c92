/** Recording stores for tests, with their blobs, their logs, and their recordings as files. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Test } from 'tap';
import { createDirectoryBlobs } from '../../../providers/recordings/blobs/directory.js';
import type { BlobStore } from '../../../providers/recordings/blobs/store.js';
import { createLocalHolders, type TrackHolders } from '../../../providers/recordings/holders.js';
import type { RecordingTracks, TrackName } from '../../../providers/recordings/recording-store.js';
import {
  createSharedRecordingStore,
  type RecordingCount,
  type SharedRecordingStore,
} from '../../../providers/recordings/shared-store.js';
import { toMulaw } from './signals.js';

const FRAME = 160;

/** Writes audio as a media session does, 20 ms at a time. */
export const play = (tracks: RecordingTracks, track: TrackName, atMs: number, pcm: Int16Array): void => {
  const mulaw = toMulaw(pcm);
  for (let at = 0; at < mulaw.length; at += FRAME)
    tracks.write(track, atMs + at / 8, mulaw.subarray(at, at + FRAME));
};

export interface OpenedStore {
  readonly store: SharedRecordingStore;
  /** The directory of this node alone. */
  readonly dir: string;
  readonly blobs: BlobStore;
  readonly holders: TrackHolders;
  /** Lines of the log. */
  readonly logged: string[];
  readonly counted: RecordingCount[];
}

export interface StoreOptions {
  readonly dir?: string;
  readonly blobs?: BlobStore;
  readonly holders?: TrackHolders;
  readonly freeBytes?: () => Promise<number>;
}

/** A store that is closed with the test. By default its blobs are in a directory of the test. */
export const openStore = (t: Test, options: StoreOptions = {}): OpenedStore => {
  const dir = options.dir ?? join(t.testdir(), 'node');
  const blobs = options.blobs ?? createDirectoryBlobs(join(dir, '..', 'blobs'), randomUUID);
  const holders = options.holders ?? createLocalHolders();
  const logged: string[] = [];
  const counted: RecordingCount[] = [];
  const store = createSharedRecordingStore({
    dir,
    blobs,
    holders,
    now: Date.now,
    newId: randomUUID,
    random: () => 0.5,
    freeBytes: options.freeBytes ?? (async () => Number.POSITIVE_INFINITY),
    count: (what) => void counted.push(what),
    logger: pino({}, { write: (line: string) => void logged.push(line) }),
  });
  t.teardown(() => store.close());
  return { store, dir, blobs, holders, logged, counted };
};

/** Blobs that can be made unreachable. */
export const switched = (blobs: BlobStore): BlobStore & { away: boolean } => {
  const there = (): void => {
    if (store.away) throw new Error('the store is unreachable');
  };
  const store: BlobStore & { away: boolean } = {
    away: false,
    put: async (key, source) => {
      there();
      return blobs.put(key, source);
    },
    open: async (key) => {
      there();
      return blobs.open(key);
    },
    list: async function* (prefix) {
      there();
      yield* blobs.list(prefix);
    },
    removeAll: async (prefix) => {
      there();
      await blobs.removeAll(prefix);
    },
    erase: async (prefix) => {
      there();
      await blobs.erase(prefix);
    },
    close: () => blobs.close(),
  };
  return store;
};

export const keysOf = async (blobs: BlobStore, prefix = ''): Promise<readonly string[]> => {
  const keys: string[] = [];
  for await (const key of blobs.list(prefix)) keys.push(key);
  return keys;
};

/** The finished recording as it is served. @throws Error if there is none */
export const bytesOf = async (
  store: Pick<SharedRecordingStore, 'open'>,
  business: string,
  call: string,
): Promise<Buffer> => {
  const file = await store.open(business, call);
  if (file === null) throw new Error('there is no recording');
  const parts: Uint8Array[] = [];
  for await (const part of file.read(0, file.size - 1)) parts.push(part);
  return Buffer.concat(parts);
};

/** Saves the recording in the test's folder, and returns its path. */
export const saved = async (
  t: Test,
  store: Pick<SharedRecordingStore, 'open'>,
  business: string,
  call: string,
): Promise<string> => {
  const path = join(t.testdirName, `saved-${call}.opus`);
  writeFileSync(path, await bytesOf(store, business, call));
  return path;
};
