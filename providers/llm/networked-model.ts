/**
 * A language model behind a provider's API, through a provider package of the Vercel AI SDK.
 *
 * It guarantees:
 * N1. Only text and tool calls come out; a model's reasoning is never passed on, nor tool calls that its server left in the
 *     text (markup-filter.ts).
 * N2. The arguments of a tool call fit the tool's schema, or the call carries a refusal (read-tool-call.ts); a call in an
 *     answer to a request without tools is a failure.
 * N3. A request is not retried after its first event. Before that, a provider that is busy or down is retried once, if its
 *     Retry-After is one second at most.
 * N4. Every failure is a {@link ModelFailure}, except for an abort, which throws the signal's reason.
 * N5. A request whose images the provider refuses is repeated once without them: a customer waits for the answer.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { LanguageModelV3, LanguageModelV3StreamPart, LanguageModelV3Usage } from '@ai-sdk/provider';
import type {
  ChatMessage,
  LanguageModel,
  ModelEvent,
  ModelRequest,
  TokenUsage,
  ToolDefinition,
} from './language-model.js';
import { createMarkupFilter } from './markup-filter.js';
import { ModelFailure, modelFailure } from './model-failure.js';
import { promptOf } from './prompt.js';
import { readToolCall } from './read-tool-call.js';

/** `early`: whether the request was speculative (ModelRequest). */
export type CountedUsage = TokenUsage & { readonly early: boolean };

export interface NetworkedModelOptions {
  /** `<provider>:<model>` */
  readonly name: string;
  /** The API key; no reported failure contains it. */
  readonly key: string;
  /** ms since the epoch */
  readonly now: () => number;
  /** Time zone of the prompt's date and time unless a request has its own; its name in the IANA database. */
  readonly timeZone: string;
  readonly onUsage: (usage: CountedUsage) => void;
  /** Whether it is sent images (image-models.ts). Default: no. */
  readonly takesImages?: boolean;
}

/** Longest reply, characters: no listener needs more, and a model that does not stop is cut off. */
const MAX_CHARACTERS = 32_000;
const MAX_TOKENS = 4_096;
/** Longest wait for a retry, ms: a caller is waiting for the answer. */
const MAX_RETRY_MS = 1_000;
const DEFAULT_RETRY_MS = 200;

export const createNetworkedModel = (
  model: LanguageModelV3,
  { name, key, now, timeZone, onUsage, takesImages = false }: NetworkedModelOptions,
): LanguageModel => {
  const open = async (
    request: ModelRequest,
    signal: AbortSignal,
    withImages: boolean,
  ): Promise<AsyncIterable<LanguageModelV3StreamPart>> => {
    const moment = { at: now(), timeZone: request.timeZone ?? timeZone };
    const { stream } = await model.doStream({
      prompt: promptOf(request.messages, request.manner, moment, withImages),
      tools: request.tools.map((tool) => ({
        type: 'function' as const,
        name: tool.name,
        description: tool.description,
        inputSchema: tool.parameters,
      })),
      ...(request.tools.length === 0 ? {} : { toolChoice: { type: 'auto' as const } }),
      ...(request.schema === undefined
        ? {}
        : { responseFormat: { type: 'json' as const, schema: request.schema, name: 'answer' } }),
      maxOutputTokens: MAX_TOKENS,
      abortSignal: signal,
    });
    return stream;
  };

  const reportUsage = (used: LanguageModelV3Usage, request: ModelRequest): void => {
    const usage = usageOf(used);
    if (usage === null) return;
    onUsage({ ...usage, early: request.early ?? false });
    request.onUsage?.(name, usage);
  };

  /** N3: whether to retry. Resolves after the backoff. */
  const canRetry = async (failure: ModelFailure, signal: AbortSignal): Promise<boolean> => {
    const { kind, retryAfterMs } = failure;
    const waitMs = retryAfterMs ?? DEFAULT_RETRY_MS;
    if ((kind !== 'rate' && kind !== 'unavailable') || waitMs > MAX_RETRY_MS) return false;
    await delay(waitMs, undefined, { signal });
    return true;
  };

  async function* attempt(
    request: ModelRequest,
    signal: AbortSignal,
    withImages: boolean,
  ): AsyncIterable<ModelEvent> {
    let characters = 0;
    const filter = createMarkupFilter();
    for await (const part of await open(request, signal, withImages)) {
      signal.throwIfAborted();
      switch (part.type) {
        case 'text-delta':
          characters += part.delta.length;
          if (characters > MAX_CHARACTERS)
            throw new ModelFailure(name, 'protocol', new Error('the reply is too long'));
          yield* textEvent(filter.push(part.delta));
          break;
        case 'text-end':
          yield* textEvent(filter.end());
          break;
        case 'tool-call':
          yield toolCall(name, request.tools, part); // N2
          break;
        case 'error':
          throw part.error;
        case 'finish':
          reportUsage(part.usage, request);
          if (part.finishReason.unified === 'content-filter') throw new ModelFailure(name, 'refused');
          if (part.finishReason.unified === 'error') throw new ModelFailure(name, 'protocol');
          break;
        default: // N1
      }
    }
    yield* textEvent(filter.end());
  }

  return {
    name,
    respond: async function* (request, signal) {
      let withImages = takesImages && request.messages.some(hasImages);
      for (let tries = 1; ; tries += 1) {
        let began = false;
        try {
          for await (const event of attempt(request, signal, withImages)) {
            began = true;
            yield event;
          }
          return;
        } catch (error) {
          signal.throwIfAborted(); // N4
          const failure = modelFailure(name, error, key, now());
          if (!began && withImages && failure.kind === 'refused') {
            withImages = false; // N5
            continue;
          }
          if (began || tries > 1 || !(await canRetry(failure, signal))) throw failure;
        }
      }
    },
  };
};

function* textEvent(text: string): Iterable<ModelEvent> {
  if (text !== '') yield { type: 'text', text };
}

const hasImages = (message: ChatMessage): boolean =>
  message.role === 'user' && message.images !== undefined && message.images.length > 0;

/** Null if the provider does not report usage. */
const usageOf = ({ inputTokens, outputTokens }: LanguageModelV3Usage): TokenUsage | null =>
  inputTokens.total === undefined && outputTokens.total === undefined
    ? null
    : { input: inputTokens.total ?? 0, output: outputTokens.total ?? 0 };

const toolCall = (
  name: string,
  tools: readonly ToolDefinition[],
  call: { readonly toolCallId: string; readonly toolName: string; readonly input: string },
): ModelEvent => {
  if (tools.length === 0) throw new ModelFailure(name, 'protocol', new Error('no tools were offered'));
  return { type: 'tool_call', id: call.toolCallId, ...readToolCall(tools, call.toolName, call.input) };
};
