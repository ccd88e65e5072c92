/** What a simulated recogniser speaks: one provider's protocol as its documents have it, from the server's side. */
import type { IncomingMessage } from 'node:http';
import type { Ear, Hearing } from './ear.js';

/** One connection, as a dialect sees it. */
export interface Line {
  readonly url: URL;
  readonly ear: Ear;
  say(message: object): void;
  close(code: number): void;
  /** Has the session told what is heard when all that was said ends now. */
  flush(): void;
}

/** What a message is. */
type Taken =
  | { readonly type: 'audio'; readonly mulaw: Uint8Array }
  /** Written down as it came. */
  | { readonly type: 'other' };

export interface DialectSession {
  /** @throws Error when the message is none of the protocol's: the connection is closed */
  take(data: Buffer, binary: boolean): Taken;
  hear(hearing: Hearing): void;
  /** Says that something went wrong, as the provider does, and closes. */
  fail(): void;
}

export interface Dialect {
  readonly path: string;
  /** The key that a request shows; null: none. */
  keyOf(request: IncomingMessage, url: URL): string | null;
  /** A connection without a key is let in: its first message may have one. */
  readonly keyInMessage?: true;
  /** What of the parameters is wrong: the upgrade is refused with 400. Null: nothing. */
  complaint(url: URL): string | null;
  /** `isKey`: whether a connection may go on with the key of its first message, or without one there. */
  open(line: Line, isKey: (key: string | null) => boolean): DialectSession;
}

/** Of a text message. @throws Error when it is no JSON object */
export const jsonOf = (data: Buffer): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(data.toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Error('not an object');
  return { ...value };
};

/** What has to be in a query, by name; a pattern or a text. */
export const complaintAbout = (
  { searchParams }: URL,
  wanted: Readonly<Record<string, string | RegExp>>,
): string | null => {
  for (const [name, value] of Object.entries(wanted)) {
    const given = searchParams.get(name) ?? '';
    if (typeof value === 'string' ? given !== value : !value.test(given)) return name;
  }
  return null;
};

/** The scheme-less rest of an Authorization header of that scheme. */
export const authorizationOf = (request: IncomingMessage, scheme: string): string | null => {
  const { authorization = '' } = request.headers;
  const [given = '', key = ''] = authorization.split(' ');
  return given.toLowerCase() === scheme.toLowerCase() && key !== '' ? key : null;
};

/** Words as a sentence. */
export const sentence = (words: readonly { readonly text: string }[]): string =>
  words.map(({ text }) => text).join(' ');
