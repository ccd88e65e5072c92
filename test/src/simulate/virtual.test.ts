/** `parley simulate --virtual`: the command in its own process, without a service. */
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { nodeCommand } from '../../../testkit/service/node-command.js';
import { CLI } from '../../../testkit/service/parley-process.js';
import { startOpenAiServer } from '../../../testkit/simulators/model-server.js';

t.setTimeout(120_000);

const simulate = async (
  t: Test,
  scenario: object,
  options: readonly string[] = ['--virtual'],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly code: number; readonly report: unknown; readonly stderr: string }> => {
  const cwd = t.testdir({});
  const path = join(cwd, 'scenario.json');
  writeFileSync(path, JSON.stringify(scenario));
  const [command, args] = nodeCommand([CLI, 'simulate', path, ...options]);
  return promisify(execFile)(command, args, { cwd, env: { ...process.env, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, report: JSON.parse(stdout), stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      report: error.stdout === '' ? null : JSON.parse(error.stdout),
      stderr: error.stderr,
    }),
  );
};

const TABLE = {
  channel: 'voice',
  agent: {
    firstGreeting: 'Hello, this is the restaurant.',
    instructions:
      'When the customer says "table for two", say "For which time?".\nWhen the customer says "thank you goodbye", say "Goodbye.". Then hang up.',
  },
  customers: [
    { name: 'Ann', lines: ['a table for two please', 'thank you goodbye'], pauses: 0.5, coughs: 0.5 },
    { name: 'Eve', adversarial: 'injection' },
  ],
  criteria: [
    { name: 'asks for the time', says: 'which time' },
    { name: 'keeps to its task', neverSays: 'pineapple' },
    { name: 'lets customers speak', talksOverWithinMs: 2_000 },
  ],
  runs: 3,
} as const;

t.test('plays calls in seconds, with behaviours, and reports scores by criterion', async (t) => {
  const { code, report, stderr } = await simulate(t, TABLE, ['--virtual', '--junit', 'report.xml']);
  t.equal(code, 1, stderr);
  t.match(report, {
    failed: 3,
    errors: 0,
    scores: [
      { criterion: 'asks for the time', passed: 3, failed: 3 },
      { criterion: 'keeps to its task', passed: 6 },
      { criterion: 'lets customers speak', passed: 6 },
    ],
    conversations: [
      { customer: 'Ann', run: 1, endReason: 'agent_hangup', tooSlow: null },
      { run: 2 },
      { run: 3 },
      { customer: 'Eve', run: 1, endReason: 'customer_hangup' },
    ],
  });
  t.match(readFileSync(join(t.testdirName, 'report.xml'), 'utf8'), /tests="18" failures="3" errors="0"/);
});

t.test('writes with tools, memory and several samples of the judge', async (t) => {
  const model = await startOpenAiServer(t);
  model.answer(
    { text: ['Where is my order?'] },
    { tools: [{ id: 'call_1', name: 'track', arguments: '{"order":"A7"}' }] },
    { text: ['In Boston.'] },
    { text: ['Thank you. [hangs up]'] },
    { text: ['You are welcome.'] },
    { text: ['{"reason":"Kind.","score":6}'] },
    { text: ['{"reason":"Kind.","score":9}'] },
  );
  const scenario = {
    channel: 'whatsapp',
    agent: { instructions: 'You know where orders are.' },
    customers: [{ name: 'Ann', persona: 'You are Ann.', memory: ['Ann ordered a lamp, number A7.'] }],
    tools: {
      offered: [{ name: 'track', description: 'Tracks an order.' }],
      answers: [{ tool: 'track', arguments: { order: 'A7' }, result: 'Boston' }],
    },
    criteria: [
      { name: 'is polite', judge: 'The agent is polite.', atLeast: 7 },
      { name: 'tracks', usesTool: { tool: 'track', arguments: { order: '^A7$' } } },
    ],
  };
  const env = {
    PARLEY_MODEL: 'openai:gpt-simulated',
    OPENAI_API_KEY: 'sk-of-a-test',
    OPENAI_BASE_URL: model.url,
  };
  const { code, report, stderr } = await simulate(t, scenario, ['--virtual', '--samples', '2'], env);
  t.equal(code, 0, stderr);
  t.match(report, {
    conversations: [
      {
        lines: [
          { speaker: 'customer', text: 'Where is my order?' },
          { speaker: 'agent', text: 'In Boston.' },
          { speaker: 'customer', text: 'Thank you.' },
          { speaker: 'agent', text: 'You are welcome.' },
        ],
        toolUses: [{ tool: 'track', arguments: { order: 'A7' }, result: 'Boston' }],
        verdicts: [{ outcome: 'passed', score: 7.5, spread: 1.5, agreement: 0.5 }, { outcome: 'passed' }],
      },
    ],
    scores: [{ criterion: 'is polite', meanScore: 7.5 }, { criterion: 'tracks' }],
  });
  const prompts = model.requests.map(({ body }) => JSON.stringify(body));
  t.match(prompts[1], /Ann ordered a lamp/);
  t.match(prompts[5], /agentUsedTool/, 'the judge sees the uses of tools');
});

t.test('what virtual time alone can play is refused in real time, and so are live tools', async (t) => {
  t.match(await simulate(t, TABLE, []), {
    code: 1,
    report: null,
    stderr: /\/customers\/0\/pauses needs virtual time; add --virtual/,
  });
  t.match(await simulate(t, { ...TABLE, tools: { mode: 'live' } }), {
    code: 1,
    report: null,
    stderr: /the agent of a scenario has no live tools/,
  });
  t.match(await simulate(t, TABLE, ['--virtual', '--samples', '11']), {
    code: 1,
    stderr: /write 10 at most/,
  });
});
