/** How settings name recognisers and synthesisers. */
import t from 'tap';
import { speechSetting } from '../../../src/config/speech-setting.js';

t.test('the defaults need neither a network nor an account', async (t) => {
  for (const env of [{}, { PARLEY_RECOGNISER: ' ', PARLEY_SYNTHESISER: '' }])
    t.match(speechSetting(env, '/nowhere'), {
      recognisers: [{ provider: 'phrase-book', settings: { key: '', address: '' } }],
      synthesisers: [{ provider: 'flite', settings: { choice: 'slt', key: '', address: '' } }],
    });
});

t.test('reads lists, with the default models and voices for bare names', async (t) => {
  const env = { DEEPGRAM_API_KEY: 'dg', OPENAI_API_KEY: 'sk' };
  const { recognisers, synthesisers } = speechSetting(
    {
      ...env,
      PARLEY_RECOGNISER: 'deepgram:flux-general-en,openai, phrase-book',
      PARLEY_SYNTHESISER: 'deepgram,openai:coral@tts-1,flite:rms',
    },
    '/nowhere',
  );
  t.same(
    recognisers.map(({ provider, settings }) => [provider, settings.choice, settings.key]),
    [
      ['deepgram', 'flux-general-en', 'dg'],
      ['openai', 'gpt-4o-transcribe', 'sk'],
      ['phrase-book', 'built-in', ''],
    ],
  );
  t.same(
    synthesisers.map(({ provider, settings }) => [provider, settings.choice]),
    [
      ['deepgram', 'aura-2-thalia-en'],
      ['openai', 'coral@tts-1'],
      ['flite', 'rms'],
    ],
  );
});

t.test('invalid settings are refused, with what to write', async (t) => {
  const invalid: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [
      { PARLEY_RECOGNISER: 'whisper' },
      /PARLEY_RECOGNISER names "whisper"; write one of phrase-book, sherpa, deepgram,/,
    ],
    [{ PARLEY_SYNTHESISER: 'polly:Joanna' }, /write one of flite, elevenlabs,/],
    [{ PARLEY_SYNTHESISER: 'elevenlabs', ELEVENLABS_API_KEY: 'k' }, /write elevenlabs:</],
    [{ PARLEY_SYNTHESISER: 'cartesia:v' }, /set it in CARTESIA_API_KEY/],
  ];
  for (const [env, message] of invalid)
    t.throws(() => speechSetting(env, '/nowhere'), { name: 'ConfigError', message });
});
