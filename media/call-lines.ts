/**
 * Opens lines to calls, from any process (call-line.ts): over NATS, to the host of the call's live session
 * (line-host.ts). It guarantees:
 *
 * N1. A line hears one session only, the one that accepted it; messages from another session of the same call are
 *     ignored.
 * N2. Media that sends nothing for four seconds is lost; it ticks 50 times a second.
 * N3. A line sends no more than a voice: 50 frames a second, and at most one second ahead.
 */
import { errors, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { DomainError } from '../schemas/errors.js';
import type { CallLine, CallLines, LineEvents, LineRequest } from './call-line.js';
import { FRAME_BYTES, FRAME_MS } from './frames.js';
import {
  ANSWER_MS,
  BEAT_MS,
  decodeAnswer,
  decodeNews,
  encodeQuestion,
  encodeSaid,
  GONE_MS,
  hostIn,
  hostSubject,
  type LineQuestion,
  type LineSaid,
  openSubject,
} from './line-messages.js';

/** How far a line's sender may be ahead of real time, ms. */
const MOST_AHEAD_MS = 1_000;

export interface CallLinesDeps {
  readonly nc: NatsConnection;
  /** A UUID. */
  readonly newId: () => string;
  /** ms, monotonic */
  readonly now: () => number;
}

export const createCallLines = (deps: CallLinesDeps): CallLines => ({
  open: async (request, events) => {
    const line = new OpenLine(deps, request, events);
    await line.open();
    return line;
  },
});

class OpenLine implements CallLine {
  readonly #deps: CallLinesDeps;
  readonly #request: LineRequest;
  readonly #events: LineEvents;
  readonly #id: string;
  readonly #heard: Subscription;
  #beat: NodeJS.Timeout | null = null;
  /** Null until a host has answered. N1 */
  #host: string | null = null;
  #speaker: string | null = null;
  #heardAt = 0;
  /** When the frames sent so far have played, ms. N3 */
  #saidUntil = Number.NEGATIVE_INFINITY;
  #over = false;

  constructor(deps: CallLinesDeps, request: LineRequest, events: LineEvents) {
    this.#deps = deps;
    this.#request = request;
    this.#events = events;
    this.#id = deps.newId();
    const { businessId, callId } = request;
    // Subscribes before a host answers, so that messages right after the answer are heard.
    this.#heard = deps.nc.subscribe(hostSubject(businessId, callId, '*', 'heard'), {
      callback: (error, message) => {
        if (error === null && hostIn(message.subject) === this.#host) this.#onNews(message.data);
      },
    });
  }

  async open(): Promise<void> {
    const { businessId, callId, by, purpose } = this.#request;
    const { now } = this.#deps;
    try {
      const subject = openSubject(businessId, callId);
      const { host, speaker } = await this.#ask(subject, { type: 'open', line: this.#id, by, purpose });
      this.#host = host;
      this.#speaker = speaker;
      this.#heardAt = now();
      this.#beat = setInterval(() => this.#onBeat(), BEAT_MS);
      this.#beat.unref();
      // By then the caller of `open` holds the line.
      setImmediate(() => this.#tellSpeaker());
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  speak(frame: Uint8Array): void {
    if (this.#speaker !== this.#id || frame.length !== FRAME_BYTES) return;
    const at = this.#deps.now();
    this.#saidUntil = Math.max(this.#saidUntil, at);
    if (this.#saidUntil - at >= MOST_AHEAD_MS) return;
    this.#saidUntil += FRAME_MS;
    this.#say({ type: 'frame', line: this.#id, frame });
  }

  async takeOver(): Promise<void> {
    const { speaker } = await this.#askHost({ type: 'take_over', line: this.#id });
    this.#onSpeaker(speaker);
  }

  async handBack(note: string): Promise<void> {
    const { speaker } = await this.#askHost({ type: 'hand_back', line: this.#id, note });
    this.#onSpeaker(speaker);
  }

  close(): void {
    if (this.#over) return;
    this.#say({ type: 'bye', line: this.#id });
    this.#leave();
  }

  #leave(): void {
    this.#over = true;
    this.#heard.unsubscribe();
    if (this.#beat !== null) clearInterval(this.#beat);
  }

  #end(reason: 'ended' | 'lost'): void {
    if (this.#over) return;
    this.#leave();
    this.#events.onEnd(reason);
  }

  #onBeat(): void {
    if (this.#deps.now() - this.#heardAt > GONE_MS) return this.#end('lost'); // N2
    this.#say({ type: 'here', line: this.#id });
  }

  #onNews(bytes: Uint8Array): void {
    const news = decodeNews(bytes);
    if (news === null || this.#over) return;
    this.#heardAt = this.#deps.now();
    if (news.type === 'frame') this.#events.onFrame(news);
    else if (news.type === 'speaker') this.#onSpeaker(news.speaker);
    else this.#end(news.reason);
  }

  #onSpeaker(speaker: string | null): void {
    if (speaker === this.#speaker) return;
    this.#speaker = speaker;
    this.#tellSpeaker();
  }

  #tellSpeaker(): void {
    if (this.#over) return;
    const speaker = this.#speaker;
    this.#events.onSpeaker(
      speaker === null ? { type: 'agent' } : { type: 'operator', me: speaker === this.#id },
    );
  }

  #say(said: LineSaid): void {
    const { businessId, callId } = this.#request;
    const { nc } = this.#deps;
    if (this.#host !== null && !nc.isClosed())
      nc.publish(hostSubject(businessId, callId, this.#host, 'said'), encodeSaid(said));
  }

  #askHost(question: LineQuestion) {
    const { businessId, callId } = this.#request;
    if (this.#over || this.#host === null) throw new DomainError('call_not_live');
    return this.#ask(hostSubject(businessId, callId, this.#host, 'ask'), question);
  }

  #ask(subject: string, question: LineQuestion) {
    return askMedia(this.#deps.nc, subject, question);
  }
}

/** The answer of the session's host. @throws DomainError with the code of a refusal; call_not_live, not_ready */
export const askMedia = async (nc: NatsConnection, subject: string, question: LineQuestion) => {
  const answer = decodeAnswer(await request(nc, subject, encodeQuestion(question)));
  if (answer === null) throw new DomainError('not_ready');
  if (answer.type === 'refused') throw new DomainError(answer.code);
  return answer;
};

/** @throws DomainError call_not_live if no session holds the call, not_ready if no answer comes in time */
const request = async (nc: NatsConnection, subject: string, bytes: Uint8Array): Promise<Uint8Array> => {
  try {
    return (await nc.request(subject, bytes, { timeout: ANSWER_MS })).data;
  } catch (error) {
    throw new DomainError(isNoResponders(error) ? 'call_not_live' : 'not_ready');
  }
};

const isNoResponders = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError ||
  (error instanceof errors.RequestError && error.isNoResponders());
