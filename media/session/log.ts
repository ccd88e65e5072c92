/**
 * A session's inputs with their times, as JSON lines, and their replay. Because a session is a pure state machine, a log
 * of a call gives the same outputs as the call did.
 */
import { createHash } from 'node:crypto';
import { isRecord } from '../../schemas/json.js';
import { createMediaSession } from './index.js';
import type { SessionBrief, SessionInput, SessionOutput } from './io.js';

interface LoggedInput {
  readonly atMs: number;
  readonly input: SessionInput;
  /** Digest of the session's outputs, to compare a replay with. */
  readonly outputs: string;
}

export interface SessionLog {
  readonly brief: SessionBrief;
  readonly inputs: readonly LoggedInput[];
}

/** Bytes as base64 under a name that no input has. */
const BYTES = '$bytes';

const write = (value: unknown): string => JSON.stringify(withBase64(value));

/** Buffers turn themselves into number lists before a replacer sees them, so bytes are replaced beforehand. */
const withBase64 = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return { [BYTES]: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return value.map(withBase64);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, withBase64(part)]));
};

const read = (line: string): unknown =>
  JSON.parse(line, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && BYTES in value && typeof value[BYTES] === 'string'
      ? new Uint8Array(Buffer.from(value[BYTES], 'base64'))
      : value,
  );

/** The first line of a log. */
export const briefLine = (brief: SessionBrief): string => `${write(brief)}\n`;
/** A further line. */
export const inputLine = (input: SessionInput, atMs: number, outputs: readonly SessionOutput[]): string => {
  return `${write({ atMs, input, outputs: digest(outputs) })}\n`;
};

/** A digest that distinguishes two lists of outputs. */
export const digest = (outputs: readonly SessionOutput[]): string =>
  outputs.length === 0 ? '' : createHash('sha1').update(write(outputs)).digest('base64url');

/** A line that was cut by the end of its process is skipped. */
export const parseSessionLog = (text: string): SessionLog => {
  const [first = '', ...rest] = text.split('\n');
  const brief = read(first) as SessionBrief;
  const inputs = rest.filter((line) => line.endsWith('}')).map((line) => read(line) as LoggedInput);
  return { brief, inputs };
};

/** The sessions of a log, one after the other: a call has one on each node, and another each time its media has ended. */
interface SessionLogs {
  readonly sessions: readonly SessionLog[];
  /** Unreadable lines: a process that ended wrote them in part. */
  readonly torn: number;
}

/** As {@link parseSessionLog}, for a log that another build may have written, or that is cut anywhere. */
export const readSessionLogs = (text: string): SessionLogs => {
  const sessions: { readonly brief: SessionBrief; readonly inputs: LoggedInput[] }[] = [];
  let torn = 0;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const value = readOrNull(line);
    const inputs = sessions.at(-1)?.inputs;
    if (isBrief(value)) sessions.push({ brief: value, inputs: [] });
    else if (isLogged(value) && inputs !== undefined) inputs.push(value);
    else torn += 1;
  }
  return { sessions, torn };
};

const readOrNull = (line: string): unknown => {
  try {
    return read(line);
  } catch {
    return null;
  }
};

/** Checks what distinguishes it from an input; whatever else is missing shows when it is replayed. */
const isBrief = (value: unknown): value is SessionBrief =>
  isRecord(value) && typeof value.attachmentId === 'string' && isRecord(value.settings);

const isLogged = (value: unknown): value is LoggedInput =>
  isRecord(value) &&
  typeof value.atMs === 'number' &&
  typeof value.outputs === 'string' &&
  isRecord(value.input) &&
  typeof value.input.type === 'string';

/** Replays a log through a new session; returns the outputs of each input. */
export const replay = ({ brief, inputs }: SessionLog): readonly (readonly SessionOutput[])[] => {
  const session = createMediaSession(brief);
  return inputs.map(({ input, atMs }) => session.step(input, atMs));
};
