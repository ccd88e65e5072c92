/** Recordings as files: `<dir>/<business>/<call>.opus`, and raw tracks beside it while the call lasts. */
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { CallCommand, CallEffect } from '../../actors/call/commands.js';
import type { RecordingFacts } from '../../actors/call/events.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { EncodeJob, EncodeResult } from './opus-worker.js';
import type { RecordingFile, RecordingStore, RecordingTracks } from './recording-store.js';
import { openTrackFile } from './track-file.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** How long finishing waits for a session that is still writing, ms. */
const WAIT_FOR_TRACKS_MS = 10_000;

export interface FileRecordingStore extends RecordingStore {
  /** Where the finished file of a call lies. */
  pathOf(businessId: string, callId: string): string;
  close(): Promise<void>;
}

export const createFileRecordingStore = (dir: string, logger: Logger): FileRecordingStore => {
  const open = new Map<string, { readonly tracks: RecordingTracks; readonly closed: Promise<void> }>();
  const waiting = new Map<number, (result: EncodeResult) => void>();
  let jobs = 0;
  const worker = new Worker(new URL('./opus-worker.js', import.meta.url));
  worker.on('message', (result: EncodeResult) => {
    waiting.get(result.id)?.(result);
    waiting.delete(result.id);
  });
  worker.on('error', (error) => {
    for (const [id, done] of waiting) done({ id, facts: null, error: String(error) });
    waiting.clear();
  });

  const folderOf = (businessId: string, callId: string): string => {
    if (!UUID.test(businessId) || !UUID.test(callId)) throw new Error('recordings are named by UUIDs');
    return join(dir, businessId);
  };
  const pathOf = (businessId: string, callId: string): string =>
    join(folderOf(businessId, callId), `${callId}.opus`);
  const trackPath = (businessId: string, callId: string, track: string): string =>
    join(folderOf(businessId, callId), `${callId}.${track}.tmp`);

  const encode = (job: Omit<EncodeJob, 'id'>): Promise<EncodeResult> => {
    jobs += 1;
    const id = jobs;
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      worker.postMessage({ id, ...job } satisfies EncodeJob);
    });
  };

  const sizeOf = async (path: string): Promise<number | null> => {
    try {
      return (await stat(path)).size;
    } catch {
      return null;
    }
  };

  return {
    pathOf,
    openTracks: async (businessId, callId) => {
      const known = open.get(callId);
      if (known !== undefined) return known.tracks;
      await mkdir(folderOf(businessId, callId), { recursive: true });
      const failed = (error: unknown): void =>
        logger.error({ event: 'recording.write_failed', callId, error: String(error) });
      const [customer, agent] = await Promise.all([
        openTrackFile(trackPath(businessId, callId, 'customer'), failed),
        openTrackFile(trackPath(businessId, callId, 'agent'), failed),
      ]);
      let done: () => void = () => undefined;
      const closed = new Promise<void>((resolve) => {
        done = resolve;
      });
      const tracks: RecordingTracks = {
        write: (track, atMs, mulaw) => (track === 'customer' ? customer : agent).write(atMs, mulaw),
        close: async () => {
          await Promise.all([customer.close(), agent.close()]);
          open.delete(callId);
          done();
        },
      };
      open.set(callId, { tracks, closed });
      return tracks;
    },
    finish: async (businessId, callId) => {
      const target = pathOf(businessId, callId);
      const writing = open.get(callId);
      // The carrier's word that the call is over may come before its socket closes.
      if (writing !== undefined) await Promise.race([writing.closed, later(WAIT_FOR_TRACKS_MS)]);
      const customer = trackPath(businessId, callId, 'customer');
      const agent = trackPath(businessId, callId, 'agent');
      const { facts, error } = await encode({ customer, agent, target });
      if (error !== null) throw new Error(`the recording could not be encoded: ${error}`);
      if (facts === null) {
        // Finished before, by a process that could not say so any more.
        const bytes = await sizeOf(target);
        return bytes === null
          ? null
          : { filename: `${callId}.opus`, bytes, durationMs: await durationOf(target) };
      }
      await Promise.all([rm(customer, { force: true }), rm(agent, { force: true })]);
      return { filename: `${callId}.opus`, ...facts } satisfies RecordingFacts;
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
      await Promise.all([...open.values()].map(({ tracks }) => tracks.close()));
      worker.postMessage('close');
      await new Promise((resolve) => worker.once('exit', resolve));
    },
  };
};

/** Length of a finished file: the last page's granule position less the pre-skip (RFC 7845 section 4). */
const durationOf = async (path: string): Promise<number> => {
  const bytes = await readFile(path);
  const last = bytes.lastIndexOf('OggS');
  const preSkip = bytes.readUInt16LE(bytes.indexOf('OpusHead') + 10);
  return (Number(bytes.readBigInt64LE(last + 6)) - preSkip) / 48;
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
