/** Tracks one connection: the audio that was sent, its pace, and the results still due. Without a socket or a clock. */
import type { RecognitionLimits } from './limits.js';
import { passing, type RecognitionFailure } from './recognition-failure.js';
import type { ProtocolEvent, ProtocolSession, RecognitionProtocol } from './recognition-protocol.js';
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

/** Starts with the first byte that is kept when it can first send. Times are ms of a monotonic clock. */
export class RecognitionLink {
  readonly #protocol: RecognitionProtocol;
  readonly #audio: UnconfirmedAudio;
  readonly #limits: RecognitionLimits;
  readonly #session: ProtocolSession;
  readonly #openedAt: number;
  #ready: boolean;
  /** Position at which the connection's own clock is zero; it moves until the first byte is sent. */
  #base: number;
  /** Position in the stream after the audio that was sent. */
  #sentTo: number;
  #credit: number;
  #creditAt: number;
  /** When the last message or pong arrived. */
  #heardAt: number;
  #messageAt: number;
  /** `#sentTo` when the last message arrived. */
  #sentThen: number;
  /** What the server owes: a first message, words that become final, or nothing. */
  #owed: 'first' | 'words' | 'nothing' = 'first';
  #sentAt: number;
  #pingAt: number;
  #stalledAt = NEVER;
  /** When the credit allows more audio; NEVER while something else is awaited. */
  #moreAt = NEVER;
  #hasSentFinish = false;
  #flushed = false;

  constructor(
    protocol: RecognitionProtocol,
    audio: UnconfirmedAudio,
    limits: RecognitionLimits,
    openedAt: number,
  ) {
    this.#protocol = protocol;
    this.#audio = audio;
    this.#limits = limits;
    this.#session = protocol.session();
    this.#openedAt = openedAt;
    this.#ready = !protocol.saysReady;
    this.#base = audio.start();
    this.#sentTo = this.#base;
    this.#sentThen = this.#base;
    this.#credit = limits.burstMs * BYTES_PER_MS;
    this.#creditAt = openedAt;
    this.#heardAt = openedAt;
    this.#messageAt = openedAt;
    this.#sentAt = openedAt;
    this.#pingAt = openedAt + limits.pingMs;
  }

  /** Whether the connection accepts audio. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Position in the stream after the audio that was sent. */
  get sentTo(): number {
    return this.#sentTo;
  }

  /** Whether the messages that finish the audio were sent. */
  get hasSentFinish(): boolean {
    return this.#hasSentFinish;
  }

  /** Whether the audio was finished without any result left to wait for. */
  get flushed(): boolean {
    return this.#flushed;
  }

  /** As ProtocolSession.read. @throws Error if the message violates the protocol */
  read(message: string, now: number): readonly ProtocolEvent[] {
    const events = this.#session.read(message, this.#sentMs());
    this.#heardAt = now;
    this.#messageAt = now;
    this.#sentThen = this.#sentTo;
    if (this.#owed === 'first') this.#owed = 'nothing';
    if (events.some(({ type }) => type === 'ready')) this.#ready = true;
    return events;
  }

  ponged(now: number): void {
    this.#heardAt = now;
  }

  /** Sets whether reported words still have to become final. */
  owes(words: boolean): void {
    this.#owed = words ? 'words' : 'nothing';
  }

  /** Converts a time of this connection to the stream's clock, never beyond the audio that was sent. */
  streamMs(ms: number): number {
    return Math.round(this.#base / BYTES_PER_MS + Math.min(Math.max(0, ms), this.#sentMs()));
  }

  /** The messages to send now. `queued`: bytes in the socket's send buffer. `finishing`: no more audio comes. */
  next(now: number, queued: number, finishing: boolean): readonly (string | Uint8Array)[] {
    if (!this.#ready || this.#hasSentFinish) return [];
    if (this.#sentTo === this.#base) this.#begin();
    const messages = [...this.#audioNow(now, queued, finishing)];
    if (finishing && this.#sentTo === this.#audio.end()) {
      const finish = this.#session.finish(this.#sentMs());
      messages.push(...finish.messages);
      this.#hasSentFinish = true;
      this.#flushed = finish.flushed;
    }
    const { keepAlive } = this.#protocol;
    if (messages.length === 0 && keepAlive !== null && now - this.#sentAt >= keepAlive.afterMs)
      messages.push(keepAlive.message);
    if (messages.length > 0) this.#sentAt = now;
    return messages;
  }

  /** The reason to abandon the connection; null: there is none. */
  overdue(now: number, queued: number): RecognitionFailure | null {
    const { maxQueuedBytes, stalledMs, silentMs, answerMs } = this.#limits;
    this.#stalledAt = queued <= maxQueuedBytes ? NEVER : Math.min(this.#stalledAt, now);
    if (now - this.#stalledAt >= stalledMs) return passing('timeout', 'send buffer is stalled');
    if (this.#sentTo > this.#base && this.#sentTo < this.#audio.start())
      return passing('timeout', 'audio is accepted too slowly');
    if (now - this.#heardAt >= silentMs) return passing('timeout', 'no answer to a ping');
    // Words become final because of later audio, so time without audio does not count.
    const waitedMs = Math.min(now - this.#messageAt, (this.#sentTo - this.#sentThen) / BYTES_PER_MS);
    if (this.#owed !== 'nothing' && waitedMs >= answerMs)
      return passing('timeout', 'no transcript for audio');
    return null;
  }

  /** True once for each ping that is due. */
  pingDue(now: number): boolean {
    if (now < this.#pingAt) return false;
    this.#pingAt = now + this.#limits.pingMs;
    return true;
  }

  stable(now: number): boolean {
    return now - this.#openedAt >= STABLE_MS;
  }

  /** When something is due without further input. */
  wakeAt(): number {
    const { keepAlive } = this.#protocol;
    const canIdle = this.#ready && !this.#hasSentFinish && keepAlive !== null;
    const keepAliveAt = canIdle ? this.#sentAt + keepAlive.afterMs : NEVER;
    const { stalledMs, silentMs } = this.#limits;
    const failsAt = Math.min(this.#stalledAt + stalledMs, this.#heardAt + silentMs);
    return Math.min(this.#moreAt, this.#pingAt, failsAt, keepAliveAt);
  }

  #begin(): void {
    this.#base = this.#audio.start();
    this.#sentTo = this.#base;
    this.#sentThen = this.#base;
  }

  #sentMs(): number {
    return (this.#sentTo - this.#base) / BYTES_PER_MS;
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
      const message = this.#session.audio(piece);
      held += message.length;
      yield message;
    }
    this.#moreAt = now + POLL_MS;
  }

  /** The audio of the next message; null: none now. */
  #piece(now: number, finishing: boolean): Uint8Array | null {
    const { messageBytes, shortMessages } = this.#protocol;
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
