/**
 * The names of session logs, in the store and in the spool of a node. A log belongs to the UTC day on which its call's media began,
 * so that a day's logs are removed together without a list of them.
 */
import { checkIds } from '../recordings/keys.js';

export const DAY_MS = 24 * 3_600_000;

/** Identifies the log of one session. */
export interface SessionLogId {
  /** As 2026-11-30. */
  readonly day: string;
  readonly businessId: string;
  readonly callId: string;
  /** Begins with the time at which the session began; unique. */
  readonly writer: string;
}

export const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The prefix of all logs of a day, or of a month (2026-11): they can be removed together. */
export const logsOf = (dayOrMonth: string): string =>
  `session-logs/${dayOrMonth.replace(/^(\d{4}-\d\d)-/, '$1/')}/`;

/** The prefix of a call's logs. @throws Error for IDs that are not UUIDs */
export const logsOfCall = (day: string, businessId: string, callId: string): string => {
  checkIds(businessId, callId);
  return `${logsOf(day)}${businessId}/${callId}/`;
};

/** The key of a session's log. @throws Error as {@link logsOfCall} */
export const logKey = ({ day, businessId, callId, writer }: SessionLogId): string =>
  `${logsOfCall(day, businessId, callId)}${writer}.gz`;

/** The key that marks the logs of a call as erased. @throws Error as {@link logsOfCall} */
export const erasedKey = (day: string, businessId: string, callId: string): string =>
  `${logsOfCall(day, businessId, callId).slice(0, -1)}.erased`;

/** `open`: its session is live, or its writer is gone. */
type SpoolState = 'open' | 'done';

/** A file of the spool. */
export interface SpooledLog extends SessionLogId {
  /** The thread that writes it: 0 is the main thread. */
  readonly thread: number;
  readonly state: SpoolState;
}

export const spoolName = ({ day, businessId, callId, writer, thread, state }: SpooledLog): string =>
  `${day}.${businessId}.${callId}.${writer}.${thread}.${state}`;

const SPOOL_NAME =
  /^(\d{4}-\d\d-\d\d)\.([0-9a-f-]{36})\.([0-9a-f-]{36})\.([0-9a-z-]{1,40})\.(\d{1,4})\.(open|done)$/;

/** Null: it is no file of the spool. */
export const spooledLog = (name: string): SpooledLog | null => {
  const [, day, businessId, callId, writer, thread, state] = SPOOL_NAME.exec(name) ?? [];
  if (day === undefined || businessId === undefined || callId === undefined || writer === undefined)
    return null;
  return {
    day,
    businessId,
    callId,
    writer,
    thread: Number(thread),
    state: state === 'open' ? 'open' : 'done',
  };
};
