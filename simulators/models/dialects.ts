/**
 * How LLM providers stream an answer: as server-sent events, or as Amazon's event streams
 * (docs/how-to/providers.md, "Models"). Pure.
 */
import { EventStreamCodec } from '@smithy/eventstream-codec';

interface SimulatedToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model wrote them: JSON, if the model is a good one. */
  readonly arguments: string;
}

/** An answer of a simulated model. */
export interface SimulatedAnswer {
  /** In the pieces in which it arrives. */
  readonly text?: readonly string[];
  /** Visible reasoning, if the protocol supports it. */
  readonly reasoning?: string;
  readonly tools?: readonly SimulatedToolCall[];
}

export interface ModelDialect {
  readonly name: 'openai' | 'mistral' | 'groq' | 'anthropic' | 'google' | 'bedrock';
  /** Content type of the stream; default: text/event-stream. */
  readonly contentType?: string;
  /** Path of the address that we configure; the dialect appends the rest. */
  readonly basePath: string;
  /** The header that has the key. */
  readonly keyHeader: string;
  readonly events: (answer: SimulatedAnswer) => readonly (string | Uint8Array)[];
  readonly path: RegExp;
}

const USAGE = { input: 11, output: 7 } as const;
/** The tokens of each simulated answer. */
export const SIMULATED_USAGE = USAGE;

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;

const OPENAI_USAGE = {
  prompt_tokens: USAGE.input,
  completion_tokens: USAGE.output,
  total_tokens: USAGE.input + USAGE.output,
};

/** Chat completions with `stream: true`; the providers that adopted the protocol each report usage in their own way. */
const chatCompletions = (name: 'openai' | 'mistral' | 'groq'): ModelDialect => ({
  name,
  basePath: '/v1',
  path: /\/chat\/completions$/,
  keyHeader: 'authorization',
  events: ({ text = [], reasoning, tools = [] }) => {
    const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'simulated' };
    const chunk = (delta: object, finish: string | null = null, more: object = {}): string =>
      data({ ...head, choices: [{ index: 0, delta, finish_reason: finish }], ...more });
    const last = {
      openai: {},
      mistral: { usage: OPENAI_USAGE },
      groq: { x_groq: { id: 'req_1', usage: OPENAI_USAGE } },
    }[name];
    return [
      chunk({ role: 'assistant', content: '' }),
      // Mistral's thinking models use content parts for it.
      ...(reasoning === undefined || name === 'mistral' ? [] : [chunk({ reasoning_content: reasoning })]),
      ...text.map((content) => chunk({ content })),
      ...tools.map((tool, index) =>
        chunk({
          tool_calls: [
            {
              index,
              id: tool.id,
              type: 'function',
              function: { name: tool.name, arguments: tool.arguments },
            },
          ],
        }),
      ),
      chunk({}, tools.length > 0 ? 'tool_calls' : 'stop', last),
      ...(name === 'openai' ? [data({ ...head, choices: [], usage: OPENAI_USAGE })] : []),
      'data: [DONE]\n\n',
    ];
  },
});

/** Messages with `stream: true`. */
const ANTHROPIC: ModelDialect = {
  name: 'anthropic',
  basePath: '/v1',
  path: /\/messages$/,
  keyHeader: 'x-api-key',
  events: ({ text = [], reasoning, tools = [] }) => {
    const event = (type: string, value: object = {}): string => `event: ${type}\n${data({ type, ...value })}`;
    const blocks: { readonly begin: object; readonly deltas: readonly object[] }[] = [];
    if (reasoning !== undefined)
      blocks.push({
        begin: { type: 'thinking', thinking: '', signature: '' },
        deltas: [{ type: 'thinking_delta', thinking: reasoning }],
      });
    if (text.length > 0)
      blocks.push({
        begin: { type: 'text', text: '' },
        deltas: text.map((piece) => ({ type: 'text_delta', text: piece })),
      });
    for (const tool of tools)
      blocks.push({
        begin: { type: 'tool_use', id: tool.id, name: tool.name, input: {} },
        deltas: [{ type: 'input_json_delta', partial_json: tool.arguments }],
      });
    return [
      event('message_start', {
        message: {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          model: 'simulated',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: USAGE.input, output_tokens: 1 },
        },
      }),
      ...blocks.flatMap(({ begin, deltas }, index) => [
        event('content_block_start', { index, content_block: begin }),
        ...deltas.map((delta) => event('content_block_delta', { index, delta })),
        event('content_block_stop', { index }),
      ]),
      event('message_delta', {
        delta: { stop_reason: tools.length > 0 ? 'tool_use' : 'end_turn', stop_sequence: null },
        usage: { output_tokens: USAGE.output },
      }),
      event('message_stop'),
    ];
  },
};

/** `streamGenerateContent` with `alt=sse`. */
const GOOGLE: ModelDialect = {
  name: 'google',
  basePath: '/v1beta',
  path: /:streamGenerateContent$/,
  keyHeader: 'x-goog-api-key',
  events: ({ text = [], reasoning, tools = [] }) => {
    const part = (value: object, last = false): string =>
      data({
        candidates: [
          { index: 0, content: { role: 'model', parts: [value] }, ...(last ? { finishReason: 'STOP' } : {}) },
        ],
        usageMetadata: {
          promptTokenCount: USAGE.input,
          candidatesTokenCount: USAGE.output,
          totalTokenCount: USAGE.input + USAGE.output,
        },
      });
    return [
      ...(reasoning === undefined ? [] : [part({ text: reasoning, thought: true })]),
      ...text.map((piece) => part({ text: piece })),
      ...tools.map((tool) => {
        let args: unknown = tool.arguments;
        try {
          args = JSON.parse(tool.arguments);
        } catch {
          // The protocol has objects here; a model's invalid arguments arrive as another type.
        }
        return part({ functionCall: { name: tool.name, args } });
      }),
      part({ text: '' }, true),
    ];
  },
};

const codec = new EventStreamCodec(
  (bytes) => Buffer.from(typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)).toString(),
  (text) => Buffer.from(text),
);

/** `ConverseStream`: messages of application/vnd.amazon.eventstream. */
const BEDROCK: ModelDialect = {
  name: 'bedrock',
  basePath: '',
  path: /^\/model\/[^/]+\/converse-stream$/,
  keyHeader: 'authorization',
  contentType: 'application/vnd.amazon.eventstream',
  events: ({ text = [], reasoning, tools = [] }) => {
    const event = (type: string, value: object): Uint8Array =>
      codec.encode({
        headers: {
          ':message-type': { type: 'string', value: 'event' },
          ':event-type': { type: 'string', value: type },
          ':content-type': { type: 'string', value: 'application/json' },
        },
        body: Buffer.from(JSON.stringify(value)),
      });
    const blocks = [
      ...(reasoning === undefined
        ? []
        : [{ start: null, deltas: [{ reasoningContent: { text: reasoning } }] }]),
      ...(text.length === 0 ? [] : [{ start: null, deltas: text.map((piece) => ({ text: piece })) }]),
      ...tools.map((tool) => ({
        start: { toolUse: { toolUseId: tool.id, name: tool.name } },
        deltas: [{ toolUse: { input: tool.arguments } }],
      })),
    ];
    return [
      event('messageStart', { role: 'assistant' }),
      ...blocks.flatMap(({ start, deltas }, contentBlockIndex) => [
        // Text blocks start with their first piece.
        ...(start === null ? [] : [event('contentBlockStart', { contentBlockIndex, start })]),
        ...deltas.map((delta) => event('contentBlockDelta', { contentBlockIndex, delta })),
        event('contentBlockStop', { contentBlockIndex }),
      ]),
      event('messageStop', { stopReason: tools.length > 0 ? 'tool_use' : 'end_turn' }),
      event('metadata', {
        usage: {
          inputTokens: USAGE.input,
          outputTokens: USAGE.output,
          totalTokens: USAGE.input + USAGE.output,
        },
        metrics: { latencyMs: 1 },
      }),
    ];
  },
};

export const MODEL_DIALECTS = {
  openai: chatCompletions('openai'),
  mistral: chatCompletions('mistral'),
  groq: chatCompletions('groq'),
  anthropic: ANTHROPIC,
  google: GOOGLE,
  bedrock: BEDROCK,
} as const;
