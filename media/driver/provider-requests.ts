/** A session's requests to the model and the synthesiser: they can be cancelled, and their answers are fed to the session. */
import type { ModelEvent, ModelRequest, Passage } from '../../providers/llm/language-model.js';
import { answerSources, type KnowledgeQuestion } from '../../schemas/agents/knowledge.js';
import { assertNever } from '../../schemas/assert.js';
import { calleeQuestion, verdictOf } from '../policies/callee-question.js';
import { type MediaProviders, numbered } from '../providers.js';
import type { SessionInput, SessionOutput } from '../session/io.js';
import { withKnowledge } from '../speech/history.js';
import { type AgentSpeech, spokenRequest } from '../speech/spoken-request.js';
import { createWrittenTimes } from '../speech/written-times.js';
import { type CallTool, END_CALL, type ToolAnswer } from '../tools.js';

/** A longer verdict is none. */
const MOST_VERDICT_CHARACTERS = 500;

export interface ProviderRequests {
  /** Requests a reply from the model; an earlier request of the generation is cancelled. */
  respond(request: Extract<SessionOutput, { readonly type: 'respond' }>): void;
  cancelResponse(generation: number): void;
  /** Asks the model which party has answered. */
  askAnswerer(request: Extract<SessionOutput, { readonly type: 'ask_answerer' }>): void;
  cancelQuestion(question: number): void;
  synthesise(request: Extract<SessionOutput, { readonly type: 'synthesise' }>): void;
  cancelSynthesis(utterance: string): void;
  /** Runs a tool, which cannot be cancelled. */
  use(request: Extract<SessionOutput, { readonly type: 'use_tool' }>): void;
  /** Cancels all requests for replies and speech; nothing of them is fed any more. */
  cancelAll(): void;
}

export interface ProviderRequestsDeps {
  readonly providers: Pick<MediaProviders, 'models' | 'synthesisers'>;
  /** How the agent speaks now. */
  readonly speech: () => AgentSpeech;
  /** IANA name of the time zone in which the model gets the time; null: the installation's. */
  readonly timeZone: string | null;
  /** Passages of the agent's sources that match a question. */
  readonly knowledge: (question: KnowledgeQuestion) => Promise<readonly Passage[]>;
  /** Tools that the model may use besides hanging up; the first reply waits for them, a greeting does not. Never rejects. */
  readonly tools: Promise<readonly CallTool[]>;
  /** Never rejects. */
  readonly useTool: (
    useId: string,
    name: string,
    args: Readonly<Record<string, unknown>>,
  ) => Promise<ToolAnswer>;
  readonly feed: (input: SessionInput) => void;
  /** Called with the token usage of a model request. */
  readonly onUsage: NonNullable<ModelRequest['onUsage']>;
  /** Called with the reason when a provider fails. */
  readonly onFailed: (what: 'model' | 'speech', error: unknown) => void;
}

export const createProviderRequests = (deps: ProviderRequestsDeps): ProviderRequests => {
  const responses = new Map<number, AbortController>();
  const questions = new Map<number, AbortController>();
  const syntheses = new Map<string, AbortController>();
  return {
    respond: (request) => {
      const abort = new AbortController();
      responses.get(request.generation)?.abort();
      responses.set(request.generation, abort);
      void respond(deps, request, abort.signal);
    },
    cancelResponse: (generation) => {
      responses.get(generation)?.abort();
      responses.delete(generation);
    },
    askAnswerer: (request) => {
      const abort = new AbortController();
      questions.set(request.question, abort);
      void askAnswerer(deps, request, abort.signal).finally(() => questions.delete(request.question));
    },
    cancelQuestion: (question) => questions.get(question)?.abort(),
    synthesise: (request) => {
      const { utterance } = request;
      const abort = new AbortController();
      syntheses.set(utterance, abort);
      void synthesise(deps, request, abort.signal).finally(() => {
        if (syntheses.get(utterance) === abort) syntheses.delete(utterance);
      });
    },
    cancelSynthesis: (utterance) => {
      syntheses.get(utterance)?.abort();
      syntheses.delete(utterance);
    },
    use: ({ use, name, arguments: args }) => {
      void deps
        .useTool(use, name, args)
        .then(({ outcome, result }) => deps.feed({ type: 'tool_done', use, outcome, result }));
    },
    cancelAll: () => {
      for (const abort of [...responses.values(), ...questions.values(), ...syntheses.values()])
        abort.abort();
    },
  };
};

const respond = async (
  { providers, knowledge, timeZone, tools, feed, onUsage, onFailed }: ProviderRequestsDeps,
  { generation, model, messages, early }: Parameters<ProviderRequests['respond']>[0],
  signal: AbortSignal,
): Promise<void> => {
  try {
    const offered = await tools;
    const known = await withKnowledge(messages, knowledge);
    const request = {
      messages: known.messages,
      manner: 'spoken',
      early: early === true,
      ...(timeZone === null ? {} : { timeZone }),
      onUsage,
      tools: [
        END_CALL,
        ...offered.map(({ name, description, parameters }) => ({ name, description, parameters })),
      ],
    } as const;
    signal.throwIfAborted();
    const sources = answerSources(known.passages);
    if (sources.length > 0) feed({ type: 'model_sources', generation, sources });
    const chosen = numbered(providers.models, model);
    for await (const event of chosen.respond(request, signal)) {
      if (signal.aborted) return;
      feed(asInput(generation, event, offered));
    }
    const deliberately = chosen.isSilentOnPurpose === true ? ({ isDeliberate: true } as const) : {};
    if (!signal.aborted) feed({ type: 'model_done', generation, ...deliberately });
  } catch (error) {
    if (signal.aborted) return;
    onFailed('model', error);
    feed({ type: 'model_failed', generation });
  }
};

const askAnswerer = async (
  { providers, feed, onUsage, onFailed }: ProviderRequestsDeps,
  { question, model, words }: Parameters<ProviderRequests['askAnswerer']>[0],
  signal: AbortSignal,
): Promise<void> => {
  try {
    let text = '';
    const request = { ...calleeQuestion(words), tools: [], onUsage };
    for await (const event of numbered(providers.models, model).respond(request, signal)) {
      if (event.type === 'text') text += event.text;
      if (signal.aborted || text.length > MOST_VERDICT_CHARACTERS) break;
    }
    if (!signal.aborted) feed({ type: 'answerer_judged', question, verdict: verdictOf(text) });
  } catch (error) {
    if (signal.aborted) return;
    onFailed('model', error);
    feed({ type: 'answerer_judged', question, verdict: null });
  }
};

const asInput = (generation: number, event: ModelEvent, offered: readonly CallTool[]): SessionInput => {
  switch (event.type) {
    case 'text':
      return { type: 'model_text', generation, text: event.text };
    case 'tool_call':
      return asToolCall(generation, event, offered);
    default:
      return assertNever(event);
  }
};

const asToolCall = (
  generation: number,
  { name, arguments: args, refusal }: Extract<ModelEvent, { readonly type: 'tool_call' }>,
  offered: readonly CallTool[],
): SessionInput => {
  const onLine = offered.find((tool) => tool.name === name)?.onLine;
  return {
    type: 'model_tool',
    generation,
    name,
    arguments: args,
    ...(onLine === undefined ? {} : { onLine }),
    ...(refusal === undefined ? {} : { refusal }),
  };
};

/** 200 ms of silence, for a text without words: a provider would refuse it. */
const PAUSE = new Uint8Array(1_600).fill(0xff);
const BYTES_PER_MS = 8;

const synthesise = async (
  { providers, speech, feed, onFailed }: ProviderRequestsDeps,
  { utterance, synthesiser, text, reply, inMs = 0 }: Parameters<ProviderRequests['synthesise']>[0],
  signal: AbortSignal,
): Promise<void> => {
  try {
    const { request, forms, hasWords } = spokenRequest(speech(), text);
    if (!hasWords) {
      feed({ type: 'speech_audio', utterance, payload: PAUSE, words: [] });
      feed({ type: 'speech_done', utterance });
      return;
    }
    const written = createWrittenTimes(forms);
    let bytes = 0;
    const spoken = numbered(providers.synthesisers, synthesiser).synthesise(
      reply === undefined ? { ...request, inMs } : { ...request, inMs, reply },
      signal,
    );
    for await (const { mulaw, words = [] } of spoken) {
      if (signal.aborted) return;
      bytes += mulaw.length;
      feed({ type: 'speech_audio', utterance, payload: mulaw, words: written.take(words) });
    }
    if (signal.aborted) return;
    const rest = written.end(bytes / BYTES_PER_MS);
    if (rest.length > 0) feed({ type: 'speech_audio', utterance, payload: new Uint8Array(0), words: rest });
    feed({ type: 'speech_done', utterance });
  } catch (error) {
    if (signal.aborted) return;
    onFailed('speech', error);
    feed({ type: 'speech_failed', utterance });
  }
};
