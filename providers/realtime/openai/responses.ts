/**
 * The responses of one connection to OpenAI Realtime: which one is active, what was heard of them, and their tool calls.
 *
 * P1. One response at a time: the server refuses a second one. The next is requested once the previous one has ended.
 * P2. Late output of a cancelled response is counted but not reported: the part that was not heard is cut at the server.
 * P3. A tool call is reported once its arguments are complete and fit; every call is answered before the next response.
 */
import type { ToolDefinition, ToolUse } from '../../llm/language-model.js';
import { readToolCall } from '../../llm/read-tool-call.js';
import { type Fields, objectAt, textAt } from '../../speech/recognisers/messages.js';
import type { RealtimeEvent, ResponseRequest } from '../realtime-engine.js';
import {
  type ClientEvent,
  createItem,
  dataItem,
  deleteItem,
  lateResultItem,
  messageItem,
  outputItem,
  toolOutput,
} from './client-events.js';
import { responseFailure } from './errors.js';

const BYTES_PER_MS = 8;
/** Length of one response: no listener needs more. */
const MAX_CHARACTERS = 32_000;
const MAX_AUDIO_BYTES = 5 * 60_000 * BYTES_PER_MS;
/** Recent responses that later messages may still refer to. */
const MAX_KEPT = 50;
/** Rounding tolerance: audio that was played to its end may be reported a fraction of a ms short. */
const NEARLY_MS = 1;
const NEVER = Number.POSITIVE_INFINITY;

const STILL_RUNNING = 'It is still running. Its result will follow.';

interface Response {
  readonly request: ResponseRequest;
  /** `waiting`: not requested yet; `asked`: requested, but not begun. */
  state: 'waiting' | 'requested' | 'active' | 'ended';
  /** The server's id of the response. */
  id: string | null;
  cancelledAt: number | null;
  characters: number;
  /** Spoken items with the bytes received of each, in order. */
  readonly spoken: Map<string, number>;
  /** Items that are tool calls. */
  readonly calls: string[];
  /** How much of it was heard, ms; null: not known yet. */
  heardMs: number | null;
  /** Items that are already cut. */
  readonly ended: Set<string>;
}

/** A tool call for which the server awaits a result. */
interface OpenCall {
  readonly callId: string;
  readonly key: string;
}

const keyOf = (name: string, args: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([name, Object.entries(args).sort()]);

export class Responses {
  readonly #tools: () => readonly ToolDefinition[];
  readonly #cancelMs: number;
  #responses: Response[] = [];
  #openCalls: OpenCall[] = [];
  #out: ClientEvent[] = [];

  constructor(tools: () => readonly ToolDefinition[], cancelMs: number) {
    this.#tools = tools;
    this.#cancelMs = cancelMs;
  }

  ask(request: ResponseRequest): void {
    const created: Response = {
      request,
      state: 'waiting',
      id: null,
      cancelledAt: null,
      characters: 0,
      spoken: new Map(),
      calls: [],
      heardMs: null,
      ended: new Set(),
    };
    this.#responses = [...this.#responses, created].slice(-MAX_KEPT);
  }

  cancel(key: string, now: number): void {
    const found = this.#find(key);
    if (found === undefined || found.state === 'ended' || found.cancelledAt !== null) return;
    if (found.state === 'waiting') found.state = 'ended';
    else this.#stop(found, now);
  }

  /** P2 */
  heard(key: string, playedMs: number): void {
    const found = this.#find(key);
    if (found === undefined) return;
    found.heardMs = playedMs;
    this.#cut(found, playedMs);
  }

  /** The messages to send now. */
  take(now: number): readonly ClientEvent[] {
    const next = now < this.#freeAt() ? undefined : this.#responses.find(({ state }) => state === 'waiting');
    if (next !== undefined) this.#begin(next); // P1
    const out = this.#out;
    this.#out = [];
    return out;
  }

  /** When the next response can begin without further input; null: it cannot. */
  wakeAt(): number | null {
    const freeAt = this.#freeAt();
    return Number.isFinite(freeAt) && this.#responses.some(({ state }) => state === 'waiting')
      ? freeAt
      : null;
  }

  /** From when on the next response can begin; infinity: not before the current one ends. */
  #freeAt(): number {
    const current = this.#responses.filter(({ state }) => state === 'requested' || state === 'active');
    return Math.max(...current.map(({ cancelledAt }) => (cancelledAt ?? NEVER) + this.#cancelMs));
  }

  /** Fails all responses that are neither over nor cancelled, after the connection is lost. */
  broken(reason: string): readonly RealtimeEvent[] {
    return this.#responses.flatMap((response) =>
      response.state === 'ended' || response.cancelledAt !== null ? [] : this.#fail(response, reason),
    );
  }

  /** The events that a message causes. @throws Error if the message violates the protocol */
  read(fields: Fields, now: number): readonly RealtimeEvent[] {
    switch (fields.type) {
      case 'response.created':
        return this.#created(textAt(objectAt(fields, 'response'), 'id'));
      case 'response.output_item.added':
        return this.#added(fields);
      case 'response.output_audio.delta':
        return this.#audio(fields, now);
      case 'response.output_audio_transcript.delta':
      case 'response.output_text.delta':
        return this.#text(fields, now);
      case 'response.function_call_arguments.done':
        return this.#call(fields);
      case 'response.done':
        return this.#done(objectAt(fields, 'response'));
      case 'error':
        return this.#refused(objectAt(fields, 'error'));
      default:
        return [];
    }
  }

  #find(key: string): Response | undefined {
    return this.#responses.find(({ request }) => request.response === key);
  }

  /** P3 */
  #begin(next: Response): void {
    next.state = 'requested';
    const { data = [], notes, uses, response } = next.request;
    for (const use of uses) this.#answer(use);
    for (const { callId } of this.#openCalls) this.#out.push(createItem(outputItem(callId, STILL_RUNNING)));
    this.#openCalls = [];
    for (const message of data) this.#out.push(createItem(dataItem(message)));
    for (const note of notes) this.#out.push(createItem(messageItem('system', note)));
    this.#out.push({ type: 'response.create', event_id: response });
  }

  #answer(use: ToolUse): void {
    const key = keyOf(use.name, use.arguments);
    const call = this.#openCalls.find((open) => open.key === key);
    this.#openCalls = this.#openCalls.filter((open) => open !== call);
    const item = call === undefined ? lateResultItem(use) : outputItem(call.callId, toolOutput(use));
    this.#out.push(createItem(item));
  }

  #cut(response: Response, playedMs: number): void {
    let left = playedMs;
    for (const [id, bytes] of response.spoken) {
      const ms = bytes / BYTES_PER_MS;
      const isWhole = left >= ms - NEARLY_MS && response.cancelledAt === null;
      if (!isWhole && !response.ended.has(id)) {
        response.ended.add(id);
        this.#out.push(endAt(id, Math.floor(Math.min(left, ms))));
      }
      left = Math.max(0, left - ms);
    }
  }

  #stop(response: Response, now: number): void {
    response.cancelledAt = now;
    this.#out.push({
      type: 'response.cancel',
      ...(response.id === null ? {} : { response_id: response.id }),
    });
  }

  #fail(response: Response, reason: string): readonly RealtimeEvent[] {
    response.state = 'ended';
    return [{ type: 'broken', response: response.request.response, reason }];
  }

  /** The response with a server id. The requested response takes the id of the first message that has an unknown one. */
  #named(id: string): Response | undefined {
    const known = this.#responses.find((response) => response.id === id);
    if (known !== undefined) return known;
    const requested = this.#responses.find(
      (response) => response.state === 'requested' && response.id === null,
    );
    if (requested === undefined) return undefined;
    requested.id = id;
    requested.state = 'active';
    return requested;
  }

  #created(id: string): readonly RealtimeEvent[] {
    // The response was not requested.
    if (this.#named(id) === undefined) this.#out.push({ type: 'response.cancel', response_id: id });
    return [];
  }

  #added(fields: Fields): readonly RealtimeEvent[] {
    const response = this.#named(textAt(fields, 'response_id'));
    const item = objectAt(fields, 'item');
    const id = textAt(item, 'id');
    if (response === undefined || id === '') return [];
    if (item.type === 'function_call') response.calls.push(id);
    else if (!response.spoken.has(id)) response.spoken.set(id, 0);
    return [];
  }

  #audio(fields: Fields, now: number): readonly RealtimeEvent[] {
    const response = this.#named(textAt(fields, 'response_id'));
    if (response === undefined || response.state === 'ended') return [];
    const { delta } = fields;
    if (typeof delta !== 'string') throw new Error('audio that is not text');
    const mulaw = Buffer.from(delta, 'base64');
    const id = textAt(fields, 'item_id');
    response.spoken.set(id, (response.spoken.get(id) ?? 0) + mulaw.length);
    if (response.cancelledAt !== null || mulaw.length === 0) return [];
    const all = [...response.spoken.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (all > MAX_AUDIO_BYTES) return this.#giveUp(response, now);
    return [{ type: 'audio', response: response.request.response, mulaw }];
  }

  #text(fields: Fields, now: number): readonly RealtimeEvent[] {
    const response = this.#named(textAt(fields, 'response_id'));
    const text = textAt(fields, 'delta');
    if (response === undefined || response.state === 'ended' || response.cancelledAt !== null) return [];
    if (text === '') return [];
    response.characters += text.length;
    if (response.characters > MAX_CHARACTERS) return this.#giveUp(response, now);
    return [{ type: 'text', response: response.request.response, text }];
  }

  #call(fields: Fields): readonly RealtimeEvent[] {
    const response = this.#named(textAt(fields, 'response_id'));
    if (response === undefined || response.state === 'ended' || response.cancelledAt !== null) return [];
    const call = readToolCall(this.#tools(), textAt(fields, 'name'), textAt(fields, 'arguments'));
    this.#openCalls.push({ callId: textAt(fields, 'call_id'), key: keyOf(call.name, call.arguments) });
    return [{ type: 'tool_call', response: response.request.response, ...call }];
  }

  #giveUp(response: Response, now: number): readonly RealtimeEvent[] {
    this.#stop(response, now);
    const reason = 'protocol (the response is too long)';
    return [{ type: 'broken', response: response.request.response, reason }];
  }

  #done(fields: Fields): readonly RealtimeEvent[] {
    const response = this.#named(textAt(fields, 'id'));
    if (response === undefined || response.state === 'ended') return [];
    response.state = 'ended';
    if (response.cancelledAt !== null) {
      // No result will follow for these calls.
      for (const id of response.calls) this.#out.push(deleteItem(id));
      if (response.heardMs !== null) this.#cut(response, response.heardMs);
      return [];
    }
    const details = objectAt(fields, 'status_details');
    const key = response.request.response;
    const status = textAt(fields, 'status');
    const isEnded = status === 'completed' || textAt(details, 'reason') === 'max_output_tokens';
    if (isEnded) return [{ type: 'done', response: key }];
    const error = objectAt(details, 'error');
    const code = textAt(error, 'code') || textAt(details, 'reason');
    return this.#fail(response, `${responseFailure(code, textAt(error, 'type'))} (${status || 'no status'})`);
  }

  /** Handles an error that names the event id of a request. */
  #refused(error: Fields): readonly RealtimeEvent[] {
    const response = this.#find(textAt(error, 'event_id'));
    if (response === undefined || response.state !== 'requested') return [];
    if (response.cancelledAt !== null) {
      response.state = 'ended';
      return [];
    }
    return this.#fail(response, `${responseFailure(textAt(error, 'code'), textAt(error, 'type'))} (error)`);
  }
}

/** Cuts an item. The server rejects a cut at 0 ms, so an item without audio to keep is deleted. */
const endAt = (id: string, ms: number): ClientEvent =>
  ms < 1
    ? deleteItem(id)
    : { type: 'conversation.item.truncate', item_id: id, content_index: 0, audio_end_ms: ms };
