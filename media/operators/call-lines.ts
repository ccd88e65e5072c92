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
import type { NoteDesk } from '../../operations/calls/call-deps.js';
import { DomainError } from '../../schemas/errors.js';
import { FRAME_BYTES, FRAME_MS } from '../audio/frames.js';
import type { CallLine, CallLines, LineEvents, LineRequest } from './call-line.js';
import {
  ANSWER_MS,
  BEAT_MS,
  decodeAnswer,
  decodeUpdate,
  encodeLineMessage,
  encodeRequest,
  GONE_MS,
  type HostRequest,
  hostIn,
  hostSubject,
  type LineMessage,
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
  readonly #updates: Subscription;
  #beat: NodeJS.Timeout | null = null;
  /** Null until a host has answered. N1 */
  #host: string | null = null;
  #speaker: string | null = null;
  #lastUpdateAt = 0;
  /** When the frames sent so far have played, ms. N3 */
  #sentUntil = Number.NEGATIVE_INFINITY;
  #hasEnded = false;

  constructor(deps: CallLinesDeps, request: LineRequest, events: LineEvents) {
    this.#deps = deps;
    this.#request = request;
    this.#events = events;
    this.#id = deps.newId();
    const { businessId, callId } = request;
    // Subscribes before a host answers, so that messages right after the answer are heard.
    this.#updates = deps.nc.subscribe(hostSubject(businessId, callId, '*', 'heard'), {
      callback: (error, message) => {
        if (error === null && hostIn(message.subject) === this.#host) this.#onUpdate(message.data);
      },
    });
  }

  async open(): Promise<void> {
    const { businessId, callId, by, purpose } = this.#request;
    const { now } = this.#deps;
    try {
      const subject = openSubject(businessId, callId);
      const { host, speaker } = await this.#requestMedia(subject, {
        type: 'open',
        line: this.#id,
        by,
        purpose,
      });
      this.#host = host;
      this.#speaker = speaker;
      this.#lastUpdateAt = now();
      this.#beat = setInterval(() => this.#onBeat(), BEAT_MS);
      this.#beat.unref();
      // By then the caller of `open` holds the line.
      setImmediate(() => this.#notifySpeaker());
    } catch (error) {
      this.#leave();
      throw error;
    }
  }

  speak(frame: Uint8Array): void {
    if (this.#speaker !== this.#id || frame.length !== FRAME_BYTES) return;
    const at = this.#deps.now();
    this.#sentUntil = Math.max(this.#sentUntil, at);
    if (this.#sentUntil - at >= MOST_AHEAD_MS) return;
    this.#sentUntil += FRAME_MS;
    this.#send({ type: 'frame', line: this.#id, frame });
  }

  async takeOver(): Promise<void> {
    const { speaker } = await this.#requestHost({ type: 'take_over', line: this.#id });
    this.#onSpeaker(speaker);
  }

  async handBack(note: string): Promise<void> {
    const { speaker } = await this.#requestHost({ type: 'hand_back', line: this.#id, note });
    this.#onSpeaker(speaker);
  }

  close(): void {
    if (this.#hasEnded) return;
    this.#send({ type: 'bye', line: this.#id });
    this.#leave();
  }

  #leave(): void {
    this.#hasEnded = true;
    this.#updates.unsubscribe();
    if (this.#beat !== null) clearInterval(this.#beat);
  }

  #end(reason: 'ended' | 'lost'): void {
    if (this.#hasEnded) return;
    this.#leave();
    this.#events.onEnd(reason);
  }

  #onBeat(): void {
    if (this.#deps.now() - this.#lastUpdateAt > GONE_MS) return this.#end('lost'); // N2
    this.#send({ type: 'here', line: this.#id });
  }

  #onUpdate(bytes: Uint8Array): void {
    const update = decodeUpdate(bytes);
    if (update === null || this.#hasEnded) return;
    this.#lastUpdateAt = this.#deps.now();
    if (update.type === 'frame') this.#events.onFrame(update);
    else if (update.type === 'speaker') this.#onSpeaker(update.speaker);
    else this.#end(update.reason);
  }

  #onSpeaker(speaker: string | null): void {
    if (speaker === this.#speaker) return;
    this.#speaker = speaker;
    this.#notifySpeaker();
  }

  #notifySpeaker(): void {
    if (this.#hasEnded) return;
    const speaker = this.#speaker;
    this.#events.onSpeaker(
      speaker === null ? { type: 'agent' } : { type: 'operator', me: speaker === this.#id },
    );
  }

  #send(message: LineMessage): void {
    const { businessId, callId } = this.#request;
    const { nc } = this.#deps;
    if (this.#host !== null && !nc.isClosed())
      nc.publish(hostSubject(businessId, callId, this.#host, 'said'), encodeLineMessage(message));
  }

  #requestHost(request: HostRequest) {
    const { businessId, callId } = this.#request;
    if (this.#hasEnded || this.#host === null) throw new DomainError('call_not_live');
    return this.#requestMedia(hostSubject(businessId, callId, this.#host, 'ask'), request);
  }

  #requestMedia(subject: string, request: HostRequest) {
    return requestMedia(this.#deps.nc, subject, request);
  }
}

/** The answer of the session's host. @throws DomainError with the code of a refusal; call_not_live, not_ready */
const requestMedia = async (nc: NatsConnection, subject: string, request: HostRequest) => {
  const answer = decodeAnswer(await sendRequest(nc, subject, encodeRequest(request)));
  if (answer === null) throw new DomainError('not_ready');
  if (answer.type === 'refused') throw new DomainError(answer.code);
  return answer;
};

/** @throws DomainError call_not_live if no session holds the call, not_ready if no answer comes in time */
const sendRequest = async (nc: NatsConnection, subject: string, bytes: Uint8Array): Promise<Uint8Array> => {
  try {
    return (await nc.request(subject, bytes, { timeout: ANSWER_MS })).data;
  } catch (error) {
    throw new DomainError(isNoResponders(error) ? 'call_not_live' : 'not_ready');
  }
};

const isNoResponders = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError ||
  (error instanceof errors.RequestError && error.isNoResponders());

/** Sends a note to the agent of a live call, wherever its session runs. */
export const createAgentNotes = (nc: NatsConnection): NoteDesk => ({
  deliver: async (businessId, callId, noteId, text) => {
    await requestMedia(nc, openSubject(businessId, callId), { type: 'note', note: noteId, text });
  },
});
