/**
 * The WebSocket protocol of a network recogniser, without the socket: settings to address and headers, audio to messages,
 * messages to recognised words. Each protocol is one file; the common part is in recognition-stream.ts, and connections,
 * replay and deadlines in ../../streams/reconnecting-stream.ts.
 */

import type { StreamFailure } from '../../streams/stream-failure.js';
import type { StreamFormat } from '../../streams/stream-protocol.js';
import type { RecognisedWord, RecognitionRequest } from '../recogniser.js';

/** Times are ms of the audio sent on this connection. */
export type ProtocolEvent =
  /** The service accepts audio from now on. Only in protocols that report this. */
  | { readonly type: 'ready' }
  /** Speech has begun at `startMs`; words follow. */
  | { readonly type: 'speech'; readonly startMs: number }
  /** The speech is being transcribed, and words must follow. */
  | { readonly type: 'awaited' }
  | {
      readonly type: 'partial';
      readonly text: string;
      readonly startMs: number;
      readonly endMs: number;
      /** As in RecognitionEvent. */
      readonly end?: 'likely' | 'withdrawn';
    }
  | HeardFinal
  /** No speech before this time will be reported any more. */
  | { readonly type: 'settled'; readonly throughMs: number }
  /** Everything that `finish` requested has been reported. */
  | { readonly type: 'flushed' }
  | { readonly type: 'failed'; readonly failure: StreamFailure };

/** Words that will not change. */
export interface HeardFinal {
  readonly type: 'final';
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** As `throughMs` of `settled`; at least `endMs`. */
  readonly settledMs: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** The provider's model considers the turn finished; a mere pause does not count (media/policies/end-of-turn.ts judges those). */
  readonly endOfUtterance: boolean;
  readonly words: readonly RecognisedWord[] | null;
}

interface ProtocolAddress {
  /** ws: or wss:, without a key. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent before anything else; null: none. */
  readonly firstMessage: string | null;
}

/** How a protocol finishes the audio. */
interface Finishing {
  readonly messages: readonly string[];
  /** Whether no result is left to wait for. */
  readonly flushed: boolean;
}

/** One connection's messages. */
export interface ProtocolSession {
  /** Formats one message of audio. */
  audio(mulaw: Uint8Array): string | Uint8Array;
  /**
   * The events of a message; none if its kind is unknown. `sentMs`: audio sent so far.
   * @throws Error if the message violates the protocol
   */
  read(message: string, sentMs: number): readonly ProtocolEvent[];
  /** Called once, when all audio has been sent. */
  finish(sentMs: number): Finishing;
}

export interface RecognitionProtocol extends StreamFormat {
  /** Whether a `ready` event must arrive before audio may be sent. */
  readonly saysReady: boolean;
  address(request: RecognitionRequest): ProtocolAddress;
  session(): ProtocolSession;
  /** The meaning of a provider's own close code; null: as in RFC 6455. */
  closed(code: number): StreamFailure | null;
}
