/** Writes the log of a live session, in chunks of whole records. */
import type { LogFile, LoggedCall } from '../../providers/session-logs/spool.js';
import type { SessionBrief, SessionInput, SessionOutput } from '../session/io.js';
import { createRecordBuffer, endRecord, type LogEnd } from '../session/log-records.js';
import { sessionBuild } from './session-build.js';

/** A chunk is handed over when it has this size or age, or at the end: a killed process loses at most the last one. */
const CHUNK_BYTES = 64 * 1024;
const CHUNK_MS = 5_000;

/** Opens the log file of a call's session. */
export type OpenSessionLog = (call: LoggedCall, endRecord: (why: LogEnd) => Uint8Array) => LogFile;

export interface SessionLogWriter {
  /** Adds an input with its time on the session's clock. */
  add(input: SessionInput, atMs: number, outputs: readonly SessionOutput[]): void;
  /** Resolves once the log is on disk. Never throws. */
  close(): Promise<void>;
}

/** Begins the log of a session. */
export const startSessionLog = (
  open: OpenSessionLog,
  { businessId, callId }: Omit<LoggedCall, 'startedAt'>,
  brief: SessionBrief,
): SessionLogWriter => {
  const file = open({ businessId, callId, startedAt: brief.epochMs }, endRecord);
  const records = createRecordBuffer();
  let takenAtMs = 0;
  const handOver = (atMs: number): void => {
    takenAtMs = atMs;
    file.write(records.take());
  };
  records.addBrief(brief, sessionBuild());
  return {
    add: (input, atMs, outputs) => {
      records.addInput(input, atMs, outputs);
      if (records.size() >= CHUNK_BYTES || atMs - takenAtMs >= CHUNK_MS) handOver(atMs);
    },
    close: () => {
      handOver(takenAtMs);
      return file.close();
    },
  };
};
