/** What a business may name of providers, and where their addresses may lead. */
import t from 'tap';
import { createProviderChecks } from '../../src/business-providers.js';
import { startOpenAiServer } from '../../testkit/models/server.js';

const checks = (development: boolean) =>
  createProviderChecks({ development, speechDir: '/nowhere', now: Date.now });
const named = (provider: string, change: object = {}) => ({
  provider,
  choice: 'x',
  key: 'sk-secret',
  address: null,
  ...change,
});

t.test('what makes sense is taken as it is used', async (t) => {
  const { check } = checks(false);
  t.same(await check('model', '/choices/0', named('openai')), { problem: null, choice: 'x', address: null });
  t.match(await check('recogniser', '/choices/0', named('deepgram', { choice: null })), {
    choice: 'nova-3',
  });
  const local = { address: 'http://127.0.0.1:8000/v1/', key: '' };
  t.same(await checks(true).check('model', '/choices/0', named('openai-compatible', local)), {
    problem: null,
    choice: 'x',
    address: 'http://127.0.0.1:8000/v1',
  });
});

t.test('what makes none is refused at its place, with what to write and without its key', async (t) => {
  const { check } = checks(false);
  const wrong: readonly (readonly [Parameters<typeof check>[0], object, string, RegExp])[] = [
    ['model', named('gpt'), 'provider', /write one of openai, anthropic/],
    ['model', named('module', { choice: './mind.js' }), 'provider', /names "module"; write one of/],
    ['recogniser', named('sherpa'), 'provider', /write one of deepgram/],
    ['recogniser', named('phrase-book'), 'provider', /write one of deepgram/],
    ['synthesiser', named('flite'), 'provider', /write one of elevenlabs/],
    ['model', named('openai', { choice: null }), 'choice', /write openai:</],
    ['recogniser', named('deepgram', { choice: 'no such' }), 'choice', /write a model behind the colon/],
    ['model', named('openai', { key: '' }), 'credential', /write its key in credential/],
    ['model', named('openai', { key: 'sk secret' }), 'credential', /credential is no key/],
    ['model', named('openai-compatible'), 'address', /write it in address/],
    ['model', named('openai', { address: 'https://me:secret@x.org/v1' }), 'address', /without a user/],
    ['model', named('openai', { address: 'http://example.org/v1' }), 'address', /must begin with https/],
    ['model', named('openai', { address: 'https://127.0.0.1/v1' }), 'address', /reachable from the internet/],
    ['model', named('openai', { address: 'https://localhost/v1' }), 'address', /reachable from the internet/],
    ['model', named('openai', { address: 'https://[::ffff:10.0.0.1]/v1' }), 'address', /from the internet/],
    ['model', named('openai', { address: 'https://169.254.169.254/' }), 'address', /from the internet/],
  ];
  for (const [role, choice, place, message] of wrong) {
    const { problem } = await check(role, '/choices/3', { ...named(''), ...choice });
    t.match(problem, { path: `/choices/3/${place}`, message }, JSON.stringify(choice));
    t.notMatch(JSON.stringify(problem), /secret/);
  }
});

t.test('what was taken once and is wrong by now fails in its test', async (t) => {
  const server = await startOpenAiServer(t);
  const there = named('openai-compatible', { address: server.url });
  t.match(await checks(true).test('model', [there, named('gone')]), [
    { ok: true, provider: 'openai-compatible:x', text: 'Hello.' },
    { ok: false, provider: 'gone:x', remedy: /write one of openai/ },
  ]);
  t.match(await checks(false).test('model', [there]), [{ ok: false, remedy: /must begin with https/ }]);
  t.equal(server.requests.length, 1);
});
