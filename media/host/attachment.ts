/**
 * One socket of a call, from its opening to its close. It gets the call's session once it may serve the call, and keeps
 * earlier messages until then.
 *
 * A1. Customer audio that arrives while the session is being attached reaches the session afterwards (K2).
 * A2. Nothing is attached before it is known whether the socket may serve the call (K4).
 * A3. A displaced or closed socket feeds nothing more.
 */
import type { Logger } from 'pino';
import type { MediaDialect, MediaMessage } from '../../providers/carriers/media-dialect.js';
import { alawToMulaw } from '../../providers/speech/dsp/g711.js';
import { assertNever } from '../../schemas/assert.js';
import type { LiveSession } from '../driver/live-session.js';
import type { MediaConnection, MediaSocket } from '../media-host.js';
import { createSocketGuard, MAX_BAD_MESSAGES } from './socket-guard.js';

/** RFC 4733 section 3.2. */
const DTMF_DIGIT = /^[0-9*#A-D]$/;
/** How long a socket may stay open without a `start`, ms. */
const START_WITHIN_MS = 10_000;
/** Most messages kept while the session is being attached: ten seconds of a call. */
const MAX_PENDING_MESSAGES = 600;

/** Close codes of a socket (RFC 6455 section 7.4.1). */
export const CLOSE = {
  normal: 1000,
  goingAway: 1001,
  unsupported: 1003,
  policy: 1008,
  internal: 1011,
} as const;

/** Close reason if the call cannot be served. */
export const NOT_LIVE = 'the call is not live';

/** A message that waits for its session, with the time at which it was read, ms. */
interface PendingMessage {
  readonly message: StreamMessage;
  readonly arrivedAt: number;
}

type StartMessage = Extract<MediaMessage, { readonly type: 'start' }>;
/** Messages of a running stream, for its session. */
type StreamMessage = Extract<MediaMessage, { readonly type: 'media' | 'mark' | 'dtmf' }>;

/** The call, as its socket sees it. */
export interface AttachedCall {
  readonly callId: string;
  readonly dialect: MediaDialect;
  readonly logger: Logger;
  /** ms, monotonic */
  readonly now: () => number;
  /** Resolves with the reason why this socket may not serve the call; null: it may. */
  readonly refusal: Promise<string | null>;
  /** The call's session, which starts with its first socket. @throws Error if the call is not live */
  readonly session: (carrierCallId: string) => Promise<LiveSession>;
  /** Whether the media is ending: no further socket is accepted. */
  readonly isEnding: () => boolean;
  /** Whether another socket has taken over the call. */
  readonly isTakenOver: () => boolean;
  /** The socket is refused. */
  readonly onRefused: () => void;
  /** The socket has closed. `stopped`: the carrier had announced the end of its stream. */
  readonly onClosed: (stopped: boolean) => void;
}

export interface Attachment extends MediaConnection {
  /** When the socket opened or last received a message, ms. */
  lastMessageAt(): number;
  /** Closes the socket; its owner reports when it has closed. */
  close(code: number, reason: string): void;
  /** Closes the socket in favour of another one; what still arrives on it is ignored. */
  displace(): void;
}

export const attachSocket = (socket: MediaSocket, call: AttachedCall): Attachment =>
  new SocketAttachment(socket, call);

class SocketAttachment implements Attachment {
  readonly #socket: MediaSocket;
  readonly #call: AttachedCall;
  readonly #guard = createSocketGuard();
  readonly #read: (message: Uint8Array) => MediaMessage;
  readonly #noStart: NodeJS.Timeout;
  #lastMessageAt: number;
  #streamId: string | null = null;
  /** Whether the customer's audio is A-law. */
  #isAlaw = false;
  /** A1: null once messages go straight to the session. */
  #pending: PendingMessage[] | null = [];
  #session: LiveSession | null = null;
  #hasEnded = false;
  #stopped = false;

  constructor(socket: MediaSocket, call: AttachedCall) {
    this.#socket = socket;
    this.#call = call;
    this.#read = call.dialect.reader();
    this.#lastMessageAt = call.now();
    this.#noStart = setTimeout(
      () => this.#streamId === null && this.#closeOnce(CLOSE.policy, 'no start'),
      START_WITHIN_MS,
    );
    void call.refusal.then((reason) => {
      if (reason !== null && !this.#hasEnded) this.#refuse({ reason }, reason);
    });
  }

  lastMessageAt(): number {
    return this.#lastMessageAt;
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  displace(): void {
    const { logger, callId, now } = this.#call;
    this.#end();
    logger.warn({ event: 'media.socket.displaced', callId, silentMs: now() - this.#lastMessageAt });
    this.#socket.close(CLOSE.goingAway, 'another socket took over');
    this.#detach();
  }

  onText(message: Uint8Array): void {
    const at = this.#call.now();
    this.#lastMessageAt = at;
    if (!this.#hasEnded) this.#onMessage(this.#read(message), at);
  }

  onBinary(): void {
    this.#closeOnce(CLOSE.unsupported, 'text messages only');
  }

  onClose(): void {
    if (this.#hasEnded) return;
    this.#end();
    this.#detach();
    this.#call.onClosed(this.#stopped);
  }

  #end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#noStart);
  }

  #detach(): void {
    this.#session?.attach(null);
    this.#session?.feed({ type: 'disconnected' });
  }

  #closeOnce(code: number, reason: string): void {
    if (this.#hasEnded) return;
    const { logger, callId } = this.#call;
    const level = code === CLOSE.normal ? 'debug' : 'warn';
    logger[level]({ event: 'media.socket.closing', callId, code, reason });
    this.#socket.close(code, reason);
  }

  #rejectMessage(reason: string): void {
    const { logger, callId } = this.#call;
    const { count, tooMany } = this.#guard.bad();
    if (count === 1 || count === MAX_BAD_MESSAGES)
      logger.warn({ event: 'media.socket.bad_message', callId, reason, count });
    if (tooMany) this.#closeOnce(CLOSE.policy, 'too many bad messages');
  }

  #refuse(why: { readonly reason: string } | { readonly err: unknown }, closeReason: string): void {
    const { logger, callId, onRefused } = this.#call;
    logger.warn({ event: 'media.socket.refused', callId, ...why });
    this.#closeOnce(CLOSE.policy, closeReason);
    onRefused();
  }

  #onMessage(message: MediaMessage, arrivedAt: number): void {
    if (this.#guard.flooded(message, arrivedAt)) return this.#closeOnce(CLOSE.policy, 'too much at once');
    if (message.type === 'connected' || message.type === 'ignored') return;
    if (message.type === 'invalid') return this.#rejectMessage(message.reason);
    if (message.type === 'start') return this.#onStart(message, arrivedAt);
    if (message.streamId !== this.#streamId) return this.#rejectMessage('another stream');
    if (message.type === 'stop') {
      // The carrier ended the stream, it did not lose it: there is nothing to wait for.
      this.#stopped = true;
      return this.#closeOnce(CLOSE.normal, 'stopped');
    }
    if (message.type === 'dtmf' && !DTMF_DIGIT.test(message.digit)) return this.#rejectMessage('not a digit');
    if (this.#pending === null) this.#hear(message, arrivedAt);
    else if (this.#pending.length < MAX_PENDING_MESSAGES) this.#pending.push({ message, arrivedAt });
  }

  #onStart(message: StartMessage, arrivedAt: number): void {
    if (this.#streamId !== null) return this.#rejectMessage('a second start');
    this.#streamId = message.streamId;
    this.#isAlaw = message.encoding === 'alaw';
    void this.#start(message, arrivedAt);
  }

  async #start({ streamId, carrierCallId }: StartMessage, arrivedAt: number): Promise<void> {
    const { refusal, isEnding, isTakenOver } = this.#call;
    if ((await refusal) !== null || this.#hasEnded) return; // A2
    if (isEnding()) return this.#closeOnce(CLOSE.goingAway, 'going away');
    try {
      const session = await this.#call.session(carrierCallId);
      if (this.#hasEnded) return; // A3
      this.#startStream(session, streamId, arrivedAt);
    } catch (error) {
      // The socket that took over requests the session itself.
      if (!isTakenOver()) this.#refuse({ err: error }, NOT_LIVE);
    }
  }

  #startStream(session: LiveSession, streamId: string, arrivedAt: number): void {
    const writer = this.#call.dialect.writer(streamId);
    this.#session = session;
    session.attach({
      audio: (payload) => void this.#socket.send(writer.media(payload)),
      mark: (name) => void this.#socket.send(writer.mark(name)),
      clear: () => void this.#socket.send(writer.clear()),
      together: (work) => this.#socket.cork(work),
    });
    session.feed({ type: 'connected' }, arrivedAt);
    const waited = this.#pending ?? [];
    this.#pending = null;
    for (const pending of withIdealArrivals(waited)) this.#hear(pending.message, pending.arrivedAt);
  }

  #hear(message: StreamMessage, arrivedAt: number): void {
    switch (message.type) {
      case 'media': {
        const { timestampMs } = message;
        const payload = this.#isAlaw ? alawToMulaw(message.payload) : message.payload;
        const waitedMs = this.#call.now() - arrivedAt;
        return this.#session?.feed({ type: 'audio', timestampMs, payload, waitedMs }, arrivedAt);
      }
      case 'mark':
        return this.#session?.feed({ type: 'mark', name: message.name }, arrivedAt);
      case 'dtmf':
        return this.#session?.feed({ type: 'dtmf', digit: message.digit }, arrivedAt);
      default:
        assertNever(message);
    }
  }
}

/** Longer than a thread is ever busy, ms: a message later than this belongs to another timestamp count. */
const MOST_LATE_MS = 5_000;

/**
 * The messages with the times at which an idle thread would have read them. Audio arrives in real time, so the message
 * that was read soonest after it was spoken shows when the stream began, and with it when all other audio arrived.
 */
const withIdealArrivals = (messages: readonly PendingMessage[]): readonly PendingMessage[] => {
  const began = Math.min(
    ...messages.map(({ message, arrivedAt }) =>
      message.type === 'media' ? arrivedAt - message.timestampMs : Number.POSITIVE_INFINITY,
    ),
  );
  return messages.map(({ message, arrivedAt }) => {
    if (message.type !== 'media') return { message, arrivedAt };
    const idealAt = began + message.timestampMs;
    return { message, arrivedAt: arrivedAt - idealAt > MOST_LATE_MS ? arrivedAt : idealAt };
  });
};
