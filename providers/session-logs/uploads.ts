/**
 * Moves finished session logs from the spool of this node to the store of all nodes.
 *
 * It guarantees:
 * S1. A log leaves the spool once the store has it, and not before, unless it was erased, has expired, or is dropped by S2.
 * S2. While the store is unavailable the spool holds at most {@link MAX_SPOOL_BYTES}: the oldest logs beyond that are dropped, which
 *     is counted and logged.
 * S3. A log of an erased call does not reach the store, whichever of the two comes first (erasing.ts).
 */
import { constants } from 'node:fs';
import { copyFile, mkdir, open as openFile, readdir, rename, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Backoff, backoffMs } from '../../actors/runtime/backoff.js';
import { providerFailure } from '../provider-failure.js';
import { type BlobStore, fileSource } from '../recordings/blobs/store.js';
import { PRIVATE_DIRECTORY } from '../spool/spool.js';
import { eraseLogs, isErased } from './erasing.js';
import { firstKeptDay } from './expiry.js';
import { logKey, type SpooledLog, spooledLog, spoolName } from './keys.js';
import { MEMBER_HEAD_BYTES, wholeLength } from './members.js';

const POLL_MS = 500;
const MAX_SPOOL_BYTES = 2 * 1024 ** 3;
const RETRY: Backoff = { firstMs: 1_000, longestMs: 30_000 };

/** `stored`: in the store of all nodes. `copied`: to the operator's directory. `dropped`: the spool was full. */
export type UploadedCount = 'stored' | 'store_failed' | 'copied' | 'copy_failed' | 'dropped';

export interface UploadsDeps {
  /** The spool's directory. */
  readonly dir: string;
  readonly blobs: BlobStore;
  /** Days that logs are kept in the store; 0: none is sent there. */
  readonly days: number;
  /** A directory that also gets each log; null: none does. */
  readonly copyTo: string | null;
  /** ms since the epoch */
  readonly now: () => number;
  readonly count: (what: UploadedCount) => void;
  readonly logger: Logger;
}

export interface LogUploads {
  /** Takes over the logs of writers that are gone: those of a thread, or of all threads of earlier processes (null). */
  adopt(thread: number | null): Promise<void>;
  /** Begins to send. */
  start(): void;
  /** Sends what is finished, then stops. */
  close(): Promise<void>;
}

export const createLogUploads = (deps: UploadsDeps): LogUploads => {
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let failures = 0;
  let dueAt = 0;
  const run = async (): Promise<void> => {
    try {
      await sendFinished(deps);
      failures = 0;
    } catch (error) {
      failures += 1;
      dueAt = deps.now() + backoffMs(failures, 0.5, RETRY);
      deps.count('store_failed');
      // Logged only at powers of two, so that a long outage does not flood the log.
      if (Number.isInteger(Math.log2(failures)))
        deps.logger.warn({ event: 'session_log.store_failed', failures, err: providerFailure(error) });
    }
  };
  let isRunning = false;
  const poll = (): void => {
    if (isRunning || deps.now() < dueAt) return;
    isRunning = true;
    running = run().finally(() => {
      isRunning = false;
    });
  };
  return {
    adopt: async (thread) => {
      for (const log of await logsIn(deps.dir))
        if (log.state === 'open' && (thread === null || log.thread === thread)) await finishLog(deps, log);
    },
    start: () => {
      timer ??= setInterval(poll, POLL_MS).unref();
    },
    close: async () => {
      if (timer === null) return;
      clearInterval(timer);
      await running;
      if (failures === 0) await run();
    },
  };
};

/** The logs in the spool, the oldest first. A directory that cannot be read is reported by the writers of logs. */
export const logsIn = async (dir: string): Promise<readonly SpooledLog[]> => {
  const names = await readdir(dir).catch(() => []);
  return names.flatMap((name) => spooledLog(name) ?? []).sort((a, b) => (a.writer < b.writer ? -1 : 1));
};

export const pathOf = (dir: string, log: SpooledLog): string => join(dir, spoolName(log));

/** Cuts the log of a writer that is gone behind its last whole member. */
const finishLog = async ({ dir, logger }: UploadsDeps, log: SpooledLog): Promise<void> => {
  const path = pathOf(dir, log);
  const { size } = await stat(path);
  const file = await openFile(path, 'r');
  const length = await wholeLength(async (position) => {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(MEMBER_HEAD_BYTES),
      0,
      MEMBER_HEAD_BYTES,
      position,
    );
    return buffer.subarray(0, bytesRead);
  }, size).finally(() => file.close());
  if (length === 0) return rm(path, { force: true });
  await truncate(path, length);
  await rename(path, pathOf(dir, { ...log, state: 'done' }));
  logger.info({ event: 'session_log.adopted', callId: log.callId, bytes: length });
};

/** @throws Error when the store is unavailable */
const sendFinished = async (deps: UploadsDeps): Promise<void> => {
  const finished = (await logsIn(deps.dir)).filter(({ state }) => state === 'done');
  if (finished.length === 0) return;
  const firstKept = firstKeptDay(deps);
  for (const log of await withinSpool(deps, finished)) {
    const path = pathOf(deps.dir, log);
    if (deps.copyTo !== null) await copyLog(deps, log, deps.copyTo);
    if (deps.days > 0 && log.day >= firstKept)
      await storeLog(deps, log, path).catch((error: unknown) => {
        // It was erased meanwhile.
        if (!isMissing(error)) throw error;
      });
    await rm(path, { force: true });
  }
};

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** S2 */
const withinSpool = async (
  { dir, count, logger }: UploadsDeps,
  logs: readonly SpooledLog[],
): Promise<readonly SpooledLog[]> => {
  const sizes = await Promise.all(
    logs.map((log) =>
      stat(pathOf(dir, log)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  let excess = sizes.reduce((sum, size) => sum + size, 0) - MAX_SPOOL_BYTES;
  const kept: SpooledLog[] = [];
  for (const [index, log] of logs.entries()) {
    if (excess <= 0) {
      kept.push(log);
      continue;
    }
    excess -= sizes[index] ?? 0;
    await rm(pathOf(dir, log), { force: true });
    count('dropped');
    logger.error({ event: 'session_log.dropped', callId: log.callId });
  }
  return kept;
};

/** S3: erasing marks the call before it lists the logs, and a log is listed before the mark is checked again. */
const storeLog = async (deps: UploadsDeps, log: SpooledLog, path: string): Promise<void> => {
  const { blobs, count } = deps;
  if (await isErased(blobs, log)) return;
  await blobs.put(logKey(log), await fileSource(path));
  if (await isErased(blobs, log)) return eraseLogs(blobs, log);
  count('stored');
};

/** A directory that cannot be written does not keep the log from the store. */
const copyLog = async ({ dir, count, logger }: UploadsDeps, log: SpooledLog, to: string): Promise<void> => {
  const { callId, writer } = log;
  const path = join(to, `${callId}.${writer}.session.gz`);
  try {
    await mkdir(to, { recursive: true, mode: PRIVATE_DIRECTORY });
    await copyFile(pathOf(dir, log), path, constants.COPYFILE_FICLONE);
    count('copied');
  } catch (error) {
    count('copy_failed');
    logger.error({ event: 'session_log.copy_failed', callId, err: providerFailure(error) });
  }
};
