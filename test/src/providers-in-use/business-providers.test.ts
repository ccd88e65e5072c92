/** Which providers a business may choose, and where their addresses may lead. */
import t, { type Test } from 'tap';
import type { TenantNames } from '../../../providers/names/tenant-names.js';
import { createProviderChecks } from '../../../src/providers-in-use/business-providers.js';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';
import { namesFor, unknownNames } from '../../support/names.js';

const BUSINESS = 'b1';

const checks = async (t: Test, development: boolean, names?: TenantNames) =>
  createProviderChecks({
    development,
    speechDir: '/nowhere',
    embeddings: null,
    names: names ?? (await unknownNames(t)),
    now: Date.now,
  });
const named = (provider: string, change: object = {}) => ({
  provider,
  choice: 'x',
  key: 'sk-secret',
  address: null,
  ...change,
});

t.test('a valid choice is accepted in the form in which it is used', async (t) => {
  const { check } = await checks(t, false);
  t.same(await check(BUSINESS, 'model', '/choices/0', named('openai')), {
    problem: null,
    choice: 'x',
    address: null,
  });
  t.match(await check(BUSINESS, 'recogniser', '/choices/0', named('deepgram', { choice: null })), {
    choice: 'nova-3',
  });
  const local = { address: 'http://127.0.0.1:8000/v1/', key: '' };
  t.same(
    await (await checks(t, true)).check(BUSINESS, 'model', '/choices/0', named('openai-compatible', local)),
    {
      problem: null,
      choice: 'x',
      address: 'http://127.0.0.1:8000/v1',
    },
  );
});

t.test('an invalid choice is refused at its path, with what to write and without its key', async (t) => {
  const { check } = await checks(t, false);
  const invalid: readonly (readonly [Parameters<typeof check>[1], object, string, RegExp])[] = [
    ['model', named('gpt'), 'provider', /write one of openai, anthropic/],
    ['model', named('module', { choice: './mind.js' }), 'provider', /names "module"; write one of/],
    ['recogniser', named('sherpa'), 'provider', /write one of deepgram/],
    ['recogniser', named('phrase-book'), 'provider', /write one of deepgram/],
    ['synthesiser', named('flite'), 'provider', /write one of elevenlabs/],
    ['model', named('openai', { choice: null }), 'choice', /write openai:</],
    ['recogniser', named('deepgram', { choice: 'no such' }), 'choice', /write a model after the colon/],
    ['model', named('openai', { key: '' }), 'credential', /set it in credential/],
    ['model', named('openai', { key: 'sk secret' }), 'credential', /credential is not a valid key/],
    ['model', named('openai-compatible'), 'address', /set it in address/],
    ['model', named('openai', { address: 'https://me:secret@x.org/v1' }), 'address', /without user/],
    ['model', named('openai', { address: 'http://example.org/v1' }), 'address', /must begin with https/],
    ['model', named('openai', { address: 'https://127.0.0.1/v1' }), 'address', /reachable from the internet/],
    ['model', named('openai', { address: 'https://localhost/v1' }), 'address', /reachable from the internet/],
    ['model', named('openai', { address: 'https://[::ffff:10.0.0.1]/v1' }), 'address', /from the internet/],
    ['model', named('openai', { address: 'https://169.254.169.254/' }), 'address', /from the internet/],
    ['model', named('openai', { address: 'https://168.63.129.16/' }), 'address', /from the internet/],
    ['model', named('openai', { address: 'https://x.localhost./' }), 'address', /from the internet/],
    [
      'model',
      named('openai', { address: 'https://x.org:22/' }),
      'address',
      /port of a protocol other than HTTP/,
    ],
  ];
  for (const [role, choice, place, message] of invalid) {
    const { problem } = await check(BUSINESS, role, '/choices/3', { ...named(''), ...choice });
    t.match(problem, { path: `/choices/3/${place}`, message }, JSON.stringify(choice));
    t.notMatch(JSON.stringify(problem), /secret/);
  }
});

t.test('a stored choice that is no longer valid fails its test', async (t) => {
  const server = await startOpenAiServer(t);
  const there = named('openai-compatible', { address: server.url });
  t.match(await (await checks(t, true)).test(BUSINESS, 'model', [there, named('gone')]), [
    { ok: true, provider: 'openai-compatible:x', text: 'Hello.' },
    { ok: false, provider: 'gone:x', remedy: /write one of openai/ },
  ]);
  t.match(await (await checks(t, false)).test(BUSINESS, 'model', [there]), [
    { ok: false, remedy: /must begin with https/ },
  ]);
  t.equal(server.requests.length, 1);
});

t.test(
  'an address that resolves internally is refused; one whose look-up hangs is accepted at the deadline',
  async (t) => {
    const reply = (name: string, type: string) =>
      name === 'hang.test' ? 'silent' : type === 'A' ? ['10.0.0.1'] : [];
    const limits = { deadlineMs: 200, slotsOfUse: 1, waitingOfUse: 0 };
    const { check } = await checks(t, false, await namesFor(t, reply, limits));
    const at = (host: string) =>
      check(BUSINESS, 'model', '/choices/0', named('openai', { address: `https://${host}/` }));
    t.match(await at('inside.test'), { problem: { message: /reachable from the internet/ } });
    const unresponsive = at('hang.test');
    await t.rejects(at('other.test'), { code: 'name_lookups_limited', retryAfterSeconds: 5 });
    t.match(await unresponsive, { problem: null });
  },
);

t.test('an installation without an embedding model has nothing to test', async (t) => {
  t.same(await (await checks(t, false)).testEmbeddings(), []);
});
