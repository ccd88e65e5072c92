/**
 * Moves the write-ahead log of the views into their file, on a thread of its own. The move waits for the disk, and the projector
 * must not wait, or its writes would become visible later.
 */
import { statSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { nameThread } from '../../../actors/runtime/thread-name.js';

/** The start data of the thread. */
export interface CheckpointSettings {
  readonly file: string;
}

const LOOK_MS = 250;
/** Size of the log from which it is moved. */
const LOG_BYTES = 16 * 1024 * 1024;

const checkpoint = (file: string): void => {
  // Reopened each time: after a rebuild it is another file.
  const db = new Database(file, { fileMustExist: true, timeout: 0 });
  try {
    db.pragma('wal_checkpoint(PASSIVE)');
  } finally {
    db.close();
  }
};

nameThread('views-log');
const { file }: CheckpointSettings = workerData;
/** The log's last write before it was moved, ms since the epoch. */
let movedAt = 0;
setInterval(() => {
  try {
    const { size = 0, mtimeMs = 0 } = statSync(`${file}-wal`, { throwIfNoEntry: false }) ?? {};
    if (size < LOG_BYTES || mtimeMs === movedAt) return;
    movedAt = mtimeMs;
    checkpoint(file);
  } catch {
    // The file is being replaced, or it is damaged, which the projector detects.
  }
}, LOOK_MS);
