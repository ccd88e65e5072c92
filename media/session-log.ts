/**
 * What went into a session, with its times, as JSON lines; and running it again. Because a session is a pure
 * state machine, a log of a call gives the same outputs as the call did.
 */
import { createMediaSession } from './session.js';
import type { SessionBrief, SessionInput, SessionOutput } from './session-io.js';

export interface LoggedInput {
  readonly atMs: number;
  readonly input: SessionInput;
}

export interface SessionLog {
  readonly brief: SessionBrief;
  readonly inputs: readonly LoggedInput[];
}

/** Bytes as base64 under a name that no input has. */
const BYTES = '$bytes';

const write = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) =>
    one instanceof Uint8Array ? { [BYTES]: Buffer.from(one).toString('base64') } : one,
  );

const read = (line: string): unknown =>
  JSON.parse(line, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && BYTES in one && typeof one[BYTES] === 'string'
      ? new Uint8Array(Buffer.from(one[BYTES], 'base64'))
      : one,
  );

/** The first line of a log. */
export const briefLine = (brief: SessionBrief): string => `${write(brief)}\n`;
/** A further line. Buffers are written before anybody can change them. */
export const inputLine = (input: SessionInput, atMs: number): string => {
  const plain = 'payload' in input ? { ...input, payload: new Uint8Array(input.payload) } : input;
  return `${write({ atMs, input: plain })}\n`;
};

/** A line that was cut by the end of its process is left out. */
export const parseSessionLog = (text: string): SessionLog => {
  const [first = '', ...rest] = text.split('\n');
  const brief = read(first) as SessionBrief;
  const inputs = rest.filter((line) => line.endsWith('}')).map((line) => read(line) as LoggedInput);
  return { brief, inputs };
};

/** Runs a log through a new session; the outputs of each input. */
export const replay = ({ brief, inputs }: SessionLog): readonly (readonly SessionOutput[])[] => {
  const session = createMediaSession(brief);
  return inputs.map(({ input, atMs }) => session.step(input, atMs));
};

/** A line to compare outputs by. */
export const outputLine = (outputs: readonly SessionOutput[]): string => write(outputs);
