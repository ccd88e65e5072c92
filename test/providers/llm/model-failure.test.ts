/** What a provider's error becomes: the kind that decides about a retry, and nothing of the request. */
import { APICallError } from '@ai-sdk/provider';
import t from 'tap';
import { ModelFailure, modelFailure } from '../../../providers/llm/model-failure.js';

const NOW = Date.UTC(2026, 0, 1);

const failureOf = (
  statusCode: number | undefined,
  responseHeaders: Record<string, string> = {},
): ModelFailure =>
  modelFailure(
    'openai',
    new APICallError({
      message: 'Incorrect API key provided: sk-secret, sk-secret',
      url: 'https://models.example/v1?key=sk-secret',
      requestBodyValues: { key: 'sk-secret' },
      ...(statusCode === undefined ? {} : { statusCode }),
      responseHeaders,
    }),
    'sk-secret',
    NOW,
  );

t.test('the status decides whether a retry can help', async (t) => {
  for (const [status, kind] of [
    [undefined, 'unavailable'],
    [200, 'unavailable'],
    [399, 'unavailable'],
    [400, 'refused'],
    [401, 'auth'],
    [402, 'refused'],
    [403, 'auth'],
    [404, 'refused'],
    [407, 'refused'],
    [408, 'unavailable'],
    [409, 'refused'],
    [428, 'refused'],
    [429, 'rate'],
    [430, 'refused'],
    [499, 'refused'],
    [500, 'unavailable'],
    [529, 'unavailable'],
  ] as const)
    t.equal(failureOf(status).kind, kind, `${status}`);
});

t.test('waits for as long as the provider says, in either of its headers', async (t) => {
  t.equal(failureOf(429).retryAfterMs, null);
  t.equal(failureOf(429, { 'retry-after': '7' }).retryAfterMs, 7_000);
  t.equal(failureOf(429, { 'retry-after-ms': '250', 'retry-after': '7' }).retryAfterMs, 250);
  t.equal(failureOf(429, { 'retry-after-ms': '-5' }).retryAfterMs, 0);
  t.equal(failureOf(429, { 'retry-after-ms': 'soon', 'retry-after': '7' }).retryAfterMs, 7_000);
});

t.test('the key is in no part of the failure', async (t) => {
  const failure = failureOf(401);
  t.equal(failure.message, 'openai failed: auth');
  t.match(failure.cause, { message: 'Incorrect API key provided: [removed], [removed]', status: 401 });
  t.notMatch(JSON.stringify(failure, Object.getOwnPropertyNames(failure)), /sk-secret/);
});

t.test(
  'an error of the connection is a provider that cannot be reached, any other a broken response',
  async (t) => {
    const reset = new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
    t.equal(modelFailure('openai', reset, 'k', NOW).kind, 'unavailable');
    t.equal(modelFailure('openai', new TypeError('x is not a function'), 'k', NOW).kind, 'protocol');
    t.match(modelFailure('openai', new Error('bad JSON'), '', NOW), {
      kind: 'protocol',
      cause: { message: 'bad JSON' },
    });
    t.equal(modelFailure('openai', 'text', 'k', NOW).cause, undefined);
    const known = new ModelFailure('openai', 'rate');
    t.equal(modelFailure('groq', known, 'k', NOW), known, 'a failure stays what it is');
  },
);
