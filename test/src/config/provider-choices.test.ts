/** How settings name providers. */
import t from 'tap';
import { modelSetting } from '../../../src/config/model-setting.js';

const KEYS = { OPENAI_API_KEY: 'sk-1', ANTHROPIC_API_KEY: 'sk-2' };

t.test('reads a list of providers in its order', async (t) => {
  const setting = modelSetting({
    ...KEYS,
    PARLEY_MODEL: 'openai:gpt-x, anthropic:claude-y ,openai-compatible:llama3:8b',
    OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1/',
  });
  if (setting.type !== 'networked') throw new Error(setting.type);
  t.same(
    setting.choices.map(({ provider, settings }) => [provider, settings]),
    [
      ['openai', { choice: 'gpt-x', key: 'sk-1', address: 'http://127.0.0.1:8000/v1' }],
      ['anthropic', { choice: 'claude-y', key: 'sk-2', address: 'https://api.anthropic.com/v1' }],
      ['openai-compatible', { choice: 'llama3:8b', key: 'sk-1', address: 'http://127.0.0.1:8000/v1' }],
    ],
  );
});

t.test('a self-hosted model needs an address and no key', async (t) => {
  const setting = modelSetting({
    PARLEY_MODEL: 'openai-compatible:qwen3',
    OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1',
  });
  t.match(setting, { choices: [{ settings: { key: '' } }] });
  t.throws(() => modelSetting({ PARLEY_MODEL: 'openai-compatible:qwen3' }), {
    name: 'ConfigError',
    message: /set it in OPENAI_BASE_URL, like http/,
  });
});

t.test('an invalid setting is refused with what to write, and without its key', async (t) => {
  const invalid: readonly (readonly [Readonly<Record<string, string>>, RegExp])[] = [
    [{ PARLEY_MODEL: 'gpt-x' }, /names "gpt-x"; write one of openai, anthropic,/],
    [{ PARLEY_MODEL: 'openai' }, /write openai:</],
    [{ PARLEY_MODEL: 'openai:' }, /write openai:</],
    [{ PARLEY_MODEL: 'openai:gpt-x,' }, /names ""/],
    [{ PARLEY_MODEL: 'groq:llama' }, /set it in GROQ_API_KEY/],
    [{ PARLEY_MODEL: 'openai:gpt-x', OPENAI_API_KEY: 'sk secret' }, /OPENAI_API_KEY is not a valid key/],
    [{ PARLEY_MODEL: 'openai:gpt-x', OPENAI_BASE_URL: 'ftp://x' }, /OPENAI_BASE_URL is not a valid address/],
    [{ PARLEY_MODEL: 'openai:gpt-x', OPENAI_BASE_URL: 'https://me:secret@x/v1' }, /without user/],
    [{ PARLEY_MODEL: 'openai:gpt-x', OPENAI_BASE_URL: 'https://x/v1?key=secret' }, /without user/],
    [{ PARLEY_MODEL: Array(6).fill('openai:x').join() }, /write 5 at most/],
  ];
  for (const [env, message] of invalid) {
    t.throws(
      () => modelSetting({ ...KEYS, ...env }),
      { name: 'ConfigError', message },
      String(env.PARLEY_MODEL),
    );
    try {
      modelSetting({ ...KEYS, ...env });
    } catch (error) {
      t.notMatch(String(error), /secret/);
    }
  }
});

t.test('without a model, the script answers simulated callers, and real callers get no model', async (t) => {
  t.same(modelSetting({}), { type: 'scripted' });
  t.same(modelSetting({ PARLEY_MODEL: ' ' }), { type: 'scripted' });
  for (const name of ['TWILIO_ACCOUNT_SID', 'WHATSAPP_APP_SECRET', 'INSTAGRAM_APP_SECRET']) {
    t.same(modelSetting({ [name]: 'set' }), { type: 'none' }, name);
    t.same(modelSetting({ [name]: 'set', PARLEY_MODEL: 'scripted' }), { type: 'scripted' }, name);
  }
});
