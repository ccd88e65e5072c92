/**
 * A session's inputs with their times, and their replay. Because a session is a pure state machine, a log of a call gives the same
 * outputs as the call did. Logs are compressed records (log-records.ts); earlier builds wrote JSON lines, which are read as well.
 */
import { contentsOf, isCompressed } from '../../providers/session-logs/members.js';
import { isRecord } from '../../schemas/json.js';
import { createMediaSession } from './index.js';
import type { SessionBrief, SessionInput, SessionOutput } from './io.js';
import { type LogEnd, type LogRecord, recordsIn } from './log-records.js';

export { digest, isSameOutputs } from './log-digest.js';

/** A step of a session. */
export interface LoggedInput {
  readonly atMs: number;
  readonly input: SessionInput;
  /** Digest of the session's outputs, to compare a replay with (log-digest.ts). */
  readonly outputs: string;
  /** These outputs, without audio. Absent: there were none, or the log has no {@link SessionLog.build}. */
  readonly did?: readonly OutputGist[];
}

export interface SessionLog {
  readonly brief: SessionBrief;
  /** The build that wrote it; null in logs of older builds. */
  readonly build: string | null;
  readonly inputs: readonly LoggedInput[];
  /** Why the node stopped writing before the session ended; absent: it did not. */
  readonly incomplete?: LogEnd;
}

/** The sessions of a log, one after the other: a call has one on each node, and another each time its media has ended. */
interface SessionLogs {
  readonly sessions: readonly SessionLog[];
  /** Unreadable parts: a process that ended wrote them in part. */
  readonly torn: number;
}

/** Reads a log that another build may have written, or that is cut anywhere. Never throws. */
export const readSessionLogs = (log: string | Uint8Array): SessionLogs => {
  const sessions: { brief: SessionBrief; inputs: LoggedInput[]; incomplete?: LogEnd }[] = [];
  let torn = 0;
  const countTorn = (): void => {
    torn += 1;
  };
  for (const record of recordsOf(log, countTorn)) {
    const session = sessions.at(-1);
    if (record === null) continue;
    if (record.is === 'brief' && isBrief(record.brief)) sessions.push({ brief: record.brief, inputs: [] });
    else if (record.is === 'input' && isLogged(record) && session !== undefined)
      session.inputs.push({ atMs: record.atMs, input: record.input, outputs: record.outputs });
    else if (record.is === 'end' && isLogEnd(record.why) && session !== undefined)
      session.incomplete = record.why;
    else countTorn();
  }
  return { sessions, torn };
};

/** The first session of a log, as {@link readSessionLogs}. @throws Error if there is none */
export const parseSessionLog = (log: string | Uint8Array): SessionLog => {
  const [first] = readSessionLogs(log).sessions;
  if (first === undefined) throw new Error('the log has no session');
  return first;
};

/** Replays a log through a new session; returns the outputs of each input. */
export const replay = ({ brief, inputs }: SessionLog): readonly (readonly SessionOutput[])[] => {
  const session = createMediaSession(brief);
  return inputs.map(({ input, atMs }) => session.step(input, atMs));
};

function* recordsOf(log: string | Uint8Array, torn: () => void): Generator<LogRecord, void> {
  if (typeof log === 'string') yield* linesOf(log, torn);
  else if (isCompressed(log)) for (const content of contentsOf(log, torn)) yield* recordsIn(content, torn);
  else yield* linesOf(Buffer.from(log).toString('utf8'), torn);
}

/** Bytes in JSON lines: base64 under a name that no input has. */
const BYTES = '$bytes';

function* linesOf(text: string, torn: () => void): Generator<LogRecord, void> {
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const value = lineOrNull(line);
    if (isBrief(value)) yield { is: 'brief', brief: value };
    else if (isRecord(value) && typeof value.atMs === 'number' && typeof value.outputs === 'string')
      yield { is: 'input', atMs: value.atMs, input: value.input, outputs: value.outputs };
    else torn();
  }
}

const lineOrNull = (line: string): unknown => {
  try {
    return JSON.parse(line, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && BYTES in value && typeof value[BYTES] === 'string'
        ? new Uint8Array(Buffer.from(value[BYTES], 'base64'))
        : value,
    );
  } catch {
    return null;
  }
};

/** Checks what distinguishes it from an input; whatever else is missing shows when it is replayed. */
const isBrief = (value: unknown): value is SessionBrief & { readonly build?: string } =>
  isRecord(value) && typeof value.attachmentId === 'string' && isRecord(value.settings);

const isLogged = (record: Extract<LogRecord, { readonly is: 'input' }>): record is LoggedRecord =>
  isRecord(record.input) && typeof record.input.type === 'string';

type LoggedRecord = LoggedInput & { readonly is: 'input' };

const isLogEnd = (value: unknown): value is LogEnd =>
  value === 'disk' || value === 'backlog' || value === 'too_large';
