/**
 * The logs of live sessions on the disk of their node, as one thread writes them.
 *
 * It guarantees:
 * L1. Writing never waits and never throws. What was handed over is on disk within a moment, whole members at a time.
 * L2. A log that cannot be continued ends, and its last record says why (log-records.ts): the disk is nearly full or fails,
 *     {@link MAX_BACKLOG_BYTES} wait for the disk, or the log has {@link MAX_LOG_BYTES}. It is counted and reported once.
 * L3. A closed log is renamed, which hands it over to the store (store.ts). The log of a killed process keeps its name.
 */
import { constants } from 'node:fs';
import { chmod, type FileHandle, mkdir, open as openFile, rename, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { providerFailure } from '../provider-failure.js';
import { createLimit, type Limit } from '../recordings/limit.js';
import { writerName } from '../recordings/tracks/spool.js';
import { PRIVATE_DIRECTORY, PRIVATE_FILE } from '../spool/spool.js';
import { dayOf, type SpooledLog, spoolName } from './keys.js';
import { memberOf } from './members.js';

/** Bytes of all logs of a thread that may wait for compression and the disk. */
const MAX_BACKLOG_BYTES = 32 * 1024 * 1024;
/** The largest log of a session, compressed: more than an hour of a call. */
const MAX_LOG_BYTES = 60 * 1024 * 1024;
/** Disk space that is left to the journal, the views and the recordings, bytes. */
const MIN_FREE_BYTES = 512 * 1024 * 1024;
const MEASURE_EVERY_MS = 3_000;
/** Members that are compressed at a time: the other threads of the pool serve the recordings. */
const AT_ONCE = 2;

/** Why a log ends before its session. */
type LostBecause = 'disk' | 'backlog' | 'too_large';

export type SessionLogCount =
  | { readonly what: 'written'; readonly bytes: number }
  | { readonly what: 'incomplete'; readonly why: LostBecause };

export interface SpoolDeps {
  readonly dir: string;
  /** 0 is the main thread. */
  readonly thread: number;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  readonly count: (count: SessionLogCount) => void;
  readonly logger: Logger;
  /** Free space on the disk of the directory, bytes; for tests. */
  readonly freeBytes?: (dir: string) => Promise<number>;
}

/** The log of one session. */
export interface LogFile {
  /** Appends bytes, which the caller no longer changes. */
  write(bytes: Uint8Array): void;
  /** Resolves once everything is on disk, or is lost. Never throws. Idempotent. */
  close(): Promise<void>;
}

export interface SessionLogSpool {
  /**
   * Begins the log of a session. `startedAt`: when the media of the call began, ms since the epoch. `endRecord` is appended
   * if the log ends early.
   */
  open(call: LoggedCall, endRecord: (why: LostBecause) => Uint8Array): LogFile;
  /** Closes all logs. Never throws. */
  close(): Promise<void>;
}

export interface LoggedCall {
  readonly businessId: string;
  readonly callId: string;
  /** ms since the epoch */
  readonly startedAt: number;
}

/** Prepares the spool of a thread; the directory is created if it is missing. */
export const createSessionLogSpool = (deps: SpoolDeps): SessionLogSpool => {
  const shared: Shared = { deps, limit: createLimit(AT_ONCE), waiting: 0, hasSpace: true };
  const prepared = mkdir(deps.dir, { recursive: true, mode: PRIVATE_DIRECTORY }).then(() =>
    chmod(deps.dir, PRIVATE_DIRECTORY),
  );
  // Each log reports it.
  prepared.catch(() => undefined);
  const measure = async (): Promise<void> => {
    shared.hasSpace = (await (deps.freeBytes ?? freeBytesOf)(deps.dir)) > MIN_FREE_BYTES;
  };
  // A disk that cannot be measured is assumed to have room.
  const timer = setInterval(() => void measure().catch(() => undefined), MEASURE_EVERY_MS).unref();
  const openLogs = new Set<LogFile>();
  return {
    open: (call, endRecord) => {
      const file: LogFile = new SpooledFile(shared, prepared, call, endRecord, () => openLogs.delete(file));
      openLogs.add(file);
      return file;
    },
    close: async () => {
      clearInterval(timer);
      await Promise.all([...openLogs].map((file) => file.close()));
    },
  };
};

const freeBytesOf = async (dir: string): Promise<number> => {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
};

/** What the logs of a thread share. */
interface Shared {
  readonly deps: SpoolDeps;
  readonly limit: Limit;
  waiting: number;
  hasSpace: boolean;
}

class SpooledFile implements LogFile {
  readonly #shared: Shared;
  readonly #name: Omit<SpooledLog, 'state'>;
  readonly #endRecord: (why: LostBecause) => Uint8Array;
  readonly #onClosed: () => void;
  readonly #file: Promise<FileHandle>;
  /** Length of the whole members in the file. */
  #length = 0;
  #lost: LostBecause | null = null;
  /** Nothing more can be added, not even what was handed over before. */
  #isBroken = false;
  #writing: Promise<void> = Promise.resolve();
  #closed: Promise<void> | null = null;

  constructor(
    shared: Shared,
    prepared: Promise<void>,
    { startedAt, ...call }: LoggedCall,
    endRecord: (why: LostBecause) => Uint8Array,
    onClosed: () => void,
  ) {
    const { now, newId, thread } = shared.deps;
    this.#shared = shared;
    this.#endRecord = endRecord;
    this.#onClosed = onClosed;
    const writer = writerName(now(), newId().slice(0, 8));
    this.#name = { ...call, day: dayOf(startedAt), writer, thread };
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;
    this.#file = prepared.then(() => openFile(this.#path('open'), flags, PRIVATE_FILE));
    this.#file.catch((error: unknown) => this.#break('disk', error));
  }

  write(bytes: Uint8Array): void {
    const { waiting, hasSpace } = this.#shared;
    if (this.#lost !== null || this.#closed !== null || bytes.length === 0) return;
    if (!hasSpace) return this.#lose('disk', new Error('the disk is nearly full'));
    if (waiting + bytes.length > MAX_BACKLOG_BYTES)
      return this.#lose('backlog', new Error('the disk is too slow'));
    this.#shared.waiting += bytes.length;
    const member = this.#shared.limit(() => memberOf(bytes));
    const previous = this.#writing;
    this.#writing = previous
      .then(async () => this.#append(await member))
      .catch((error: unknown) => this.#break('disk', error))
      .finally(() => {
        this.#shared.waiting -= bytes.length;
      });
    // It is awaited after the members before it.
    member.catch(() => undefined);
  }

  close(): Promise<void> {
    this.#closed ??= this.#writing.then(() => this.#close()).finally(this.#onClosed);
    return this.#closed;
  }

  async #append(member: Buffer): Promise<void> {
    if (this.#isBroken) return;
    if (this.#length + member.length > MAX_LOG_BYTES)
      return this.#break('too_large', new Error('the log has its largest size'));
    await this.#put(member);
    this.#shared.deps.count({ what: 'written', bytes: member.length });
  }

  async #put(member: Buffer): Promise<void> {
    const file = await this.#file;
    for (let written = 0; written < member.length; ) {
      const left = member.length - written;
      written += (await file.write(member, written, left, this.#length + written)).bytesWritten;
    }
    this.#length += member.length;
  }

  /** L2, L3 */
  async #close(): Promise<void> {
    const file = await this.#file.catch(() => null);
    if (file === null) return;
    try {
      if (this.#lost !== null) {
        // A part of a member may be there.
        await file.truncate(this.#length);
        await this.#put(await memberOf(this.#endRecord(this.#lost)));
      }
    } catch (error) {
      this.#lose('disk', error);
    }
    try {
      await file.close();
      await rename(this.#path('open'), this.#path('done'));
    } catch (error) {
      // The next process finds the file under its old name.
      this.#lose('disk', error);
    }
  }

  #break(why: LostBecause, error: unknown): void {
    this.#isBroken = true;
    this.#lose(why, error);
  }

  #lose(why: LostBecause, error: unknown): void {
    if (this.#lost !== null) return;
    this.#lost = why;
    const { count, logger } = this.#shared.deps;
    count({ what: 'incomplete', why });
    logger.error({
      event: 'session_log.incomplete',
      callId: this.#name.callId,
      why,
      err: providerFailure(error),
    });
  }

  #path(state: SpooledLog['state']): string {
    return join(this.#shared.deps.dir, spoolName({ ...this.#name, state }));
  }
}
