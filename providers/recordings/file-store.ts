/** Recordings as files: `<dir>/<business>/<call>.opus`, and raw tracks beside it while the call lasts. */
import { createReadStream } from 'node:fs';
import { mkdir, open as openFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { CallCommand, CallEffect } from '../../actors/call/commands.js';
import type { RecordingFacts } from '../../actors/call/events.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import { durationMsOf, LONGEST_PAGE } from './ogg-opus.js';
import { createOpusEncoder } from './opus-encoder.js';
import type { RecordingFile, RecordingStore, TrackName } from './recording-store.js';
import { openTrackFile, type TrackFile } from './track-file.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** How long finishing waits for a session that is still writing, ms. */
const WAIT_FOR_TRACKS_MS = 10_000;
const TRACKS = ['customer', 'agent'] as const satisfies readonly TrackName[];

export interface FileRecordingStore extends RecordingStore {
  /** Where the finished file of a call lies. @throws Error for ids that are no UUIDs */
  pathOf(businessId: string, callId: string): string;
  /** Everything written so far is on disk afterwards; recordings that are being encoded are given up. */
  close(): Promise<void>;
}

/** The tracks of one call, which several sockets may write one after the other. */
interface OpenTracks {
  readonly files: Promise<Readonly<Record<TrackName, TrackFile>>>;
  readonly closed: Promise<void>;
  readonly tellClosed: () => void;
  users: number;
}

export const createFileRecordingStore = (dir: string, logger: Logger): FileRecordingStore => {
  const open = new Map<string, OpenTracks>();
  const encoder = createOpusEncoder();

  const folderOf = (businessId: string, callId: string): string => {
    if (!UUID.test(businessId) || !UUID.test(callId)) throw new Error('recordings are named by UUIDs');
    return join(dir, businessId);
  };
  const pathOf = (businessId: string, callId: string): string =>
    join(folderOf(businessId, callId), `${callId}.opus`);
  const trackPath = (businessId: string, callId: string, track: TrackName): string =>
    join(folderOf(businessId, callId), `${callId}.${track}.tmp`);

  const openFiles = async (businessId: string, callId: string): Promise<Record<TrackName, TrackFile>> => {
    await mkdir(folderOf(businessId, callId), { recursive: true });
    const failed = (error: unknown): void =>
      logger.error({ event: 'recording.write_failed', callId, error: String(error) });
    const [customer, agent] = await Promise.all([
      openTrackFile(trackPath(businessId, callId, 'customer'), failed),
      openTrackFile(trackPath(businessId, callId, 'agent'), failed),
    ]);
    return { customer, agent };
  };

  const use = (businessId: string, callId: string): OpenTracks => {
    const known = open.get(callId);
    if (known !== undefined) {
      known.users += 1;
      return known;
    }
    let tellClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => {
      tellClosed = resolve;
    });
    const tracks = { files: openFiles(businessId, callId), closed, tellClosed, users: 1 };
    open.set(callId, tracks);
    return tracks;
  };

  const release = async (callId: string, tracks: OpenTracks): Promise<void> => {
    tracks.users -= 1;
    if (tracks.users > 0) return;
    if (open.get(callId) === tracks) open.delete(callId);
    try {
      const { customer, agent } = await tracks.files;
      await Promise.all([customer.close(), agent.close()]);
    } finally {
      tracks.tellClosed();
    }
  };

  const removeTracks = async (businessId: string, callId: string): Promise<void> => {
    await Promise.all(TRACKS.map((track) => rm(trackPath(businessId, callId, track), { force: true })));
  };

  const factsOf = async (businessId: string, callId: string): Promise<RecordingFacts | null> => {
    const path = pathOf(businessId, callId);
    const bytes = await sizeOf(path);
    return bytes === null
      ? null
      : { filename: `${callId}.opus`, bytes, durationMs: await durationOf(path, bytes) };
  };

  return {
    pathOf,
    openTracks: async (businessId, callId) => {
      folderOf(businessId, callId);
      const tracks = use(businessId, callId);
      let released: Promise<void> | null = null;
      const close = (): Promise<void> => {
        released ??= release(callId, tracks);
        return released;
      };
      try {
        const files = await tracks.files;
        return {
          write: (track, atMs, mulaw) => {
            if (released === null) files[track].write(atMs, mulaw);
          },
          close,
        };
      } catch (error) {
        await close().catch(() => undefined);
        throw error;
      }
    },
    finish: async (businessId, callId) => {
      const target = pathOf(businessId, callId);
      const writing = open.get(callId);
      // The carrier's word that the call is over may come before its socket closes.
      if (writing !== undefined) await Promise.race([writing.closed, later(WAIT_FOR_TRACKS_MS)]);
      // A file that is there is whole; its tracks may be half removed and must not be encoded again.
      const before = await factsOf(businessId, callId);
      if (before === null)
        await encoder.encode({
          customer: trackPath(businessId, callId, 'customer'),
          agent: trackPath(businessId, callId, 'agent'),
          target,
        });
      const facts = before ?? (await factsOf(businessId, callId));
      await removeTracks(businessId, callId);
      return facts;
    },
    open: async (businessId, callId): Promise<RecordingFile | null> => {
      const path = pathOf(businessId, callId);
      const size = await sizeOf(path);
      if (size === null) return null;
      return {
        size,
        filename: `${callId}.opus`,
        contentType: 'audio/ogg; codecs=opus',
        read: (start, end) => createReadStream(path, { start, end }),
      };
    },
    close: async () => {
      const closing = [...open].map(([callId, tracks]) => {
        tracks.users = 1;
        return release(callId, tracks);
      });
      await Promise.allSettled(closing);
      await encoder.close();
    },
  };
};

/** Null when there is no such file. @throws Error when it cannot be looked at */
const sizeOf = async (path: string): Promise<number | null> => {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};

const durationOf = async (path: string, bytes: number): Promise<number> => {
  const file = await openFile(path, 'r');
  try {
    const length = Math.min(bytes, LONGEST_PAGE);
    const head = await file.read(Buffer.alloc(length), 0, length, 0);
    const tail = await file.read(Buffer.alloc(length), 0, length, bytes - length);
    return durationMsOf(head.buffer, tail.buffer);
  } finally {
    await file.close();
  }
};

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());

/** The call's effect that turns its tracks into the file that is served. */
export const recordingEffects = (
  store: RecordingStore,
): EffectHandlers<Extract<CallEffect, { kind: 'finish_recording' }>, CallCommand> => ({
  finish_recording: async ({ ref }) => ({
    type: 'recording_result',
    recording: await store.finish(ref.business, ref.id),
  }),
});
