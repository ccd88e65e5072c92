/** The configuration file: which variables its lines set, and how its errors are reported. */
import { join } from 'node:path';
import t from 'tap';
import { SERVE_HELP } from '../../../src/commands/serve-help.js';
import { readConfig } from '../../../src/config/index.js';
import { FILE_SETTINGS } from '../../../src/config/settings/index.js';
import { isSetting, type Section } from '../../../src/config/settings/setting.js';
import { checkConfig } from '../../../src/config-file/check.js';
import { explainErrors, loadEnvironment } from '../../../src/config-file/environment.js';
import { readConfigFile } from '../../../src/config-file/read.js';

const variablesOf = (section: Section): readonly string[] =>
  Object.values(section).flatMap((entry) => (isSetting(entry) ? [entry.variable] : variablesOf(entry)));

const YAML = `
# What a small installation says.
listen: { port: 9001, publicUrl: "https://voice.example.org" }
agents:
  models: [openai:gpt-5-mini, anthropic:claude-haiku-4-5]
  recognisers:
storage:
  dataDir: ./data
  s3: { pathStyle: true }
`;

t.test('each line sets its variable', async (t) => {
  const directory = t.testdir({ 'parley.config.yaml': YAML });
  t.same(readConfigFile(undefined, directory)?.lines, [
    { line: 'listen.port', variable: 'PARLEY_PORT', value: '9001' },
    { line: 'listen.publicUrl', variable: 'PARLEY_PUBLIC_URL', value: 'https://voice.example.org' },
    {
      line: 'agents.models',
      variable: 'PARLEY_MODEL',
      value: 'openai:gpt-5-mini,anthropic:claude-haiku-4-5',
    },
    { line: 'storage.dataDir', variable: 'PARLEY_DATA_DIR', value: join(directory, 'data') },
    { line: 'storage.s3.pathStyle', variable: 'PARLEY_S3_PATH_STYLE', value: '1' },
  ]);
});

t.test('reads JSON as well', async (t) => {
  const directory = t.testdir({ 'parley.config.json': JSON.stringify({ limits: { perKey: { burst: 7 } } }) });
  const { env } = loadEnvironment(undefined, {}, directory);
  t.equal(readConfig({}, env).rateLimit.burst, 7);
});

t.test('the environment takes precedence over the file, and an option over both', async (t) => {
  const directory = t.testdir({ 'one.yaml': 'listen: { port: 9001, host: 10.0.0.1 }' });
  const { env } = loadEnvironment('one.yaml', { PARLEY_PORT: '9002' }, directory);
  t.match(readConfig({}, env), { port: 9_002, host: '10.0.0.1' });
  t.equal(readConfig({ port: '9003' }, env).port, 9_003);
});

t.test('finds the file by its name, or in the directory', async (t) => {
  const directory = t.testdir({ 'other.yaml': 'listen: { port: 1 }', empty: {} });
  t.equal(loadEnvironment(undefined, { PARLEY_CONFIG: 'other.yaml' }, directory).env.PARLEY_PORT, '1');
  t.equal(loadEnvironment(undefined, {}, join(directory, 'empty')).file, null);
  t.throws(() => loadEnvironment('none.yaml', {}, directory), /none\.yaml cannot be read/);
  const two = t.testdir({ 'parley.config.yaml': '', 'parley.config.json': '{}' });
  t.throws(
    () => loadEnvironment(undefined, {}, two),
    /parley\.config\.yaml and parley\.config\.json; keep one/,
  );
});

t.test('errors quote nothing from the file that may be secret', async (t) => {
  const refused = (text: string): string => {
    try {
      readConfigFile('f.yaml', t.testdir({ 'f.yaml': text }));
    } catch (error) {
      return String(error);
    }
    return 'taken';
  };
  t.match(refused('listen: { prot: 1 }'), /there is no setting listen\.prot; use one of port, host/);
  t.match(refused('lisen: { port: 1 }'), /there is no setting lisen; use one of listen, agents/);
  t.match(
    refused('listen: { port: "1" }'),
    /listen\.port must be a whole number; its variable is PARLEY_PORT/,
  );
  t.match(refused('listen: { host: 10 }'), /listen\.host must be text/);
  t.match(refused('listen: 8080'), /put settings like "port:" in listen/);
  t.match(refused('agents: { models: openai:gpt }'), /agents\.models must be a list/);
  t.match(refused('agents: { models: ["a,b"] }'), /agents\.models must be a list of texts without commas/);
  t.match(refused('service: { development: 1 }'), /service\.development must be true or false/);
  t.match(refused('a: [hunter2'), /neither valid YAML nor valid JSON: see line 1, column/);
  t.notMatch(refused('a: [hunter2'), /hunter2/);
  t.match(refused('- a'), /put settings like "listen:" in the top level/);
  t.match(refused('listen: { port: 1 }\nlisten: { port: 2 }'), /neither valid YAML nor valid JSON/);
  const bomb = 'abcdefgh'
    .split('')
    .map((at, n) => `${at}: &${at} [${n === 0 ? '1' : `*${'zabcdefg'[n]},`.repeat(9)}]`);
  t.match(refused(bomb.join('\n')), /circular aliases/);
  t.match(refused(`# ${'x'.repeat(300_000)}`), /larger than 256 KiB/);
  const secret = refused('carriers: { twilio: { authToken: hunter2 } }');
  t.match(secret, /carriers\.twilio\.authToken looks like a secret/);
  t.notMatch(secret, /hunter2/);
});

t.test('the error of a refused value names its line', async (t) => {
  const directory = t.testdir({ 'parley.config.yaml': 'listen: { port: 70000 }' });
  const settings = loadEnvironment(undefined, {}, directory);
  await t.rejects(
    explainErrors(settings, () => readConfig({}, settings.env)),
    {
      message:
        /write a whole number from 0 to 65535 \(PARLEY_PORT is listen\.port in .*parley\.config\.yaml\)/,
    },
  );
  const other = loadEnvironment(undefined, { PARLEY_PORT: '80000' }, directory);
  await t.rejects(
    explainErrors(other, () => readConfig({}, other.env)),
    { message: /^PARLEY_PORT is "80000"; write a whole number from 0 to 65535$/ },
    'the error is not in the file',
  );
});

t.test('config check reports each value and its source', async (t) => {
  const directory = t.testdir({ 'parley.config.yaml': YAML });
  const env = { OPENAI_API_KEY: 'k-1', ANTHROPIC_API_KEY: 'k-2', PARLEY_RECORDINGS: 's3://bucket' };
  await t.rejects(checkConfig(undefined, env, directory), { message: /PARLEY_S3_REGION/ });
  const report = await checkConfig(
    undefined,
    { ...env, PARLEY_S3_REGION: 'eu-central-1', PARLEY_PORT: '1' },
    directory,
  );
  t.match(report, {
    models: ['openai:gpt-5-mini', 'anthropic:claude-haiku-4-5'],
    recognisers: ['phrase-book:built-in'],
  });
  t.match(
    report.lines.find(({ line }) => line === 'listen.port'),
    { value: '1', heldBy: 'environment' },
  );
  t.notMatch(JSON.stringify(report), /k-1|k-2/);
  await t.rejects(
    checkConfig(undefined, { ...env, PARLEY_S3_REGION: 'x', ANTHROPIC_API_KEY: '' }, directory),
    {
      message: /set it in ANTHROPIC_API_KEY \(PARLEY_MODEL is agents\.models/,
    },
  );
  await t.rejects(checkConfig(undefined, {}, t.testdir({})), { message: /no configuration file here/ });
});

t.test('every variable of parley serve has a line, except secrets', async (t) => {
  const named = new Set(variablesOf(FILE_SETTINGS));
  const secret = /TOKEN|SECRET|PASSWORD|AWS_|API_KEY(?!_SID)|PARLEY_CONFIG$/;
  for (const [variable] of SERVE_HELP.matchAll(/\b[A-Z]+(?:_[A-Z0-9]+)+\b/g)) {
    if (/^OPENAI_BASE_URL$/.test(variable)) continue;
    t.equal(named.has(variable), !secret.test(variable), variable);
  }
});
