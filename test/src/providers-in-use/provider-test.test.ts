/** `parley providers test`: what it reports on each provider, against simulated providers. */
import t from 'tap';
import { startNetwork } from '../../../simulators/phone-network/network.js';
import { testCarriers } from '../../../src/commands/carrier-test.js';
import { testProviders } from '../../../src/providers-in-use/provider-test.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { startEmbeddingServer } from '../../../testkit/simulators/embedding-server.js';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';
import { startEngine } from '../../../testkit/simulators/simulated-engine.js';
import { startRecognisers } from '../../../testkit/simulators/simulated-recognisers.js';
import { startSpeechSimulator } from '../../../testkit/simulators/speech-simulator.js';

const KEY = 'key-of-a-provider-4711';
t.setTimeout(120_000);

const llm = await startOpenAiServer(t);
const stt = await startRecognisers(t);
const tts = await startSpeechSimulator(KEY);
t.teardown(() => tts.stop());
await stt.configure({ key: KEY, words: ['hello'], faults: [] });

const ENV = {
  PARLEY_MODEL: 'openai:gpt-simulated',
  OPENAI_API_KEY: KEY,
  OPENAI_BASE_URL: llm.url,
  PARLEY_RECOGNISER: 'deepgram:nova-3,phrase-book',
  DEEPGRAM_API_KEY: KEY,
  DEEPGRAM_BASE_URL: stt.url,
  PARLEY_SYNTHESISER: 'elevenlabs:voice-b,flite',
  ELEVENLABS_API_KEY: KEY,
  ELEVENLABS_BASE_URL: tts.url,
};

t.test('reports on each configured provider, except those that need no network', async (t) => {
  llm.answer({ text: ['I am ', 'here.'] });
  const { providers } = await parley(['providers', 'test'], ENV);
  t.match(providers, [
    { role: 'model', provider: 'openai:gpt-simulated', ok: true, firstMs: Number, text: 'I am here.' },
    { role: 'synthesiser', provider: 'elevenlabs:voice-b', ok: true, wordTimes: true, audioMs: Number },
    { role: 'recogniser', provider: 'deepgram:nova-3', ok: true, totalMs: Number },
  ]);
  t.match(await testProviders(ENV, 'deepgram', Date.now), { length: 1, 0: { role: 'recogniser' } });
});

t.test('an embedding model answers with the dimensions of its vectors', async (t) => {
  const server = await startEmbeddingServer(t, {});
  const env = {
    PARLEY_MODEL: 'scripted',
    PARLEY_SYNTHESISER: 'flite',
    PARLEY_EMBEDDINGS: 'openai-compatible:e5',
    PARLEY_EMBEDDINGS_BASE_URL: server.url,
    PARLEY_EMBEDDINGS_API_KEY: KEY,
  };
  const tested = () => testProviders(env, 'openai-compatible', Date.now);
  t.match(await tested(), [
    { role: 'embeddings', provider: 'openai-compatible:e5', ok: true, totalMs: Number, dimensions: 64 },
  ]);
  t.match(server.requests, [{ model: 'e5', texts: { length: 1 } }]);
  server.fail({ type: 'status', status: 401 });
  t.match(await tested(), [{ ok: false, remedy: /The key was rejected/ }]);
  server.fail({ type: 'short' });
  const failed = await tested();
  t.match(failed, [{ ok: false, remedy: /not as expected/ }]);
  t.notMatch(JSON.stringify(failed), /4711/);
});

t.test('a speech-to-speech engine says a sentence', async (t) => {
  const engine = await startEngine(t);
  const env = {
    PARLEY_MODEL: 'scripted',
    PARLEY_REALTIME: 'openai:gpt-realtime',
    PARLEY_SYNTHESISER: 'flite',
    OPENAI_API_KEY: KEY,
    OPENAI_BASE_URL: `${engine.url}/v1`,
  };
  const ofEngine = async (change: Readonly<Record<string, string>> = {}) =>
    (await testProviders({ ...env, ...change }, null, Date.now)).filter(({ role }) => role === 'engine');
  await engine.configure({ key: KEY, words: [], replies: [{ text: 'I can hear you.' }] });
  t.match(await ofEngine(), [
    {
      role: 'engine',
      provider: 'openai:gpt-realtime',
      ok: true,
      firstMs: Number,
      audioMs: Number,
      text: 'I can hear you.',
    },
  ]);
  const refused = await ofEngine({ OPENAI_API_KEY: 'key-of-a-stranger-0815' });
  t.match(refused, [{ ok: false, remedy: /The key was rejected/ }]);
  await engine.configure({
    key: KEY,
    words: [],
    replies: [{ text: '', fault: { type: 'failed', code: 'rate_limit_exceeded' } }],
  });
  const busy = await ofEngine();
  t.match(busy, [{ ok: false, remedy: /rate limit of the account is exceeded/ }]);
  t.notMatch(JSON.stringify([refused, busy]), /4711|0815|secret-of-the-provider/);
});

t.test('a failing provider is reported with a remedy, without its key, and with exit status 1', async (t) => {
  llm.answer({ type: 'status', status: 404 });
  await tts.behave({ fault: 'stall_before_audio' });
  const withWrongKey = { ...ENV, DEEPGRAM_API_KEY: 'key-of-a-stranger-0815' };
  const reports = await testProviders(withWrongKey, null, Date.now);
  t.match(reports, [
    { role: 'model', ok: false, remedy: /the model and the voice exist/ },
    { role: 'synthesiser', ok: false, remedy: /did not answer in time/ },
    { role: 'recogniser', ok: false, remedy: /The key was rejected/ },
  ]);
  t.notMatch(JSON.stringify(reports), /4711|0815/);
  await t.rejects(parley(['providers', 'test', 'deepgram'], withWrongKey), { code: 1 });
});

t.test('reports whether a carrier accepts the account and has the number', async (t) => {
  const account = { accountSid: 'ACtested', authToken: 'token-of-a-carrier-4711' };
  const network = await startNetwork({ port: 0, ...account, numbers: ['+15005550006'] });
  t.teardown(() => network.close());
  const carriers = {
    PARLEY_PUBLIC_URL: 'https://voice.example.org',
    TWILIO_ACCOUNT_SID: account.accountSid,
    TWILIO_AUTH_TOKEN: account.authToken,
    TWILIO_FROM: '+15005550006',
    TWILIO_API_URL: network.url,
    PLIVO_AUTH_ID: account.accountSid,
    PLIVO_AUTH_TOKEN: account.authToken,
    PLIVO_FROM: '+15005550007',
    PLIVO_API_URL: network.url,
  };
  const reports = [
    { role: 'carrier', provider: 'twilio', ok: true, totalMs: Number },
    { role: 'carrier', provider: 'plivo', ok: false, remedy: /does not own the number/ },
  ];
  t.match(await testCarriers(carriers, null), reports);
  t.match(await parley(['providers', 'test', 'twilio'], carriers), { providers: [reports[0]] });
  const withWrongToken = { ...carriers, TWILIO_AUTH_TOKEN: 'token-of-a-stranger-0815' };
  const refused = await testCarriers(withWrongToken, 'twilio');
  t.match(refused, [{ ok: false, remedy: /The account was rejected/ }]);
  t.notMatch(JSON.stringify(refused), /4711|0815/);
  await t.rejects(parley(['providers', 'test', 'plivo'], carriers), { code: 1 });
});

t.test('says which provider is not configured', async (t) => {
  await t.rejects(parley(['providers', 'test', 'cartesia'], ENV), { message: /cartesia is not configured/ });
  await t.rejects(parley(['providers', 'test'], { PARLEY_MODEL: 'scripted' }), {
    message: /no provider is configured/,
  });
});
