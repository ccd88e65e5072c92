/** `parley simulate` as a team runs it: customers on the telephone and in writing, judged by rules and by a model. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { startOpenAiServer } from '../../testkit/models/server.js';
import { testCacheDir } from '../../testkit/nats.js';
import { nodeCommand } from '../../testkit/node-command.js';
import { CLI } from '../../testkit/parley-process.js';

t.setTimeout(180_000);

interface Outcome {
  readonly code: number;
  readonly report: unknown;
  readonly stderr: string;
}

const simulate = async (
  t: Test,
  scenario: object,
  options: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> => {
  const path = join(t.testdir({}), 'scenario.json');
  writeFileSync(path, JSON.stringify(scenario));
  const [command, args] = nodeCommand([CLI, 'simulate', path, ...options]);
  const own = { ...process.env, PARLEY_CACHE_DIR: testCacheDir(), PARLEY_VOICE_DETECTOR: 'energy', ...env };
  const run = promisify(execFile)(command, args, { env: own });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, report: JSON.parse(stdout), stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      report: error.stdout === '' ? null : JSON.parse(error.stdout),
      stderr: error.stderr,
    }),
  );
};

t.test('on the telephone, with voices and noise', async (t) => {
  const scenario = {
    channel: 'voice',
    agent: {
      firstGreeting: 'Hello, this is the restaurant.',
      instructions:
        'When the customer says "what are your opening hours", say "From noon.".\nWhen the customer says "thank you goodbye", say "Goodbye." and hang up.',
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
      { name: 'tells the hours', says: 'from noon' },
      { name: 'is quick', answersWithinMs: 3_000 },
      { name: 'sells nothing', neverSays: 'buy' },
      { name: 'says goodbye', says: 'goodbye' },
    ],
  };
  const folder = t.testdir({});
  const junit = join(folder, 'report.xml');
  const output = join(folder, 'report.json');
  const { code, report, stderr } = await simulate(t, scenario, ['--junit', junit, '--output', output]);
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
      { customer: 'curious', run: 2 },
      {
        customer: 'noisy',
        verdicts: [{ passed: true }, {}, {}, { criterion: 'says goodbye', passed: false }],
      },
    ],
  });
  t.match(stderr, /curious, run 2: \d+ s, all met/);
  t.match(readFileSync(junit, 'utf8'), /<testsuites tests="12" failures="1">/);
  t.match(JSON.parse(readFileSync(output, 'utf8')), { failed: 1 });
});

t.test('in writing, played and judged by a model', async (t) => {
  const model = await startOpenAiServer(t);
  // One after the other: the customer, the agent, the customer, the agent, the judge.
  model.answer(
    { text: ['Where is my order?'] },
    { text: ['In Boston.'] },
    { text: ['Thank you. [hangs up]'] },
    { text: ['You are welcome.'] },
    { text: ['{"reason":"It says where.","passed":true}'] },
  );
  const scenario = {
    channel: 'whatsapp',
    agent: { instructions: 'You know where orders are.' },
    customers: [{ name: 'Ann', persona: 'You are Ann, and want to know where your order is.' }],
    criteria: [{ name: 'helps', judge: 'The agent says where the order is.' }],
  };
  const env = {
    PARLEY_MODEL: 'openai:gpt-simulated',
    OPENAI_API_KEY: 'sk-of-a-test',
    OPENAI_BASE_URL: model.url,
  };
  const { code, report } = await simulate(t, scenario, [], env);
  t.equal(code, 0);
  t.match(report, {
    failed: 0,
    conversations: [
      {
        lines: [
          { speaker: 'customer', text: 'Where is my order?' },
          { speaker: 'agent', text: 'In Boston.' },
          { speaker: 'customer', text: 'Thank you.' },
          { speaker: 'agent', text: 'You are welcome.' },
        ],
        verdicts: [{ criterion: 'helps', passed: true, reason: 'It says where.' }],
      },
    ],
  });
});

t.test('what cannot be played is said before anything starts', async (t) => {
  const scenario = {
    channel: 'voice',
    agent: { instructions: 'x' },
    customers: [{ name: 'Ann', persona: 'You are Ann.' }],
    criteria: [{ name: 'x', says: 'x' }],
  };
  t.match(await simulate(t, scenario), { code: 1, stderr: /personas and judges need a model/ });
  t.match(await simulate(t, { ...scenario, channel: 'fax' }), {
    code: 1,
    stderr: /\/channel must be "voice" or/,
  });
});
