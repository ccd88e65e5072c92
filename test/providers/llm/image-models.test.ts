import t from 'tap';
import { imageRule, takesImages } from '../../../providers/llm/image-models.js';

t.test('knows which models take images', async (t) => {
  for (const name of [
    ...[
      'openai:gpt-4o',
      'openai:gpt-4o-mini',
      'openai:gpt-5-mini',
      'openai:o3',
      'openai:o1',
      'openai:o4-mini',
    ],
    ...['anthropic:claude-haiku-4-5', 'anthropic:claude-3-5-sonnet-20241022', 'google:gemini-2.5-flash'],
    ...['mistral:pixtral-large-latest', 'mistral:mistral-small-latest', 'azure:gpt-4.1-mini'],
    ...[
      'groq:meta-llama/llama-4-scout-17b-16e-instruct',
      'bedrock:us.anthropic.claude-sonnet-4-20250514-v1:0',
    ],
    ...['bedrock:amazon.nova-lite-v1:0', 'openai-compatible:qwen2.5-vl-7b', 'openai-compatible:llava:13b'],
  ])
    t.equal(takesImages(name), true, name);
  for (const name of [
    ...[
      'openai:gpt-3.5-turbo',
      'openai:gpt-4',
      'openai:o3-mini',
      'openai:o1-mini',
      'openai:gpt-4o-audio-preview',
    ],
    ...[
      'anthropic:claude-2.1',
      'mistral:codestral-latest',
      'mistral:mistral-large-2411',
      'azure:our-deployment',
    ],
    ...['groq:llama-3.3-70b-versatile', 'bedrock:amazon.nova-micro-v1:0', 'bedrock:anthropic.claude-v2'],
    ...['openai-compatible:llama3.1', 'unknown:gpt-4o', 'gpt-4o', ''],
  ])
    t.equal(takesImages(name), false, name);
});

t.test("an operator's rules come first, in their order", async (t) => {
  t.equal(takesImages('azure:our-deployment', ['azure:our-*']), true);
  t.equal(takesImages('azure:our-text', ['!azure:*-text', 'azure:our-*']), false);
  t.equal(takesImages('openai:gpt-4o', ['!openai:*']), false);
  t.equal(takesImages('openai:gpt-4o-mini', ['!openai:gpt-4o']), true, 'another model');
  t.equal(takesImages('openai-compatible:a-b-c', ['openai-compatible:a*c']), true);
  t.equal(takesImages('openai-compatible:a-b-d', ['openai-compatible:a*c']), false);
  t.equal(
    takesImages('openai-compatible:aa', ['openai-compatible:a*aa']),
    false,
    'no character counts twice',
  );
});

t.test('a rule names a provider and a model', async (t) => {
  t.equal(imageRule(' azure:vision-* '), 'azure:vision-*');
  t.equal(imageRule('!groq:meta-llama/llama-4-scout'), '!groq:meta-llama/llama-4-scout');
  for (const text of ['gpt-4o', 'openai:', '!', '*', 'openai:a b', '']) t.equal(imageRule(text), null, text);
});
