/** Embedding models of providers, against simulated servers with their protocols. */
import t, { type Test } from 'tap';
import { unitVectors } from '../../../providers/embeddings/embedder.js';
import { EMBEDDING_KINDS } from '../../../providers/embeddings/kinds.js';
import { createNetworkedEmbedder } from '../../../providers/embeddings/networked-embedder.js';
import { ModelFailure } from '../../../providers/llm/model-failure.js';
import { serveEmbeddings } from '../../../simulators/models/embeddings.js';

const KEY = 'key-of-a-test';
const MEANINGS = { car: 'vehicle', cars: 'vehicle', the: '', where: '' };

const dot = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
  (a ?? new Float32Array()).reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0);

const open = async (t: Test, provider: string, choice: string) => {
  const protocol = provider === 'google' || provider === 'bedrock' ? provider : 'openai';
  const server = await serveEmbeddings(protocol, MEANINGS);
  t.teardown(() => server.close());
  const kind = EMBEDDING_KINDS.find(({ name }) => name === provider);
  if (kind === undefined) throw new Error(`no kind ${provider}`);
  const address = provider === 'azure' ? server.url.replace('/v1', '') : server.url;
  const tokens: number[] = [];
  const embedder = createNetworkedEmbedder(await kind.open({ choice, key: KEY, address }), {
    name: `${provider}:${choice}`,
    key: KEY,
    now: Date.now,
    onTokens: (count) => tokens.push(count),
  });
  return { server, embedder, tokens };
};

for (const [provider, choice] of [
  ['openai', 'text-embedding-3-small'],
  ['google', 'gemini-embedding-001'],
  ['mistral', 'mistral-embed'],
  ['azure', 'our-embeddings'],
  ['bedrock', 'amazon.titan-embed-text-v2:0'],
  ['openai-compatible', 'bge-m3'],
] as const)
  t.test(`${provider} returns a unit vector for each text, in order`, async (t) => {
    const { server, embedder } = await open(t, provider, choice);
    const signal = AbortSignal.timeout(10_000);
    const texts = ['the car', 'vehicle', 'breakfast', ...Array.from({ length: 7 }, (_, n) => `filler ${n}`)];
    const vectors = await embedder.embed(texts, 'passage', signal);
    t.equal(vectors.length, texts.length);
    t.ok(vectors.every((vector) => Math.abs(dot(vector, vector) - 1) < 1e-4));
    t.ok(dot(vectors[0], vectors[1]) > 0.99, 'the same meaning');
    t.ok(dot(vectors[0], vectors[2]) < 0.8, 'another meaning');
    const [question] = await embedder.embed(['cars'], 'question', signal);
    t.ok(dot(question, vectors[0]) > 0.99);
    t.ok(server.requests.every(({ model }) => model === choice));
  });

t.test('counts the tokens that the provider reports', async (t) => {
  const { embedder, tokens } = await open(t, 'openai', 'text-embedding-3-small');
  await embedder.embed(['one', 'two'], 'passage', AbortSignal.timeout(10_000));
  t.same(tokens, [10]);
});

t.test('cuts long texts, and splits many', async (t) => {
  const { embedder, server } = await open(t, 'openai', 'text-embedding-3-small');
  const texts = Array.from({ length: 200 }, () => 'word '.repeat(1_000));
  t.equal((await embedder.embed(texts, 'passage', AbortSignal.timeout(10_000))).length, 200);
  t.same(
    server.requests.map(({ texts: sent }) => sent.length).sort((a, b) => a - b),
    [8, 96, 96],
  );
  t.ok(server.requests.every(({ texts: sent }) => sent.every((text) => text.length <= 2_000)));
});

t.test('a failure has its kind, and not the key', async (t) => {
  const { embedder, server } = await open(t, 'openai', 'text-embedding-3-small');
  const embed = () => embedder.embed(['one', 'two'], 'question', AbortSignal.timeout(10_000));
  for (const [fault, kind] of [
    [{ type: 'status', status: 401 }, 'auth'],
    [{ type: 'status', status: 429 }, 'rate'],
    [{ type: 'status', status: 503 }, 'unavailable'],
    [{ type: 'short' }, 'protocol'],
  ] as const) {
    server.fail(fault);
    const error: unknown = await embed().catch((failure: unknown) => failure);
    t.ok(error instanceof ModelFailure && error.kind === kind, kind);
    t.notMatch(String(error), KEY);
  }
});

t.test('an abort ends a request that stalls, with the reason of the signal', async (t) => {
  const { embedder, server } = await open(t, 'openai', 'text-embedding-3-small');
  server.fail({ type: 'stall' });
  const reason = new Error('too late');
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 50);
  await t.rejects(embedder.embed(['one'], 'question', controller.signal), reason);
});

t.test('vectors without direction, or of different lengths, are refused', async (t) => {
  t.throws(() => unitVectors('m', [[0, 0]], 1), ModelFailure);
  t.throws(() => unitVectors('m', [[1, 0], [1]], 2), ModelFailure);
  t.throws(() => unitVectors('m', [[]], 1), ModelFailure);
  t.throws(() => unitVectors('m', [[Number.NaN, 1]], 1), ModelFailure);
  t.throws(() => unitVectors('m', [new Array(5_000).fill(1)], 1), ModelFailure);
  t.same(
    [...(unitVectors('m', [[3, 4]], 1)[0] ?? [])].map((value) => Math.round(value * 10) / 10),
    [0.6, 0.8],
  );
});
