/**
 * A recogniser's stream: the events of its protocol as events of recognition, and the audio that they confirm. Connections,
 * replay and deadlines are in ../../streams/reconnecting-stream.ts, the limits in limits.ts.
 */
import { ReconnectingStream } from '../../streams/reconnecting-stream.js';
import { failureOfCloseCode, passing } from '../../streams/stream-failure.js';
import type { LinkClock, StreamConnection, StreamStep } from '../../streams/stream-protocol.js';
import type { RecognisedWord, RecognitionEvent, RecognitionRequest } from '../recogniser.js';
import type { RecognitionLimits } from './limits.js';
import type {
  HeardFinal,
  ProtocolEvent,
  ProtocolSession,
  RecognitionProtocol,
} from './recognition-protocol.js';

/** Utterances that are in progress or await their final, at most. */
const MAX_GUESSES = 100;
/** Audio that is kept before a start, ms: words are reported a little late, so it may belong to them. */
const BEFORE_GUESS_MS = 500;

export const createRecognitionStream = (
  protocol: RecognitionProtocol,
  request: RecognitionRequest,
  limits: RecognitionLimits,
): ReconnectingStream<RecognitionEvent> => {
  const { name, messageBytes, shortMessages, keepAlive, goodbye } = protocol;
  return new ReconnectingStream<RecognitionEvent>(
    {
      name,
      messageBytes,
      shortMessages,
      keepAlive,
      goodbye,
      progress: 'confirmed',
      address: () => {
        const { url, headers } = protocol.address(request);
        return { url, headers };
      },
      open: (clock, now) => new RecognitionConnection(protocol, request, limits, clock, now),
      closed: (code, hasSentFinish) =>
        code === 1000 && hasSentFinish ? null : (protocol.closed(code) ?? failureOfCloseCode(code)),
      lost: () => [],
    },
    limits,
  );
};

class RecognitionConnection implements StreamConnection<RecognitionEvent> {
  readonly #protocol: RecognitionProtocol;
  readonly #request: RecognitionRequest;
  readonly #limits: RecognitionLimits;
  readonly #clock: LinkClock;
  readonly #session: ProtocolSession;
  #isReady: boolean;
  #isFlushed = false;
  #messageAt: number;
  /** Audio sent when the last message arrived, ms. */
  #sentThenMs = 0;
  /** What the server owes: a first message, words that become final, or nothing. */
  #owed: 'first' | 'words' | 'nothing' = 'first';
  /** Starts of speech that is not final yet; ms of the stream. */
  #guesses: readonly number[] = [];
  #confirmedMs = 0;

  constructor(
    protocol: RecognitionProtocol,
    request: RecognitionRequest,
    limits: RecognitionLimits,
    clock: LinkClock,
    openedAt: number,
  ) {
    this.#protocol = protocol;
    this.#request = request;
    this.#limits = limits;
    this.#clock = clock;
    this.#session = protocol.session();
    this.#isReady = !protocol.saysReady;
    this.#messageAt = openedAt;
  }

  opening(): string | null {
    return this.#protocol.address(this.#request).firstMessage;
  }

  isReady(): boolean {
    return this.#isReady;
  }

  isFlushed(): boolean {
    return this.#isFlushed;
  }

  read(message: string, now: number): StreamStep<RecognitionEvent> {
    const heard = this.#session.read(message, this.#clock.sentMs());
    this.#messageAt = now;
    this.#sentThenMs = this.#clock.sentMs();
    if (this.#owed === 'first') this.#owed = 'nothing';
    if (heard.some(({ type }) => type === 'ready')) this.#isReady = true;
    const events: RecognitionEvent[] = [];
    for (const event of heard) {
      if (event.type === 'failed') return { events, messages: [], failure: event.failure };
      events.push(...this.#heard(event));
      // Nothing follows.
      if (this.#isFlushed) break;
    }
    return { events, messages: [], failure: null };
  }

  due(now: number): StreamStep<RecognitionEvent> {
    // Words become final because of later audio, so time without audio does not count.
    const waitedMs = Math.min(now - this.#messageAt, this.#clock.sentMs() - this.#sentThenMs);
    const isLate = this.#owed !== 'nothing' && waitedMs >= this.#limits.answerMs;
    const failure = isLate ? passing('timeout', 'no transcript for audio') : null;
    return { events: [], messages: [], failure };
  }

  wakeAt(): number {
    return Number.POSITIVE_INFINITY;
  }

  audio(mulaw: Uint8Array): string | Uint8Array {
    return this.#session.audio(mulaw);
  }

  finish(): readonly string[] {
    const { messages, flushed } = this.#session.finish(this.#clock.sentMs());
    this.#isFlushed = flushed;
    return messages;
  }

  confirmedMs(): number {
    return this.#confirmedMs;
  }

  neededFromMs(): number {
    const quietMs = this.#clock.streamMs(this.#clock.sentMs()) - this.#limits.quietKeptMs;
    return Math.min(quietMs, Math.min(...this.#guesses) - BEFORE_GUESS_MS);
  }

  #heard(event: Exclude<ProtocolEvent, { readonly type: 'failed' }>): readonly RecognitionEvent[] {
    switch (event.type) {
      case 'ready':
        return [];
      case 'speech':
        this.#guess(this.#clock.streamMs(event.startMs));
        return [];
      case 'awaited':
        this.#owed = 'words';
        return [];
      case 'partial': {
        const text = event.text.trim();
        if (text === '') return [];
        const { startMs, endMs } = this.#spanOf(event);
        this.#guess(startMs);
        this.#owed = 'words';
        const { end } = event;
        return [{ type: 'partial', text, startMs, endMs, ...(end === undefined ? {} : { end }) }];
      }
      case 'final':
        return this.#final(event);
      case 'settled':
        this.#settle(this.#clock.streamMs(event.throughMs));
        return [];
      case 'flushed':
        this.#isFlushed = true;
        return [];
    }
  }

  #final(event: HeardFinal): readonly RecognitionEvent[] {
    const { startMs, endMs } = this.#spanOf(event);
    this.#owed = 'nothing';
    this.#settle(Math.max(endMs, this.#clock.streamMs(event.settledMs)));
    const text = event.text.trim();
    if (text === '') return [];
    const { confidence, endOfUtterance } = event;
    const final: RecognitionEvent = { type: 'final', text, startMs, endMs, confidence, endOfUtterance };
    const words = event.words?.map((word) => this.#onStream(word));
    return [words === undefined ? final : { ...final, words }];
  }

  #guess(startMs: number): void {
    if (this.#guesses.length < MAX_GUESSES && !this.#guesses.includes(startMs))
      this.#guesses = [...this.#guesses, startMs];
  }

  #settle(throughMs: number): void {
    this.#guesses = this.#guesses.filter((at) => at > throughMs);
    this.#confirmedMs = Math.max(this.#confirmedMs, throughMs);
  }

  #spanOf({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }) {
    const start = this.#clock.streamMs(startMs);
    return { startMs: start, endMs: Math.max(start, this.#clock.streamMs(endMs)) };
  }

  #onStream({ text, startMs, endMs }: RecognisedWord): RecognisedWord {
    return { text, startMs: this.#clock.streamMs(startMs), endMs: this.#clock.streamMs(endMs) };
  }
}
