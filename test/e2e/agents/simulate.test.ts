/** `parley simulate` as a team runs it: customers on the phone and in writing, judged by rules and by a model. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { XMLValidator } from 'fast-xml-parser';
import t, { type Test } from 'tap';
import { testCacheDir } from '../../../testkit/nats/server.js';
import { nodeCommand } from '../../../testkit/service/node-command.js';
import { CLI } from '../../../testkit/service/parley-process.js';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';
import { until } from '../../../testkit/until.js';

t.setTimeout(400_000);

interface Outcome {
  readonly code: number;
  readonly report: unknown;
  readonly stderr: string;
}

const environment = (env: Readonly<Record<string, string>>) => ({
  ...process.env,
  PARLEY_CACHE_DIR: testCacheDir(),
  PARLEY_VOICE_DETECTOR: 'energy',
  ...env,
});

/** Runs a simulation in its own folder, which may have a configuration file. */
const simulate = async (
  t: Test,
  scenario: object,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<Outcome> => {
  const cwd = t.testdir({ ...files });
  const path = join(cwd, 'scenario.json');
  writeFileSync(path, JSON.stringify(scenario));
  const [command, args] = nodeCommand([CLI, 'simulate', path, ...options]);
  const run = promisify(execFile)(command, args, { cwd, env: environment(env) });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, report: JSON.parse(stdout), stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      report: error.stdout === '' ? null : JSON.parse(error.stdout),
      stderr: error.stderr,
    }),
  );
};

t.test('simulates calls with voices and noise', async (t) => {
  const scenario = {
    channel: 'voice',
    agent: {
      firstGreeting: 'Hello, this is the restaurant.',
      instructions:
        'When the customer says "what are your opening hours", say "From noon.".\nWhen the customer says "thank you goodbye", say "Goodbye.". Then hang up.',
    },
    customers: [
      { name: 'curious', lines: ['what are your opening hours', 'thank you goodbye'], runs: 2 },
      {
        name: 'noisy',
        lines: ['what are your opening hours'],
        voice: 'flite:slt',
        noise: { kind: 'rumble', dbfs: -50 },
      },
    ],
    criteria: [
      { name: 'states the opening hours', says: 'from noon' },
      { name: 'is quick', answersWithinMs: 15_000 },
      { name: 'sells nothing', neverSays: 'buy' },
      { name: 'says goodbye', says: 'goodbye' },
    ],
  };
  const { code, report, stderr } = await simulate(t, scenario, [
    '--junit',
    'report.xml',
    '--output',
    'report.json',
  ]);
  const folder = t.testdirName;
  t.equal(code, 1, 'a criterion is not met');
  t.match(report, {
    passed: 11,
    failed: 1,
    conversations: [
      {
        customer: 'curious',
        run: 1,
        lines: [
          { speaker: 'agent', text: 'Hello, this is the restaurant.' },
          { speaker: 'customer', text: 'what are your opening hours' },
          { speaker: 'agent', text: 'From noon.' },
          { speaker: 'customer', text: 'thank you goodbye' },
          { speaker: 'agent', text: 'Goodbye.' },
        ],
      },
      // The agent has said goodbye, and had the time to hang up.
      { customer: 'curious', run: 2, endReason: 'agent_hangup' },
      {
        customer: 'noisy',
        endReason: 'customer_hangup',
        verdicts: [{ outcome: 'passed' }, {}, {}, { criterion: 'says goodbye', outcome: 'failed' }],
      },
    ],
  });
  t.match(stderr, /curious, run 2: \d+ s, all met/);
  const junit = readFileSync(join(folder, 'report.xml'), 'utf8');
  t.equal(XMLValidator.validate(junit), true);
  t.match(junit, /<testsuites name="parley simulate" tests="12" failures="1" errors="0"/);
  t.same(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')), report);
});

/** The environment for the simulated model. */
const withModel = (url: string) => ({
  PARLEY_MODEL: 'openai:gpt-simulated',
  OPENAI_API_KEY: 'sk-of-a-test',
  OPENAI_BASE_URL: url,
});

t.test('simulates chats that a model plays and judges', async (t) => {
  const model = await startOpenAiServer(t);
  // In turn: the customer, the agent, the customer, the agent, the judge.
  model.answer(
    { text: ['Where is my order?'] },
    { text: ['In Boston.'] },
    { text: ['Thank you. [hangs up]'] },
    { text: ['You are welcome.'] },
    { text: ['{"city":"Boston","refunds":0}'] },
  );
  const scenario = {
    channel: 'whatsapp',
    agent: { instructions: 'You know where orders are.' },
    customers: [{ name: 'Ann', persona: 'You are Ann, and want to know where your order is.' }],
    criteria: [
      {
        name: 'helps',
        judge: 'Where is the order, and how many refunds were promised?',
        schema: { properties: { city: { type: 'string' }, refunds: { type: 'integer' } } },
        wanted: { properties: { city: { const: 'Boston' }, refunds: { maximum: 0 } } },
      },
    ],
  };
  // Settings of a real installation: none of them may reach the service of a simulation.
  const elsewhere =
    'journal: { servers: ["nats://127.0.0.1:1"] }\ncarriers: { twilio: { accountSid: AC1, from: "+14155550100" } }\nservice: { logLevel: silent }\n';
  const files = { 'parley.config.yaml': elsewhere };
  const env = { ...withModel(model.url), TWILIO_AUTH_TOKEN: 'of-a-real-account' };
  const { code, report, stderr } = await simulate(t, scenario, [], env, files);
  t.equal(code, 0, stderr);
  t.match(report, {
    failed: 0,
    errors: 0,
    conversations: [
      {
        lines: [
          { speaker: 'customer', text: 'Where is my order?' },
          { speaker: 'agent', text: 'In Boston.' },
          { speaker: 'customer', text: 'Thank you.' },
          { speaker: 'agent', text: 'You are welcome.' },
        ],
        verdicts: [{ criterion: 'helps', outcome: 'passed', answer: { city: 'Boston', refunds: 0 } }],
      },
    ],
  });
});

t.test('simulates calls that a model plays and scores', async (t) => {
  const model = await startOpenAiServer(t);
  model.answer(
    // A phrase that the phrase book recognises.
    { text: ['Thank you very much. [hangs up]'] },
    { text: ['Goodbye.'], tools: [{ id: 'call_1', name: 'end_call', arguments: '{}' }] },
    { text: ['{"reason":"It says little.","score":6}'] },
  );
  const scenario = {
    channel: 'voice',
    agent: { instructions: 'You say goodbye.', firstGreeting: 'Hello, this is the restaurant.' },
    customers: [{ name: 'Ann', persona: 'You are Ann, and in a hurry.', voice: 'flite:slt' }],
    criteria: [
      { name: 'is warm', judge: 'The agent is warm.', atLeast: 7 },
      { name: 'ends it', endReason: 'agent_hangup' },
    ],
  };
  const { code, report } = await simulate(t, scenario, [], withModel(model.url));
  t.equal(code, 1);
  t.match(report, {
    passed: 1,
    failed: 1,
    conversations: [
      {
        lines: [
          { speaker: 'agent', text: 'Hello, this is the restaurant.' },
          { speaker: 'customer', text: 'thank you very much' },
          { speaker: 'agent', text: 'Goodbye.' },
        ],
        verdicts: [
          { criterion: 'is warm', outcome: 'failed', score: 6, reason: '6 of 10: It says little.' },
          { criterion: 'ends it', outcome: 'passed' },
        ],
      },
    ],
  });
});

const BRIEF = {
  channel: 'whatsapp',
  agent: { instructions: 'When the customer says "hello", say "Good day.".' },
  customers: [{ name: 'Ann', lines: ['hello'] }],
  criteria: [{ name: 'greets', says: 'good day' }],
};

t.test('an unreachable model is neither a failure of the agent nor a success', async (t) => {
  const env = withModel('http://127.0.0.1:9/v1');
  const scenario = {
    ...BRIEF,
    customers: [{ name: 'Ann', persona: 'You are Ann.' }],
    criteria: [...BRIEF.criteria, { name: 'polite', judge: 'It is polite.', atLeast: 5 }],
  };
  const { code, report } = await simulate(t, scenario, ['--junit', 'report.xml'], env);
  t.equal(code, 1);
  t.match(report, { passed: 0, failed: 0, errors: 2 });
  t.match(JSON.stringify(report), /the conversation failed: openai:gpt-simulated failed: unavailable/);
  t.match(readFileSync(join(t.testdirName, 'report.xml'), 'utf8'), /tests="2" failures="0" errors="2"/);
});

t.test('a simulation that cannot be played is refused before anything starts', async (t) => {
  const scenario = { ...BRIEF, customers: [{ name: 'Ann', persona: 'You are Ann.' }] };
  const refused = async (stderr: RegExp, input: object, options: readonly string[] = []): Promise<void> =>
    void t.match(await simulate(t, input, options), { code: 1, report: null, stderr });
  await refused(/personas and judges need a model/, scenario);
  await refused(/scenario\.json, line 1, column 2: \/channel must be "voice" or/, {
    ...BRIEF,
    channel: 'fax',
  });
  await refused(/--runs <count>.*write 100 at most/, BRIEF, ['--runs', '101']);
  await refused(/--at-once <count>.*write 20 at most/, BRIEF, ['--at-once', '21']);
  await refused(/--junit is .*nowhere.*cannot be written/, BRIEF, ['--junit', 'nowhere/report.xml']);
});

/** Directories of simulations, and the processes that work in them. */
const directories = (): readonly string[] =>
  readdirSync(tmpdir())
    .filter((name) => name.startsWith('parley-simulate-'))
    .map((name) => join(tmpdir(), name));
const processesIn = (directory: string): string =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(directory))
    .join('\n');

/** Starts a long simulation; resolves once its service has started. */
const startLong = async (t: Test) => {
  const scenario = { ...BRIEF, channel: 'voice', agent: { ...BRIEF.agent, firstGreeting: 'Hello there.' } };
  const path = join(t.testdir({ 'scenario.json': JSON.stringify(scenario) }), 'scenario.json');
  const before = directories();
  const [command, args] = nodeCommand([CLI, 'simulate', path, '--runs', '50']);
  const child = spawn(command, args, { env: environment({}), stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  await new Promise((resolve) => child.stderr.once('data', resolve));
  const directory = directories().find((name) => !before.includes(name)) ?? '';
  t.match(processesIn(directory), /serve/);
  return { child, ended, directory };
};

t.test('a signal ends all of it and leaves nothing', async (t) => {
  const { child, ended, directory } = await startLong(t);
  const before = performance.now();
  child.kill('SIGINT');
  t.equal(await ended, 130);
  const tookMs = performance.now() - before;
  t.ok(tookMs < 15_000, `customers hang up first: ${Math.round(tookMs)} ms`);
  t.equal(processesIn(directory), '');
  t.notOk(existsSync(directory));
});

t.test('the service of a killed simulation ends, and the next simulation cleans up', async (t) => {
  const { child, ended, directory } = await startLong(t);
  child.kill('SIGKILL');
  await ended;
  await until('the processes have gone', () => processesIn(directory) === '', 30_000);
  t.ok(existsSync(directory));
  t.match(await simulate(t, BRIEF), { code: 0, report: { passed: 1 } });
  t.notOk(existsSync(directory));
});
