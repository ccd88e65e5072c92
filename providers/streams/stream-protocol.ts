/**
 * The part of a reconnecting stream (reconnecting-stream.ts) that each protocol adds: addresses and audio formats, the
 * meaning of messages, and which audio they confirm. Without a socket or a clock.
 */
import type { StreamFailure } from './stream-failure.js';

/** The audio on one connection. */
export interface LinkClock {
  /** Audio sent on the connection so far, ms. */
  sentMs(): number;
  /** Converts a time of the connection to the stream's clock, never beyond the audio that was sent. */
  streamMs(ms: number): number;
}

/** The outcome of one message, or of elapsed time. */
export interface StreamStep<Event> {
  /** Times are ms of the stream. */
  readonly events: readonly Event[];
  /** The messages to send before more audio. */
  readonly messages: readonly string[];
  /** Not null: the connection can no longer be used. */
  readonly failure: StreamFailure | null;
}

/** The messages of a protocol that do not depend on what was said. */
export interface StreamFormat {
  /** The name in failures; contains no secret. */
  readonly name: string;
  /** Audio is gathered until a message has this many bytes; one byte is an eighth of a ms. */
  readonly messageBytes: number;
  /** Whether the last message may be shorter; otherwise it is padded with silence. */
  readonly shortMessages: boolean;
  /** Sent if nothing else was sent for `afterMs` ms; null: not needed. */
  readonly keepAlive: { readonly afterMs: number; readonly message: string } | null;
  /** Sent before an orderly close; null: nothing. */
  readonly goodbye: string | null;
}

export interface StreamProtocol<Event> extends StreamFormat {
  /** What proves that a connection is useful, and resets the count of attempts: it accepts audio, or it confirms some. */
  readonly progress: 'ready' | 'confirmed';
  /** `url`: ws: or wss:, without a key. */
  address(): { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  /** Called when a connection is open. `now`: ms of a monotonic clock, as below. */
  open(clock: LinkClock, now: number): StreamConnection<Event>;
  /** The meaning of a close; null: the orderly end of the stream. `hasSentFinish`: whether the audio was finished. */
  closed(code: number, hasSentFinish: boolean): StreamFailure | null;
  /** The events of a loss: of a connection that was ready, or of any connection without a next one. */
  lost(failure: StreamFailure, willRetry: boolean): readonly Event[];
}

/** One connection's messages. */
export interface StreamConnection<Event> {
  /** The first message; null: none. */
  opening(): string | null;
  /** Whether the server accepts audio. Once true, it stays true. */
  isReady(): boolean;
  /** @throws Error if the message violates the protocol */
  read(message: string, now: number): StreamStep<Event>;
  /** The step that is due without a message. */
  due(now: number): StreamStep<Event>;
  /** When `due` has work; infinity: not before the next input. */
  wakeAt(): number;
  /** Formats one message of audio. */
  audio(mulaw: Uint8Array): string | Uint8Array;
  /** Called once, when all audio has been sent. */
  finish(): readonly string[];
  /** Whether no result is left to wait for. */
  isFlushed(): boolean;
  /** Audio before this time has been reported and is never sent again; ms of the stream. */
  confirmedMs(): number;
  /** Audio from this time on may still be needed, as far as it is unconfirmed; ms of the stream. */
  neededFromMs(): number;
}
