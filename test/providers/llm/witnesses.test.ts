/**
 * The providers' own SDKs work with the simulators of models, as independent readings of the protocols. Google's SDK
 * needs a newer Node, and Mistral's has 28 MB. For those two protocols the AI SDK's package is the only independent
 * client.
 */
import Anthropic from '@anthropic-ai/sdk';
import {
  BedrockRuntimeClient,
  type ContentBlockDelta,
  ConverseStreamCommand,
} from '@aws-sdk/client-bedrock-runtime';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import Groq from 'groq-sdk';
import OpenAI from 'openai';
import t from 'tap';
import { MODEL_DIALECTS, SIMULATED_USAGE } from '../../../simulators/models/dialects.js';
import type { ModelServer } from '../../../simulators/models/server.js';
import { startModelServer } from '../../../testkit/simulators/model-server.js';

const KEY = 'sk-of-a-witness';
const ANSWER = {
  text: ['We are open ', 'from noon.'],
  tools: [{ id: 'call_1', name: 'book_table', arguments: '{"people":2}' }],
};
const SCHEMA = { type: 'object' as const, properties: { people: { type: 'integer' } } };
const FUNCTION = { name: 'book_table', description: 'Books a table.', parameters: SCHEMA };
const MESSAGE = { role: 'user' as const, content: 'A table for two.' };

/** The answer as an SDK read it. */
interface Understood {
  readonly text: string;
  readonly tool: string | undefined;
  readonly arguments: unknown;
  readonly input: number | undefined;
  readonly output: number | undefined;
}

const openAi = async (baseURL: string): Promise<Understood> => {
  const client = new OpenAI({ apiKey: KEY, baseURL, maxRetries: 0 });
  const completion = await client.chat.completions
    .stream({
      model: 'simulated',
      messages: [MESSAGE],
      tools: [{ type: 'function', function: FUNCTION }],
      stream_options: { include_usage: true },
    })
    .finalChatCompletion();
  const message = completion.choices[0]?.message;
  const call = message?.tool_calls?.[0];
  return {
    text: message?.content ?? '',
    tool: call?.type === 'function' ? call.function.name : undefined,
    arguments: call?.type === 'function' ? JSON.parse(call.function.arguments) : undefined,
    input: completion.usage?.prompt_tokens,
    output: completion.usage?.completion_tokens,
  };
};

const anthropic = async (baseURL: string): Promise<Understood> => {
  const client = new Anthropic({ apiKey: KEY, baseURL: baseURL.replace(/\/v1$/, ''), maxRetries: 0 });
  const message = await client.messages
    .stream({
      model: 'simulated',
      max_tokens: 100,
      messages: [MESSAGE],
      tools: [{ name: 'book_table', description: 'Books a table.', input_schema: SCHEMA }],
    })
    .finalMessage();
  const call = message.content.find((block) => block.type === 'tool_use');
  return {
    text: message.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    tool: call?.name,
    arguments: call?.input,
    input: message.usage.input_tokens,
    output: message.usage.output_tokens,
  };
};

const groq = async (baseURL: string): Promise<Understood> => {
  // The SDK adds the whole path itself.
  const client = new Groq({
    apiKey: KEY,
    baseURL: baseURL.replace(/\/openai\/v1$|\/v1$/, ''),
    maxRetries: 0,
  });
  const stream = await client.chat.completions.create({
    model: 'simulated',
    messages: [MESSAGE],
    tools: [{ type: 'function', function: FUNCTION }],
    stream: true,
  });
  let text = '';
  let tool: string | undefined;
  let args = '';
  let usage: { readonly prompt_tokens: number; readonly completion_tokens: number } | undefined;
  for await (const chunk of stream) {
    const delta = chunk.choices[0]?.delta;
    text += delta?.content ?? '';
    tool ??= delta?.tool_calls?.[0]?.function?.name;
    args += delta?.tool_calls?.[0]?.function?.arguments ?? '';
    usage = chunk.x_groq?.usage ?? usage;
  }
  return {
    text,
    tool,
    arguments: JSON.parse(args),
    input: usage?.prompt_tokens,
    output: usage?.completion_tokens,
  };
};

const bedrock = async (endpoint: string): Promise<Understood> => {
  const client = new BedrockRuntimeClient({
    endpoint,
    region: 'us-east-1',
    token: { token: KEY },
    authSchemePreference: ['httpBearerAuth'],
    maxAttempts: 1,
    // The default handler supports only HTTP/2.
    requestHandler: new NodeHttpHandler(),
  });
  try {
    const { stream } = await client.send(
      new ConverseStreamCommand({
        modelId: 'simulated',
        messages: [{ role: 'user', content: [{ text: MESSAGE.content }] }],
        toolConfig: {
          tools: [
            {
              toolSpec: {
                name: 'book_table',
                inputSchema: { json: { type: 'object', properties: { people: { type: 'integer' } } } },
              },
            },
          ],
        },
      }),
    );
    const deltas: ContentBlockDelta[] = [];
    let tool: string | undefined;
    let usage: { readonly inputTokens?: number | undefined; readonly outputTokens?: number | undefined } = {};
    for await (const event of stream ?? []) {
      if (event.contentBlockDelta?.delta !== undefined) deltas.push(event.contentBlockDelta.delta);
      tool ??= event.contentBlockStart?.start?.toolUse?.name;
      usage = event.metadata?.usage ?? usage;
    }
    return {
      text: deltas.map((delta) => delta.text ?? '').join(''),
      tool,
      arguments: JSON.parse(deltas.map((delta) => delta.toolUse?.input ?? '').join('')),
      input: usage.inputTokens,
      output: usage.outputTokens,
    };
  } catch (error) {
    const status =
      error instanceof Error && '$metadata' in error && typeof error.$metadata === 'object'
        ? JSON.stringify(error.$metadata)
        : '';
    throw new Error(`${error} ${status}`);
  } finally {
    client.destroy();
  }
};

const WITNESSES = [
  ['openai', openAi],
  ['anthropic', anthropic],
  ['groq', groq],
  ['bedrock', bedrock],
] as const;

for (const [name, understand] of WITNESSES)
  t.test(
    `the SDK of ${name} reads the stream of its simulator, and its statuses as those of the provider`,
    async (t) => {
      const server: ModelServer = await startModelServer(t, MODEL_DIALECTS[name]);
      server.answer(ANSWER);
      t.same(await understand(server.url), {
        text: 'We are open from noon.',
        tool: 'book_table',
        arguments: { people: 2 },
        input: SIMULATED_USAGE.input,
        output: SIMULATED_USAGE.output,
      });
      t.match(JSON.stringify(server.requests[0]?.headers), KEY);
      for (const status of [401, 429, 500]) {
        server.answer({ type: 'status', status });
        await t.rejects(understand(server.url), { message: new RegExp(String(status)) });
      }
    },
  );
