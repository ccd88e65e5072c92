/**
 * One connection of a reconnecting stream: the audio that was sent on it, its pace, and its health. Without a socket or a
 * clock. Times are ms of a monotonic clock.
 */
import { passing, type StreamFailure } from './stream-failure.js';
import type { StreamLimits } from './stream-limits.js';
import type { LinkClock, StreamConnection, StreamFormat, StreamProtocol } from './stream-protocol.js';
import type { UnconfirmedAudio } from './unconfirmed-audio.js';

/** µ-law at 8,000 Hz. */
export const BYTES_PER_MS = 8;
/** Audio of one message; AssemblyAI accepts at most a second (docs/reference/protocols/recognition.md "AssemblyAI"). */
const MAX_MESSAGE_BYTES = 500 * BYTES_PER_MS;
/** Silence in µ-law. */
const SILENCE = 0xff;
/** A connection that has lasted this long counts as stable, ms. */
const STABLE_MS = 10_000;
/** Poll interval for the send buffer, ms: a socket does not report when it has drained. */
const POLL_MS = 50;
const NEVER = Number.POSITIVE_INFINITY;

/** Starts with the first byte that is kept when it can first send. */
export class StreamLink<Event> implements LinkClock {
  readonly connection: StreamConnection<Event>;
  readonly #format: StreamFormat;
  readonly #audio: UnconfirmedAudio;
  readonly #limits: StreamLimits;
  readonly #openedAt: number;
  /** Position at which the connection's own clock is zero; it moves until the first byte is sent. */
  #base: number;
  #sentTo: number;
  #credit: number;
  #creditAt: number;
  /** When the last message or pong arrived. */
  #heardAt: number;
  #sentAt: number;
  #pingAt: number;
  #stalledAt = NEVER;
  /** When the credit allows more audio; NEVER while something else is awaited. */
  #moreAt = NEVER;
  #hasSentFinish = false;

  constructor(
    protocol: StreamProtocol<Event>,
    audio: UnconfirmedAudio,
    limits: StreamLimits,
    openedAt: number,
  ) {
    this.#format = protocol;
    this.#audio = audio;
    this.#limits = limits;
    this.#openedAt = openedAt;
    this.#base = audio.start();
    this.#sentTo = this.#base;
    this.#credit = limits.burstMs * BYTES_PER_MS;
    this.#creditAt = openedAt;
    this.#heardAt = openedAt;
    this.#sentAt = openedAt;
    this.#pingAt = openedAt + limits.pingMs;
    this.connection = protocol.open(this, openedAt);
  }

  /** Position in the stream after the audio that was sent. */
  get sentTo(): number {
    return this.#sentTo;
  }

  /** Whether the messages that finish the audio were sent. */
  get hasSentFinish(): boolean {
    return this.#hasSentFinish;
  }

  sentMs(): number {
    return (this.#sentTo - this.#base) / BYTES_PER_MS;
  }

  streamMs(ms: number): number {
    return Math.round(this.#base / BYTES_PER_MS + Math.min(Math.max(0, ms), this.sentMs()));
  }

  /** A message or a pong arrived. */
  heard(now: number): void {
    this.#heardAt = now;
  }

  /** The messages to send now. `queued`: bytes in the socket's send buffer. `finishing`: no more audio comes. */
  next(now: number, queued: number, finishing: boolean): readonly (string | Uint8Array)[] {
    if (!this.connection.isReady() || this.#hasSentFinish) return [];
    if (this.#sentTo === this.#base) {
      this.#base = this.#audio.start();
      this.#sentTo = this.#base;
    }
    const messages = [...this.#audioNow(now, queued, finishing)];
    if (finishing && this.#sentTo === this.#audio.end()) {
      messages.push(...this.connection.finish());
      this.#hasSentFinish = true;
    }
    const { keepAlive } = this.#format;
    if (messages.length === 0 && keepAlive !== null && now - this.#sentAt >= keepAlive.afterMs)
      messages.push(keepAlive.message);
    if (messages.length > 0) this.#sentAt = now;
    return messages;
  }

  /** The reason to abandon the connection; null: there is none. */
  overdue(now: number, queued: number): StreamFailure | null {
    const { maxQueuedBytes, stalledMs, silentMs } = this.#limits;
    this.#stalledAt = queued <= maxQueuedBytes ? NEVER : Math.min(this.#stalledAt, now);
    if (now - this.#stalledAt >= stalledMs) return passing('timeout', 'send buffer is stalled');
    if (this.#sentTo > this.#base && this.#sentTo < this.#audio.start())
      return passing('timeout', 'audio is accepted too slowly');
    return now - this.#heardAt >= silentMs ? passing('timeout', 'no answer to a ping') : null;
  }

  /** True once for each ping that is due. */
  pingDue(now: number): boolean {
    if (now < this.#pingAt) return false;
    this.#pingAt = now + this.#limits.pingMs;
    return true;
  }

  isStable(now: number): boolean {
    return now - this.#openedAt >= STABLE_MS;
  }

  /** When something is due without further input. */
  wakeAt(): number {
    const { keepAlive } = this.#format;
    const canIdle = this.connection.isReady() && !this.#hasSentFinish && keepAlive !== null;
    const keepAliveAt = canIdle ? this.#sentAt + keepAlive.afterMs : NEVER;
    const { stalledMs, silentMs } = this.#limits;
    const failsAt = Math.min(this.#stalledAt + stalledMs, this.#heardAt + silentMs);
    return Math.min(this.#moreAt, this.#pingAt, failsAt, keepAliveAt, this.connection.wakeAt());
  }

  *#audioNow(now: number, queued: number, finishing: boolean): Generator<string | Uint8Array> {
    const { burstMs, catchUpSpeed, maxQueuedBytes } = this.#limits;
    const earned = (now - this.#creditAt) * catchUpSpeed * BYTES_PER_MS;
    this.#credit = Math.min(burstMs * BYTES_PER_MS, this.#credit + earned);
    this.#creditAt = now;
    this.#moreAt = NEVER;
    let held = queued;
    while (held <= maxQueuedBytes) {
      const piece = this.#piece(now, finishing);
      if (piece === null) return;
      const message = this.connection.audio(piece);
      held += message.length;
      yield message;
    }
    this.#moreAt = now + POLL_MS;
  }

  /** The audio of the next message; null: none now. */
  #piece(now: number, finishing: boolean): Uint8Array | null {
    const { messageBytes, shortMessages } = this.#format;
    const available = this.#audio.end() - this.#sentTo;
    if (available < (finishing ? 1 : messageBytes)) return null;
    const count = Math.min(available, MAX_MESSAGE_BYTES, Math.floor(this.#credit));
    const minimum = Math.min(available, messageBytes);
    if (count < minimum) {
      const rate = this.#limits.catchUpSpeed * BYTES_PER_MS;
      this.#moreAt = now + Math.ceil((minimum - this.#credit) / rate);
      return null;
    }
    this.#credit -= count;
    const read = this.#audio.read(this.#sentTo, count);
    this.#sentTo += count;
    if (count >= messageBytes || shortMessages) return read;
    const filled = new Uint8Array(messageBytes).fill(SILENCE);
    filled.set(read);
    return filled;
  }
}
