/** All that is said on one connection to OpenAI Realtime, once it is there: a machine without a socket and without a clock. */
import type { ChatMessage } from '../../llm/language-model.js';
import { type Fields, fieldsOf, objectAt, textAt } from '../../speech/recognisers/messages.js';
import { lasting, type RecognitionFailure } from '../../speech/recognisers/recognition-failure.js';
import type { RealtimeLimits } from '../limits.js';
import type { RealtimeEvent, RealtimeTask, ResponseRequest } from '../realtime-engine.js';
import { type ClientEvent, createItem, itemsOf, sessionUpdate } from './client-events.js';
import { failureOfConnection } from './errors.js';
import { Responses } from './responses.js';
import { createSaidByOthers } from './said-by-others.js';
import { Utterances } from './utterances.js';

/** What a message was. */
export interface DialogueNews {
  readonly events: readonly RealtimeEvent[];
  /** The connection is not to be used any more. */
  readonly failure: RecognitionFailure | null;
}

export interface DialogueOptions {
  readonly task: RealtimeTask;
  readonly voice: string;
  /** BCP 47 */
  readonly language: string;
  readonly limits: RealtimeLimits;
}

/** What is told before the server is ready waits in its order. */
export class Dialogue {
  readonly utterances: Utterances;
  readonly #options: DialogueOptions;
  readonly #responses: Responses;
  readonly #said = createSaidByOthers();
  #ready = false;
  #conversation: readonly ClientEvent[] = [];
  #out: ClientEvent[] = [];

  constructor(options: DialogueOptions) {
    const { task, limits } = options;
    this.#options = options;
    this.utterances = new Utterances(limits.wordsMs);
    this.#responses = new Responses(task.tools, limits.cancelMs);
  }

  /** Whether it takes audio. */
  get ready(): boolean {
    return this.#ready;
  }

  /** The first message. */
  opening(): ClientEvent {
    const { task, voice, language } = this.#options;
    return sessionUpdate(task, voice, language);
  }

  converse(messages: readonly ChatMessage[]): void {
    this.#conversation = itemsOf(messages).map((item) => createItem(item));
  }

  say(id: string, text: string): void {
    this.#out.push(...this.#said.say(id, text));
  }

  respond(request: ResponseRequest): void {
    this.#responses.ask(request);
  }

  cancel(response: string, now: number): void {
    this.#responses.cancel(response, now);
  }

  heard(response: string, playedMs: number): void {
    this.#responses.heard(response, playedMs);
  }

  /** What is to be sent now. */
  take(now: number): readonly ClientEvent[] {
    if (!this.#ready) return [];
    const out = [...this.#conversation, ...this.#out];
    this.#conversation = [];
    this.#out = [];
    return [...out, ...this.#responses.take(now)];
  }

  /** `sentMs`: audio that was sent so far. @throws Error when the message is none of the protocol's */
  read(message: string, sentMs: number, now: number): DialogueNews {
    const fields = fieldsOf(message);
    if (fields.type === 'session.updated') this.#ready = true;
    const failure = fields.type === 'error' ? this.#failure(fields) : null;
    const events = [...this.utterances.read(fields, sentMs, now), ...this.#responses.read(fields, now)];
    return { events, failure };
  }

  overdue(sentMs: number, now: number): readonly RealtimeEvent[] {
    return this.utterances.overdue(sentMs, now);
  }

  /** What was asked for and does not come any more. */
  broken(reason: string): readonly RealtimeEvent[] {
    return this.#responses.broken(reason);
  }

  wakeAt(): number {
    const none = Number.POSITIVE_INFINITY;
    return Math.min(this.utterances.wakeAt() ?? none, this.#responses.wakeAt() ?? none);
  }

  #failure(fields: Fields): RecognitionFailure | null {
    const error = objectAt(fields, 'error');
    const known = failureOfConnection(textAt(error, 'code'), textAt(error, 'type'));
    if (known !== null) return known;
    // What it was asked for is not what it takes.
    return this.#ready ? null : lasting('protocol', 'the session is refused');
  }
}
