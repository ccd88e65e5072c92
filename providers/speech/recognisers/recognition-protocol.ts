/**
 * What a network service speaks on its websocket, as code without a socket: settings to address and headers, audio to
 * messages, messages to what was heard. One file a protocol; what they have in common, connecting, replaying, deadlines, is
 * in recognition-stream.ts.
 */
import type { RecognisedWord, RecognitionRequest } from '../recogniser.js';
import type { RecognitionFailure } from './recognition-failure.js';

/** Times are ms of the audio that was sent on this connection. */
export type ProtocolEvent =
  /** From now on it takes audio. Only of protocols that say so. */
  | { readonly type: 'ready' }
  /** Somebody speaks since then; words follow. */
  | { readonly type: 'speech'; readonly startMs: number }
  /** Words are being made of what was said, and have to come. */
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
  /** Nothing that was said before this will be told of any more. */
  | { readonly type: 'settled'; readonly throughMs: number }
  /** All that was asked for by `finish` has been told. */
  | { readonly type: 'flushed' }
  | { readonly type: 'failed'; readonly failure: RecognitionFailure };

/** Words that will not change. */
export interface HeardFinal {
  readonly type: 'final';
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** As of `settled`; at least `endMs`. */
  readonly settledMs: number;
  /** 0 to 1. */
  readonly confidence: number;
  /** The provider's model says that the speaker has finished; a pause alone does not (media/end-of-turn.ts judges those). */
  readonly endOfUtterance: boolean;
  readonly words: readonly RecognisedWord[] | null;
}

interface ProtocolAddress {
  /** ws: or wss:, without a key. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Sent before anything else; null: nothing. */
  readonly firstMessage: string | null;
}

/** How the end of the audio is asked for. */
interface Finishing {
  readonly messages: readonly string[];
  /** Nothing is left to be told. */
  readonly flushed: boolean;
}

/** One connection's messages. */
export interface ProtocolSession {
  /** One message of audio. */
  audio(mulaw: Uint8Array): string | Uint8Array;
  /**
   * What a message says; nothing where it is of a kind that is not known. `sentMs`: audio that was sent so far.
   * @throws Error when it is none of the protocol's
   */
  read(message: string, sentMs: number): readonly ProtocolEvent[];
  /** Asked once, when all audio has been sent. */
  finish(sentMs: number): Finishing;
}

export interface RecognitionProtocol {
  /** As it is called in failures, without a secret. */
  readonly name: string;
  /** Audio is gathered until a message has so many bytes; one byte is an eighth of a ms. */
  readonly messageBytes: number;
  /** The last message may be shorter; otherwise it is filled up with silence. */
  readonly shortMessages: boolean;
  /** Whether a `ready` event has to come before audio may be sent. */
  readonly saysReady: boolean;
  /** What is sent when nothing else was, so many ms after the last message; null: nothing is needed. */
  readonly keepAlive: { readonly afterMs: number; readonly message: string } | null;
  /** Sent before the connection is given up in good order; null: nothing. */
  readonly goodbye: string | null;
  address(request: RecognitionRequest): ProtocolAddress;
  session(): ProtocolSession;
  /** What a close code of the provider's own means; null: as RFC 6455 has it. */
  closed(code: number): RecognitionFailure | null;
}
