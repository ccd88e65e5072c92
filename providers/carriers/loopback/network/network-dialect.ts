/** A carrier's protocol, as far as the calls of the network differ by it. */

import type { CallFacts, CallStatus } from './call-facts.js';
import type { DialStatus } from './dialling.js';
import type { StreamIds, StreamWords } from './stream-words.js';
import type { Verb } from './verbs.js';

/** A request to the other side. */
export interface Callback {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Of one call. */
export interface NetworkDialect {
  readonly words: (ids: StreamIds) => StreamWords;
  /** What the other side is told of a status, `sequence`: from 0; null: nothing. */
  callback(call: CallFacts, status: CallStatus, sequence: number): Callback | null;
  /** What it does once it is answered; nothing: it is hung up. */
  document(call: CallFacts): Promise<readonly Verb[]>;
  /** What follows when somebody was put through. */
  follow(call: CallFacts, action: string, status: DialStatus): Promise<readonly Verb[]>;
  /** What the other side is told of a stream that has ended while the call goes on; `code`: RFC 6455; null: nothing. */
  streamOver(call: CallFacts, code: number): Callback | null;
}

const TIMEOUT_MS = 15_000;

/** Sends it; HTTP status and text of the answer, 0 when there was none. */
export const send = async ({
  url,
  headers,
  body,
}: Callback): Promise<{ readonly status: number; readonly text: string }> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
};
