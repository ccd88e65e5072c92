/** The protocol of a simulated recogniser: that of one provider, as its documents describe it, from the server's side. */
import type { IncomingMessage } from 'node:http';
import type { Hearing, WordDetector } from '../support/word-detector.js';

/** One connection, as a dialect sees it. */
export interface Line {
  readonly url: URL;
  readonly detector: WordDetector;
  say(message: object): void;
  close(code: number): void;
  /** Ends everything being said now, and passes the result to the session. */
  flush(): void;
}

/** The kind of a message. */
type Taken =
  | { readonly type: 'audio'; readonly mulaw: Uint8Array }
  /** Recorded as it came. */
  | { readonly type: 'other' };

export interface DialectSession {
  /** @throws Error if the message is not part of the protocol: the connection is closed */
  take(data: Buffer, binary: boolean): Taken;
  hear(hearing: Hearing): void;
  /** Reports an error, as the provider does, and closes. */
  fail(): void;
}

export interface Dialect {
  readonly path: string;
  /** The key of a request; null if it has none. */
  keyOf(request: IncomingMessage, url: URL): string | null;
  /** A connection without a key is accepted: its first message may contain one. */
  readonly keyInMessage?: true;
  /** The invalid parameter, for which the upgrade is refused with 400; null if there is none. */
  complaint(url: URL): string | null;
  /** `isKey`: whether a connection may continue with the key of its first message, or without one there. */
  open(line: Line, isKey: (key: string | null) => boolean): DialectSession;
}

/** Parses a text message. @throws Error if it is not a JSON object */
export const jsonOf = (data: Buffer): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(data.toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Error('not an object');
  return { ...value };
};

/** The first query parameter that is not as required, by a pattern or a text; null if all are. */
export const complaintAbout = (
  { searchParams }: URL,
  expected: Readonly<Record<string, string | RegExp>>,
): string | null => {
  for (const [name, value] of Object.entries(expected)) {
    const actual = searchParams.get(name) ?? '';
    if (typeof value === 'string' ? actual !== value : !value.test(actual)) return name;
  }
  return null;
};

/** The credentials in an Authorization header of this scheme; null if there are none. */
export const authorizationOf = (request: IncomingMessage, scheme: string): string | null => {
  const { authorization = '' } = request.headers;
  const [actualScheme = '', key = ''] = authorization.split(' ');
  return actualScheme.toLowerCase() === scheme.toLowerCase() && key !== '' ? key : null;
};

/** Words as a sentence. */
export const sentence = (words: readonly { readonly text: string }[]): string =>
  words.map(({ text }) => text).join(' ');
