/**
 * A session's inputs with their times, and their replay. Because a session is a pure state machine, a log of a call gives the same
 * outputs as the call did. Logs are compressed records (log-records.ts); earlier builds wrote JSON lines, which are read as well.
 */
import { contentsOf, isCompressed } from '../../providers/session-logs/members.js';
import { isRecord } from '../../schemas/json.js';
import { createMediaSession } from './index.js';
import type { SessionBrief, SessionInput, SessionOutput } from './io.js';
import { type LogEnd, type LogRecord, recordsIn } from './log-records.js';
import type { OutputGist } from './output-gist.js';

export { digest, isSameOutputs } from './log-digest.js';

/** A step of a session. */
export interface LoggedInput {
  readonly atMs: number;
  readonly input: SessionInput;
  /** Digest of the session's outputs, to compare a replay with (log-digest.ts). */
  readonly outputs: string;
  /** What these outputs were. Absent: audio alone or nothing, or the log does not name its build. */
  readonly did?: readonly OutputGist[];
}

export interface SessionLog {
  readonly brief: SessionBrief;
  /** The build that recorded it; absent from logs of earlier builds. */
  readonly build?: string;
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

/** What a part of a log says. */
export type LogEntry =
  /** A session begins. `build`: null in logs of earlier builds. */
  | { readonly type: 'session'; readonly brief: SessionBrief; readonly build: string | null }
  /** Its next step. */
  | { readonly type: 'step'; readonly logged: LoggedInput }
  /** The node stopped writing. */
  | { readonly type: 'end'; readonly why: LogEnd }
  /** An unreadable part. */
  | { readonly type: 'torn' };

/** The parts of a log in order, which another build may have written, or which is cut anywhere. Never throws. */
export function* logEntries(log: string | Uint8Array): Generator<LogEntry, void> {
  let torn = 0;
  let did: readonly OutputGist[] | null = null;
  const countTorn = (): void => {
    torn += 1;
  };
  for (const record of recordsOf(log, countTorn)) {
    for (; torn > 0; torn -= 1) yield { type: 'torn' };
    if (record === null) continue;
    if (record.is === 'did') did = areGists(record.outputs) ? record.outputs : null;
    else {
      yield entryOf(record, did);
      did = null;
    }
  }
  for (; torn > 0; torn -= 1) yield { type: 'torn' };
}

const entryOf = (
  record: Exclude<LogRecord, null | { readonly is: 'did' }>,
  did: readonly OutputGist[] | null,
): LogEntry => {
  if (record.is === 'brief' && isBrief(record.brief)) {
    const { build = null, ...brief } = record.brief;
    return { type: 'session', brief, build };
  }
  if (record.is === 'end' && isLogEnd(record.why)) return { type: 'end', why: record.why };
  if (record.is !== 'input' || !isLogged(record)) return { type: 'torn' };
  const { atMs, input, outputs } = record;
  return { type: 'step', logged: { atMs, input, outputs, ...(did === null ? {} : { did }) } };
};

/** Reads a whole log, as {@link logEntries}. */
export const readSessionLogs = (log: string | Uint8Array): SessionLogs => {
  const sessions: (Omit<SessionLog, 'inputs' | 'incomplete'> & {
    readonly inputs: LoggedInput[];
    incomplete?: LogEnd;
  })[] = [];
  let torn = 0;
  for (const entry of logEntries(log)) {
    const session = sessions.at(-1);
    if (entry.type === 'session') {
      const { brief, build } = entry;
      sessions.push({ brief, ...(build === null ? {} : { build }), inputs: [] });
    } else if (entry.type === 'step' && session !== undefined) session.inputs.push(entry.logged);
    else if (entry.type === 'end' && session !== undefined) session.incomplete = entry.why;
    else torn += 1;
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
export const replay = ({
  brief,
  inputs,
}: Pick<SessionLog, 'brief' | 'inputs'>): readonly (readonly SessionOutput[])[] => {
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

const areGists = (value: unknown): value is readonly OutputGist[] =>
  Array.isArray(value) && value.every((gist) => isRecord(gist) && typeof gist.type === 'string');
