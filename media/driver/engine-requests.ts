/**
 * A session's requests to a speech-to-speech engine, and the engine's events as inputs of the session. Events of a
 * response that was cancelled, or that is not the latest of its generation, are dropped.
 */
import type { ChatMessage, Passage } from '../../providers/llm/language-model.js';
import { spokenTask } from '../../providers/llm/prompt.js';
import { passagesMessages } from '../../providers/llm/untrusted.js';
import type {
  RealtimeEngine,
  RealtimeEvent,
  RealtimeStream,
  ResponseRequest,
} from '../../providers/realtime/realtime-engine.js';
import type { RecogniserStream } from '../../providers/speech/recogniser.js';
import { answerSources, type KnowledgeQuestion } from '../../schemas/agents/knowledge.js';
import { assertNever } from '../../schemas/assert.js';
import { msOf } from '../audio/frames.js';
import type { SessionInput, SessionOutput } from '../session/io.js';
import { type CallTool, END_CALL } from '../tools.js';

/** Outputs of a session for its engine. */
type EngineOutput = Extract<
  SessionOutput,
  { readonly type: 'engine_converse' | 'engine_respond' | 'engine_say' | 'engine_heard' }
>;

export interface EngineRequests {
  /** Starts an engine; it first hears the audio for which the previous engine reported no words. */
  open(engine: RealtimeEngine, messages: readonly ChatMessage[]): RecogniserStream;
  send(output: EngineOutput): void;
  cancelResponse(generation: number): void;
  /** The audio for which no words were reported, once, for a recogniser that replaces the engine. */
  takeUnheard(): Uint8Array;
}

export interface EngineRequestsDeps {
  readonly instructions: string;
  readonly voiceId: string;
  /** BCP 47 */
  readonly language: string;
  /** As in ProviderRequestsDeps. */
  readonly knowledge: (question: KnowledgeQuestion) => Promise<readonly Passage[]>;
  readonly tools: Promise<readonly CallTool[]>;
  /** ms since the epoch */
  readonly wallClock: () => number;
  /** Name in the IANA database. */
  readonly timeZone: string;
  readonly feed: (input: SessionInput) => void;
  /** Called with the reason for a failure. */
  readonly onFailed: (what: 'model' | 'recognition', error: unknown) => void;
}

const NOTHING = new Uint8Array(0);

type ResponseEvent = Extract<RealtimeEvent, { readonly response: string }>;
type LineOfTools = ReadonlyMap<string, CallTool['onLine']>;

const asInput = (event: ResponseEvent, generation: number, onLine: LineOfTools): SessionInput => {
  switch (event.type) {
    case 'text':
      return { type: 'model_text', generation, text: event.text };
    case 'audio':
      return { type: 'model_audio', generation, payload: event.mulaw };
    case 'tool_call': {
      const { name, arguments: args, refusal } = event;
      const lineAction = onLine.get(name);
      return {
        type: 'model_tool',
        generation,
        name,
        arguments: args,
        ...(lineAction === undefined ? {} : { onLine: lineAction }),
        ...(refusal === undefined ? {} : { refusal }),
      };
    }
    case 'done':
      return { type: 'model_done', generation };
    case 'broken':
      return { type: 'model_failed', generation };
    default:
      return assertNever(event);
  }
};

export const createEngineRequests = (deps: EngineRequestsDeps): EngineRequests => new RequestsOfCall(deps);

class RequestsOfCall implements EngineRequests {
  readonly #deps: EngineRequestsDeps;
  /** The generation of each response; only the latest response of a generation is kept. */
  readonly #generations = new Map<string, number>();
  #stream: RealtimeStream | null = null;
  #unheard: Uint8Array = NOTHING;
  #onLine: LineOfTools = new Map();

  constructor(deps: EngineRequestsDeps) {
    this.#deps = deps;
  }

  open(engine: RealtimeEngine, messages: readonly ChatMessage[]): RecogniserStream {
    const { voiceId, language } = this.#deps;
    const opened: RealtimeStream = engine.open({ voiceId, language }, (event) => {
      if (this.#stream === opened) this.#onEvent(opened, event);
    });
    this.#stream = opened;
    opened.converse(messages);
    const before = this.takeUnheard();
    if (before.length > 0) opened.write(before);
    void this.#prepare(opened);
    return opened;
  }

  send(output: EngineOutput): void {
    if (this.#stream === null) return;
    switch (output.type) {
      case 'engine_converse':
        return this.#stream.converse(output.messages);
      case 'engine_say':
        return this.#stream.say(output.id, output.text);
      case 'engine_heard':
        return this.#stream.heard(output.response, output.playedMs);
      case 'engine_respond':
        return this.#respond(this.#stream, output);
      default:
        assertNever(output);
    }
  }

  cancelResponse(generation: number): void {
    const found = [...this.#generations].find(([, candidate]) => candidate === generation);
    if (found === undefined) return;
    this.#generations.delete(found[0]);
    this.#stream?.cancel(found[0]);
  }

  takeUnheard(): Uint8Array {
    const taken = this.#unheard;
    this.#unheard = NOTHING;
    return taken;
  }

  async #prepare(stream: RealtimeStream): Promise<void> {
    const { instructions, wallClock, timeZone, tools } = this.#deps;
    const offered = await tools;
    this.#onLine = new Map(offered.map((tool) => [tool.name, tool.onLine]));
    stream.prepare({
      instructions: spokenTask(instructions, { at: wallClock(), timeZone }),
      tools: [
        END_CALL,
        ...offered.map(({ name, description, parameters }) => ({ name, description, parameters })),
      ],
    });
  }

  #respond(stream: RealtimeStream, output: Extract<EngineOutput, { readonly type: 'engine_respond' }>): void {
    const { generation, question, before, response, data, notes, uses } = output;
    const request = { response, notes, uses, ...(data === undefined ? {} : { data }) };
    this.cancelResponse(generation);
    this.#generations.set(response, generation);
    // Nothing is looked up, so the request goes out at once.
    if (question === '') stream.respond(request);
    else void this.#respondTo({ text: question, before }, stream, request);
  }

  async #respondTo(
    question: KnowledgeQuestion,
    stream: RealtimeStream,
    request: ResponseRequest,
  ): Promise<void> {
    const { response, data = [] } = request;
    try {
      const passages = await this.#deps.knowledge(question);
      const generation = this.#generations.get(response);
      if (generation === undefined) return;
      const sources = answerSources(passages);
      if (sources.length > 0) this.#deps.feed({ type: 'model_sources', generation, sources });
      const known = [...passagesMessages(passages), ...data];
      stream.respond(known.length === 0 ? request : { ...request, data: known });
    } catch {
      this.#onResponse({ type: 'broken', response, reason: 'the look-up failed' });
    }
  }

  #onEvent(from: RealtimeStream, event: RealtimeEvent): void {
    const { feed, onFailed } = this.#deps;
    switch (event.type) {
      case 'failed':
        onFailed('recognition', new Error(event.reason));
        this.#unheard = from.unheard();
        this.#stream = null;
        return feed({ type: 'engine_failed', unheardMs: msOf(this.#unheard.length) });
      case 'partial':
      case 'final':
        return feed({ type: 'recognised', event });
      case 'speech':
        return feed({ type: 'engine_speech', startMs: event.startMs });
      case 'spoken':
        return feed({ type: 'engine_spoken', startMs: event.startMs, endMs: event.endMs });
      case 'lost':
        onFailed('recognition', new Error('the connection to the engine was lost'));
        return feed({ type: 'engine_lost' });
      default:
        return this.#onResponse(event);
    }
  }

  #onResponse(event: ResponseEvent): void {
    const generation = this.#generations.get(event.response);
    if (event.type === 'broken')
      this.#deps.onFailed('model', new Error(`a response failed: ${event.reason}`));
    if (generation === undefined) return;
    if (event.type === 'done' || event.type === 'broken') this.#generations.delete(event.response);
    this.#deps.feed(asInput(event, generation, this.#onLine));
  }
}
