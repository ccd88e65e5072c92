/** The thread that waits for the disk while the log of the views is moved into their file (checkpointer.ts): answers each request. */
import { parentPort } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { nameThread } from '../../../actors/runtime/thread-name.js';

/** The file whose log is to be moved. */
export interface CheckpointRequest {
  readonly file: string;
}

nameThread('views-log');
parentPort?.on('message', ({ file }: CheckpointRequest) => {
  try {
    // Opened each time: after a rebuild it is another file.
    const db = new Database(file, { fileMustExist: true, timeout: 0 });
    try {
      db.pragma('wal_checkpoint(PASSIVE)');
    } finally {
      db.close();
    }
  } catch {
    // The file is being replaced, or it is damaged, which the projector detects.
  }
  parentPort?.postMessage('moved');
});
