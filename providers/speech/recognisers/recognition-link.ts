/** One connection's account: which audio it was given, how fast, and what it owes. Without a socket and without a clock. */
import type { RecognitionLimits } from './limits.js';
import { passing, type RecognitionFailure } from './recognition-failure.js';
import type { ProtocolEvent, ProtocolSession, RecognitionProtocol } from './recognition-protocol.js';
import type { UnconfirmedAudio } from './unconfirmed-audio.js';

/** µ-law at 8,000 Hz. */
export const BYTES_PER_MS = 8;
/** Of one message; AssemblyAI takes at most a second (docs/protocols/recognition.md "AssemblyAI"). */
const MOST_MESSAGE_BYTES = 500 * BYTES_PER_MS;
/** µ-law for nothing. */
const SILENCE = 0xff;
/** A connection that has lasted so long was a good one, ms. */
const STABLE_MS = 10_000;
/** A socket does not say when it has sent what it held back. */
const LOOK_AGAIN_MS = 50;
const NEVER = Number.POSITIVE_INFINITY;

/** Begins with the first byte that is kept when it may first send. Times are ms of a clock that only goes forward. */
export class RecognitionLink {
  readonly #protocol: RecognitionProtocol;
  readonly #audio: UnconfirmedAudio;
  readonly #limits: RecognitionLimits;
  readonly #session: ProtocolSession;
  readonly #openedAt: number;
  #ready: boolean;
  /** Where its own clock is zero; it moves until the first byte is sent. */
  #base: number;
  /** Place in the stream behind what was sent. */
  #sentTo: number;
  #credit: number;
  #creditAt: number;
  /** When a message or an answer to a ping came. */
  #heardAt: number;
  #messageAt: number;
  /** What had been sent when the last message came. */
  #sentThen: number;
  /** A first message, words that become final, or nothing. */
  #owed: 'first' | 'words' | 'nothing' = 'first';
  #sentAt: number;
  #pingAt: number;
  #stalledAt = NEVER;
  /** When the credit allows more; NEVER while something else is waited for. */
  #moreAt = NEVER;
  #asked = false;
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

  /** Whether it takes audio. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Place in the stream behind what was sent. */
  get sentTo(): number {
    return this.#sentTo;
  }

  /** Whether the end of the audio was asked for. */
  get asked(): boolean {
    return this.#asked;
  }

  /** Whether the end was asked for, and nothing is left to be told. */
  get flushed(): boolean {
    return this.#flushed;
  }

  /** As ProtocolSession.read. @throws Error when the message is none of the protocol's */
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

  /** Whether words were told of that are not final. */
  owes(words: boolean): void {
    this.#owed = words ? 'words' : 'nothing';
  }

  /** A time of this connection's clock on that of the stream, and never beyond what was sent. */
  streamMs(ms: number): number {
    return Math.round(this.#base / BYTES_PER_MS + Math.min(Math.max(0, ms), this.#sentMs()));
  }

  /** What may be sent now. `queued`: bytes that the socket holds back. `finishing`: no more audio comes. */
  next(now: number, queued: number, finishing: boolean): readonly (string | Uint8Array)[] {
    if (!this.#ready || this.#asked) return [];
    if (this.#sentTo === this.#base) this.#begin();
    const messages = [...this.#audioNow(now, queued, finishing)];
    if (finishing && this.#sentTo === this.#audio.end()) {
      const finish = this.#session.finish(this.#sentMs());
      messages.push(...finish.messages);
      this.#asked = true;
      this.#flushed = finish.flushed;
    }
    const { keepAlive } = this.#protocol;
    if (messages.length === 0 && keepAlive !== null && now - this.#sentAt >= keepAlive.afterMs)
      messages.push(keepAlive.message);
    if (messages.length > 0) this.#sentAt = now;
    return messages;
  }

  /** Why it is given up; null: it is not. */
  overdue(now: number, queued: number): RecognitionFailure | null {
    const { mostQueuedBytes, stalledMs, silentMs, answerMs } = this.#limits;
    this.#stalledAt = queued <= mostQueuedBytes ? NEVER : Math.min(this.#stalledAt, now);
    if (now - this.#stalledAt >= stalledMs) return passing('timeout', 'it does not read');
    if (this.#sentTo > this.#base && this.#sentTo < this.#audio.start())
      return passing('timeout', 'it takes too little');
    if (now - this.#heardAt >= silentMs) return passing('timeout', 'no answer to a ping');
    // Words become final because of what comes after them: without audio there is nothing to wait for.
    const waitedMs = Math.min(now - this.#messageAt, (this.#sentTo - this.#sentThen) / BYTES_PER_MS);
    if (this.#owed !== 'nothing' && waitedMs >= answerMs) return passing('timeout', 'no words for audio');
    return null;
  }

  /** True once for each ping. */
  pingDue(now: number): boolean {
    if (now < this.#pingAt) return false;
    this.#pingAt = now + this.#limits.pingMs;
    return true;
  }

  stable(now: number): boolean {
    return now - this.#openedAt >= STABLE_MS;
  }

  /** When time alone changes something. */
  wakeAt(): number {
    const { keepAlive } = this.#protocol;
    const mayIdle = this.#ready && !this.#asked && keepAlive !== null;
    const keepAliveAt = mayIdle ? this.#sentAt + keepAlive.afterMs : NEVER;
    const { stalledMs, silentMs } = this.#limits;
    const givenUpAt = Math.min(this.#stalledAt + stalledMs, this.#heardAt + silentMs);
    return Math.min(this.#moreAt, this.#pingAt, givenUpAt, keepAliveAt);
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
    const { burstMs, catchUpSpeed, mostQueuedBytes } = this.#limits;
    const earned = (now - this.#creditAt) * catchUpSpeed * BYTES_PER_MS;
    this.#credit = Math.min(burstMs * BYTES_PER_MS, this.#credit + earned);
    this.#creditAt = now;
    this.#moreAt = NEVER;
    let held = queued;
    while (held <= mostQueuedBytes) {
      const piece = this.#piece(now, finishing);
      if (piece === null) return;
      const message = this.#session.audio(piece);
      held += message.length;
      yield message;
    }
    this.#moreAt = now + LOOK_AGAIN_MS;
  }

  /** The next message's audio; null: none now. */
  #piece(now: number, finishing: boolean): Uint8Array | null {
    const { messageBytes, shortMessages } = this.#protocol;
    const there = this.#audio.end() - this.#sentTo;
    if (there < (finishing ? 1 : messageBytes)) return null;
    const count = Math.min(there, MOST_MESSAGE_BYTES, Math.floor(this.#credit));
    const least = Math.min(there, messageBytes);
    if (count < least) {
      const rate = this.#limits.catchUpSpeed * BYTES_PER_MS;
      this.#moreAt = now + Math.ceil((least - this.#credit) / rate);
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
