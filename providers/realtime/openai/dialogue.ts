/** The exchange on one open connection to OpenAI Realtime: a state machine without a socket or a clock. */
import type { ChatMessage } from '../../llm/language-model.js';
import { type Fields, fieldsOf, objectAt, textAt } from '../../speech/recognisers/messages.js';
import { lasting, type StreamFailure } from '../../streams/stream-failure.js';
import type { RealtimeLimits } from '../limits.js';
import type { RealtimeEvent, RealtimeTask, ResponseRequest } from '../realtime-engine.js';
import {
  type ClientEvent,
  createItem,
  deleteItem,
  itemsOf,
  messageItem,
  sessionUpdate,
} from './client-events.js';
import { failureOfConnection } from './errors.js';
import { Responses } from './responses.js';
import { Utterances } from './utterances.js';

/** The outcome of one message from the server. */
export interface DialogueUpdate {
  readonly events: readonly RealtimeEvent[];
  /** Not null: the connection can no longer be used. */
  readonly failure: StreamFailure | null;
}

export interface DialogueOptions {
  /** Read once it is needed, because input may come before the task. */
  readonly task: () => RealtimeTask;
  readonly voice: string;
  /** BCP 47 */
  readonly language: string;
  readonly limits: RealtimeLimits;
}

/** Input that arrives before the server is ready is queued in order. */
export class Dialogue {
  readonly utterances: Utterances;
  readonly #options: DialogueOptions;
  readonly #responses: Responses;
  readonly #externalSpeech = createExternalSpeech();
  #ready = false;
  #conversation: readonly ClientEvent[] = [];
  #out: ClientEvent[] = [];

  constructor(options: DialogueOptions) {
    const { task, limits } = options;
    this.#options = options;
    this.utterances = new Utterances(limits.transcriptMs);
    this.#responses = new Responses(() => task().tools, limits.cancelMs);
  }

  /** Whether the server accepts audio. */
  get ready(): boolean {
    return this.#ready;
  }

  /** The first message. */
  opening(): ClientEvent {
    const { task, voice, language } = this.#options;
    return sessionUpdate(task(), voice, language);
  }

  converse(messages: readonly ChatMessage[]): void {
    this.#conversation = itemsOf(messages).map((item) => createItem(item));
  }

  say(id: string, text: string): void {
    this.#out.push(...this.#externalSpeech.say(id, text));
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

  /** The messages to send now. */
  take(now: number): readonly ClientEvent[] {
    if (!this.#ready) return [];
    const out = [...this.#conversation, ...this.#out];
    this.#conversation = [];
    this.#out = [];
    return [...out, ...this.#responses.take(now)];
  }

  /** `sentMs`: audio sent so far. @throws Error if the message violates the protocol */
  read(message: string, sentMs: number, now: number): DialogueUpdate {
    const fields = fieldsOf(message);
    if (fields.type === 'session.updated') this.#ready = true;
    const failure = fields.type === 'error' ? this.#failure(fields) : null;
    const events = [...this.utterances.read(fields, sentMs, now), ...this.#responses.read(fields, now)];
    return { events, failure };
  }

  overdue(sentMs: number, now: number): readonly RealtimeEvent[] {
    return this.utterances.overdue(sentMs, now);
  }

  /** Fails the requested responses that will not arrive any more. */
  broken(reason: string): readonly RealtimeEvent[] {
    return this.#responses.broken(reason);
  }

  wakeAt(): number {
    const none = Number.POSITIVE_INFINITY;
    return Math.min(this.utterances.wakeAt() ?? none, this.#responses.wakeAt() ?? none);
  }

  #failure(fields: Fields): StreamFailure | null {
    const error = objectAt(fields, 'error');
    const known = failureOfConnection(textAt(error, 'code'), textAt(error, 'type'));
    if (known !== null) return known;
    // An error before the session is ready means that the server rejects its settings.
    return this.#ready ? null : lasting('protocol', 'the session was refused');
  }
}

/** Adds to the server's conversation what the agent says in another voice: when it begins, corrected to what was heard. */
const createExternalSpeech = () => {
  /** The current item of each `id`. */
  const items = new Map<string, string>();
  let count = 0;
  return {
    /** The messages to send; semantics as RealtimeStream.say. */
    say: (id: string, text: string): readonly ClientEvent[] => {
      const previous = items.get(id);
      items.delete(id);
      const deletion = previous === undefined ? [] : [deleteItem(previous)];
      if (text === '') return deletion;
      count += 1;
      const item = `said_${count}`;
      items.set(id, item);
      return [createItem(messageItem('assistant', text, item), previous), ...deletion];
    },
  };
};
