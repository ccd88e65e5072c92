/** Reloading the configuration file while the service runs. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createReload } from '../../../src/commands/reload.js';
import { ConfigError } from '../../../src/config/error.js';
import type { ProviderSetting } from '../../../src/providers-in-use/installation.js';

const KEYS = { OPENAI_API_KEY: 'sk-secret-of-one', ANTHROPIC_API_KEY: 'sk-secret-of-another' };
const BEFORE = 'agents: { models: [openai:gpt-x] }\nlisten: { port: 8080 }\n';

const start = (t: Test, change: (setting: ProviderSetting) => Promise<void> = async () => undefined) => {
  const file = join(t.testdir({}), 'parley.config.yaml');
  writeFileSync(file, BEFORE);
  const logged: Record<string, unknown>[] = [];
  const changes: ProviderSetting[] = [];
  const note = (line: object): void => void logged.push({ ...line });
  const reload = createReload({
    file,
    options: {},
    env: KEYS,
    change: async (setting) => {
      await change(setting);
      changes.push(setting);
    },
    logger: { info: note, error: note },
  });
  return { file, reload, logged, changes, write: (text: string) => writeFileSync(file, text) };
};

t.test('the models, engines and speech providers that the file now names are used', async (t) => {
  const { file, reload, logged, changes, write } = start(t);
  write('agents: { models: [anthropic:claude-y, openai:gpt-x] }\nlisten: { port: 8080 }\n');
  await reload();
  t.match(changes, [{ model: { choices: [{ provider: 'anthropic' }, { provider: 'openai' }] } }]);
  t.match(logged, [
    { event: 'config.reloaded', file, models: ['anthropic:claude-y', 'openai:gpt-x'], restartFor: [] },
  ]);
  write('agents: { engines: [openai:gpt-realtime] }\nlisten: { port: 8080 }\n');
  await reload();
  t.match(changes.pop(), { realtime: [{ provider: 'openai', settings: { choice: 'gpt-realtime' } }] });
  t.match(logged.at(-1), { engines: ['openai:gpt-realtime'], restartFor: [] });
  write('listen: { port: 8080 }\n');
  await reload();
  t.match(changes[1], { model: { type: 'scripted' } }, 'a removed line has its default again');
  t.notMatch(JSON.stringify(logged), /secret/);
});

t.test('changed provider addresses are used; other changes wait for a restart', async (t) => {
  const { reload, logged, changes, write } = start(t);
  write(`${BEFORE.replace('8080', '8081')}providers: { openai: { baseUrl: https://eu.example.org/v1 } }
service: { logLevel: debug }
`);
  await reload();
  t.match(changes, [{ model: { choices: [{ settings: { address: 'https://eu.example.org/v1' } }] } }]);
  t.match(logged, [{ restartFor: ['listen.port', 'service.logLevel'] }]);
});

t.test('an invalid file is refused as a whole, with the place of the error', async (t) => {
  const { file, reload, logged, changes, write } = start(t);
  const invalid: readonly (readonly [string, RegExp])[] = [
    ['agents: { models: [gpt-x] }', /names "gpt-x"; write one of .*PARLEY_MODEL is agents\.models in /],
    ['agents: { models: [groq:llama] }', /set it in GROQ_API_KEY/],
    ['agents: { models: [openai:gpt-y], ears: [deepgram] }', /there is no setting agents\.ears/],
    ['agents: { models: [openai:gpt-y] }\nlisten: { port: 99999 }', /PARLEY_PORT is "99999"/],
    ['agents: [', /is neither valid YAML nor valid JSON/],
  ];
  for (const [text, reason] of invalid) {
    write(text);
    await reload();
    t.match(logged.at(-1), { event: 'config.refused', file, reason }, text);
  }
  rmSync(file);
  await reload();
  t.match(logged.at(-1), { event: 'config.refused', reason: /cannot be read/ });
  t.same(changes, []);
  t.notMatch(JSON.stringify(logged), /secret/);
});

t.test('providers that cannot be opened are refused, and the next reload works', async (t) => {
  let refuses = true;
  const { reload, logged, write } = start(t, async () => {
    if (refuses)
      throw new ConfigError('PARLEY_SYNTHESISER names flite, which cannot be used so: write one of');
  });
  await reload();
  t.match(logged, [{ event: 'config.refused', reason: /cannot be used/ }]);
  refuses = false;
  write(BEFORE);
  await reload();
  t.match(logged[1], { event: 'config.reloaded' });
});

t.test('requests during a reload cause one more reload for all of them', async (t) => {
  let finish: () => void = () => undefined;
  const { reload, changes } = start(
    t,
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  const first = reload();
  await new Promise((resolve) => setImmediate(resolve));
  const others = [reload(), reload(), reload()];
  finish();
  await first;
  t.equal(changes.length, 1);
  await new Promise((resolve) => setImmediate(resolve));
  finish();
  await Promise.all(others);
  t.equal(changes.length, 2);
});
