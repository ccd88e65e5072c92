/**
 * Moves the write-ahead log of the views into their file, in a thread of its own: that waits for the disk, and the
 * projector must not (what it writes would be seen later).
 */
import { statSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { nameThread } from '../../actors/runtime/thread-name.js';

/** What the thread is started with. */
export interface CheckpointSettings {
  readonly file: string;
}

const LOOK_MS = 250;
/** Of log before it is moved. */
const LOG_BYTES = 16 * 1024 * 1024;

const checkpoint = (file: string): void => {
  // Opened anew each time: after a rebuild it is another file.
  const db = new Database(file, { fileMustExist: true, timeout: 0 });
  try {
    db.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    db.close();
  }
};

nameThread('views-log');
const { file }: CheckpointSettings = workerData;
/** When the log was last written to before it was moved, ms since the epoch. */
let movedAt = 0;
setInterval(() => {
  try {
    const { size = 0, mtimeMs = 0 } = statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? {};
    if (size < LOG_BYTES || mtimeMs === movedAt) return;
    movedAt = mtimeMs;
    checkpoint(file);
  } catch {
    // The file is being replaced; or it is damaged, which the projector finds out.
  }
}, LOOK_MS);
