/** Images on their way to each provider, and a provider that refuses them. */
import t, { type Test } from 'tap';
import { MODEL_KINDS } from '../../../providers/llm/kinds.js';
import type { ModelRequest } from '../../../providers/llm/language-model.js';
import { ModelFailure } from '../../../providers/llm/model-failure.js';
import { createNetworkedModel } from '../../../providers/llm/networked-model.js';

/** The start of a PNG file. */
const BYTES = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const BASE64 = BYTES.toString('base64');
const REQUEST: ModelRequest = {
  messages: [
    { role: 'system', content: 'You are Ada.' },
    { role: 'user', content: 'Is it this one?', images: [{ mimeType: 'image/png', bytes: BYTES }] },
  ],
  manner: 'written',
  tools: [],
};

/** The bodies of the requests that a model sends; `status`: of every response. */
const requestsOf = async (
  t: Test,
  kindName: string,
  { takesImages = true, status = 400, request = REQUEST } = {},
): Promise<readonly string[]> => {
  const kind = MODEL_KINDS.find(({ name }) => name === kindName);
  if (kind === undefined) throw new Error(`there is no provider ${kindName}`);
  const bodies: string[] = [];
  t.intercept(globalThis, 'fetch', {
    value: async (_input: unknown, init?: { readonly body?: unknown }) => {
      bodies.push(String(init?.body));
      return new Response(JSON.stringify({ error: { message: 'no images here' } }), { status });
    },
  });
  const opened = await kind.open({ choice: 'a-model', key: 'k', address: 'http://127.0.0.1:9/v1' });
  const model = createNetworkedModel(opened, {
    name: `${kindName}:a-model`,
    key: 'k',
    now: () => 0,
    timeZone: 'UTC',
    onUsage: () => undefined,
    takesImages,
  });
  await t.rejects(async () => {
    for await (const _event of model.respond(request, AbortSignal.timeout(10_000)));
  }, ModelFailure);
  return bodies;
};

for (const { name } of MODEL_KINDS)
  t.test(`${name} gets images, and a second request without them if it refuses them`, async (t) => {
    const [first = '', second = '', ...others] = await requestsOf(t, name);
    t.ok(first.includes(BASE64), 'the image is in the request');
    t.notOk(second.includes(BASE64), 'and not in the next one');
    t.match(second, /You cannot see images/);
    t.same(others, [], 'a second refusal is final');
  });

t.test('a model that takes no images never gets them', async (t) => {
  const bodies = await requestsOf(t, 'openai', { takesImages: false });
  t.equal(bodies.length, 1);
  t.notOk(bodies.some((body) => body.includes(BASE64)));
});

t.test('a request without images is not repeated after a refusal', async (t) => {
  const request = { ...REQUEST, messages: [{ role: 'user', content: 'Hello' }] } as const;
  t.equal((await requestsOf(t, 'openai', { request })).length, 1);
});

t.test('a wrong key is not blamed on the images', async (t) => {
  t.equal((await requestsOf(t, 'openai', { status: 401 })).length, 1);
});
