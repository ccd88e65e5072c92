/** The parts of a carrier's protocol that differ between calls of the network. */

import type { StreamIds, StreamProtocol } from './audio/stream-protocol.js';
import type { CallFacts, CallStatus } from './call-facts.js';
import type { DialStatus } from './dialling.js';
import type { Verb } from './verbs.js';

/** An HTTP request to the other side. */
export interface Callback {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Default: POST. A GET has no body. */
  readonly method?: 'GET' | 'POST';
}

/** The next instructions of a call, and where they are. */
interface Instructions {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** What the request reports beside the call. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The dialect of one call. */
export interface NetworkDialect {
  readonly protocol: (ids: StreamIds) => StreamProtocol;
  /** The callback for a status; `sequence`: from 0. Null: none. */
  callback(call: CallFacts, status: CallStatus, sequence: number): Callback | null;
  /** The call's verbs once it is answered; empty: the call is hung up. */
  document(call: CallFacts): Promise<readonly Verb[]>;
  /** The verbs that follow a transfer. */
  follow(call: CallFacts, action: string, status: DialStatus): Promise<readonly Verb[]>;
  /** The verbs of another document; absent: the carrier has no verb that names one. */
  fetch?(call: CallFacts, instructions: Instructions): Promise<readonly Verb[]>;
  /** Headers of the request that opens a stream; absent: none. */
  streamHeaders?(url: string): Readonly<Record<string, string>>;
  /** The callback for a stream that ended while the call continues; `code`: RFC 6455. Null: none. */
  streamEnded(call: CallFacts, code: number): Callback | null;
}

const TIMEOUT_MS = 15_000;

/** Sends the request; returns the HTTP status and text of the response, status 0 without one. */
export const send = async ({
  url,
  headers,
  body,
  method = 'POST',
}: Callback): Promise<{ readonly status: number; readonly text: string }> => {
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(method === 'GET' ? {} : { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
};
