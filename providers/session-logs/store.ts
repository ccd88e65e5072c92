/**
 * Session logs in the store of all nodes: any node serves and erases them. A call has one for each session, and they are served as one
 * file, in the order in which the sessions began.
 */
import { rm } from 'node:fs/promises';
import { DomainError } from '../../schemas/errors.js';
import { providerFailure } from '../provider-failure.js';
import { eraseLogs } from './erasing.js';
import { sweepPeriodically } from './expiry.js';
import { DAY_MS, dayOf, logsOfCall } from './keys.js';
import { createLogUploads, type LogUploads, logsIn, pathOf, type UploadsDeps } from './uploads.js';

/** The most sessions of a call that are served. */
const MAX_SESSIONS = 100;
/** The most days on which a call's media may have begun. */
const MAX_DAYS = 8;
/** Clocks of nodes may differ by this much, ms. */
const CLOCKS_MS = 3_600_000;

/** A call, and the time in which its media began. */
interface CallOfLog {
  readonly businessId: string;
  readonly callId: string;
  /** ms since the epoch */
  readonly from: number;
  readonly until: number;
}

export interface SessionLogStore extends Pick<LogUploads, 'adopt'> {
  /** Sends finished logs, and removes expired ones from time to time. Call it once. */
  start(): void;
  /** The log as one gzip file; null: none is kept. @throws DomainError recordings_unavailable */
  read(call: CallOfLog): Promise<AsyncIterable<Uint8Array> | null>;
  /**
   * Erases the logs of the call on every node, also those that are not in the store yet. Returns whether the store had one.
   * @throws DomainError recordings_unavailable: repeat it
   */
  erase(call: CallOfLog): Promise<boolean>;
  close(): Promise<void>;
}

export const createSessionLogStore = (deps: UploadsDeps): SessionLogStore => {
  const { blobs, dir, logger } = deps;
  const uploads = createLogUploads(deps);
  let stopSweeping = (): void => undefined;

  const available = async <T>(callId: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      logger.warn({ event: 'session_log.store_away', callId, err: providerFailure(error) });
      throw new DomainError('recordings_unavailable');
    }
  };

  const keysOf = async ({ businessId, callId, from, until }: CallOfLog): Promise<readonly string[]> => {
    const keys: string[] = [];
    for (const day of daysFrom(from, until))
      for await (const key of blobs.list(logsOfCall(day, businessId, callId))) keys.push(key);
    return keys.slice(0, MAX_SESSIONS);
  };

  async function* contentOf(keys: readonly string[]): AsyncGenerator<Uint8Array, void> {
    for (const key of keys) {
      const blob = await blobs.open(key);
      if (blob !== null && blob.bytes > 0) yield* blob.read(0, blob.bytes - 1);
    }
  }

  return {
    adopt: uploads.adopt,
    start: () => {
      uploads.start();
      stopSweeping = sweepPeriodically(deps);
    },
    read: async (call) => {
      const keys = await available(call.callId, () => keysOf(call));
      return keys.length === 0 ? null : contentOf(keys);
    },
    erase: async (call) =>
      available(call.callId, async () => {
        const keys = await keysOf(call);
        const { businessId, callId } = call;
        for (const day of daysFrom(call.from, call.until))
          await eraseLogs(blobs, { day, businessId, callId });
        // On other nodes, and here if its session is live, the mark of the erasure keeps it from the store.
        for (const log of await logsIn(dir))
          if (log.callId === callId && log.state === 'done') await rm(pathOf(dir, log), { force: true });
        return keys.length > 0;
      }),
    close: async () => {
      stopSweeping();
      await uploads.close();
    },
  };
};

/** The days of a period, at most the last {@link MAX_DAYS}. */
const daysFrom = (from: number, until: number): readonly string[] => {
  const last = until + CLOCKS_MS;
  const days: string[] = [];
  for (let at = last; days.length < MAX_DAYS && dayOf(at) >= dayOf(from - CLOCKS_MS); at -= DAY_MS)
    days.unshift(dayOf(at));
  return days;
};
