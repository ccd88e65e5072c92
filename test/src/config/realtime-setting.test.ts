/** How settings name speech-to-speech engines, and which voice speaks what they do not speak. */
import t from 'tap';
import { realtimeSetting } from '../../../src/config/realtime-setting.js';
import { speechSetting } from '../../../src/config/speech-setting.js';

const KEY = { OPENAI_API_KEY: 'sk' };
const named = (env: Readonly<Record<string, string>>) =>
  speechSetting(env, '/nowhere').synthesisers.map(
    ({ provider, settings }) => `${provider}:${settings.choice}`,
  );

t.test('without a setting there is no engine, and nothing else changes', async (t) => {
  t.same(realtimeSetting({}), []);
  t.same(realtimeSetting({ ...KEY, PARLEY_REALTIME: ' ' }), []);
  t.same(named(KEY), ['flite:slt']);
});

t.test('reads a list of up to five engines, with the default model for a bare name', async (t) => {
  t.match(realtimeSetting({ ...KEY, PARLEY_REALTIME: 'openai, openai:gpt-realtime-mini@cedar' }), [
    { provider: 'openai', settings: { choice: 'gpt-realtime', address: 'https://api.openai.com/v1' } },
    { provider: 'openai', settings: { choice: 'gpt-realtime-mini@cedar', key: 'sk' } },
  ]);
  const invalid: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ PARLEY_REALTIME: 'openai' }, /set it in OPENAI_API_KEY/],
    [{ ...KEY, PARLEY_REALTIME: 'gemini:live' }, /write one of openai, a colon/],
    [{ ...KEY, PARLEY_REALTIME: 'openai,openai,openai,openai,openai,openai' }, /write 5 at most/],
  ];
  for (const [env, message] of invalid)
    t.throws(() => realtimeSetting(env), { name: 'ConfigError', message });
});

t.test('greetings can use the voice of the first engine', async (t) => {
  const env = { ...KEY, ELEVENLABS_API_KEY: 'k', PARLEY_REALTIME: 'openai:gpt-realtime@cedar,openai:other' };
  t.same(named(env), ['openai:cedar', 'flite:slt'], 'no synthesiser was configured');
  t.same(
    named({ ...env, PARLEY_SYNTHESISER: 'elevenlabs:voice-b' }),
    ['elevenlabs:voice-b', 'openai:cedar'],
    'its voices can be chosen',
  );
  t.same(named({ ...env, PARLEY_SYNTHESISER: 'openai:coral' }), ['openai:coral'], 'already possible');
});
