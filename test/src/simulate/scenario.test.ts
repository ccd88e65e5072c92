/** What a scenario may contain, and the errors of invalid scenarios. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { firstVirtualPart, needsModel } from '../../../schemas/simulations/scenario.js';
import { readScenario } from '../../../src/simulate/scenario-file.js';

const GOOD = {
  channel: 'voice',
  agent: { instructions: 'You book tables.', firstGreeting: 'Hello.' },
  customers: [
    { name: 'Ann', lines: ['yes please'], voice: 'flite:awb', noise: { kind: 'white', dbfs: -40 } },
  ],
  criteria: [{ name: 'books', says: 'table' }],
};

t.test('reads YAML and JSON', async (t) => {
  const folder = t.testdir({
    'a.yaml': `
channel: whatsapp
agent: { instructions: You book tables. }
customers:
  - { name: Ann, persona: You are Ann., runs: 3 }
criteria:
  - { name: polite, judge: It is polite. }
`,
    'b.json': JSON.stringify(GOOD),
  });
  const written = readScenario(join(folder, 'a.yaml'));
  t.match(written, { channel: 'whatsapp', customers: [{ name: 'Ann', runs: 3 }] });
  t.ok(needsModel(written));
  const spoken = readScenario(join(folder, 'b.json'));
  t.same(spoken, GOOD);
  t.notOk(needsModel(spoken));
});

const SCORE = { type: 'object', properties: { score: { type: 'integer' } } };

t.test('invalid values are refused at their path', async (t) => {
  const [customer] = GOOD.customers;
  const [criterion] = GOOD.criteria;
  const judged = (more: object): object => ({ ...GOOD, criteria: [{ name: 'x', judge: 'y', ...more }] });
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ ...GOOD, channel: 'letter' }, /\/channel must be "voice" or "whatsapp"/],
    [{ ...GOOD, colour: 'red' }, /\/colour/],
    [{ ...GOOD, customers: [] }, /\/customers/],
    [{ ...GOOD, customers: [{ name: 'Ann' }] }, /\/customers\/0 needs either a persona or lines/],
    [
      { ...GOOD, customers: [{ ...customer, persona: 'Ann' }] },
      /\/customers\/0 needs either a persona or lines/,
    ],
    [{ ...GOOD, customers: [customer, customer] }, /\/customers\/1\/name is already the name/],
    [
      { ...GOOD, channel: 'whatsapp', agent: { instructions: 'x' } },
      /\/customers\/0\/voice is only for calls/,
    ],
    [{ ...GOOD, channel: 'whatsapp' }, /\/agent\/firstGreeting is only for calls/],
    [{ ...GOOD, criteria: [criterion, criterion] }, /\/criteria\/1\/name is already the name of another/],
    [{ ...GOOD, criteria: [{ name: 'x' }] }, /\/criteria\/0 needs exactly one of says, neverSays/],
    [{ ...GOOD, criteria: [criterion, { name: 'x', says: 'a', judge: 'b' }] }, /\/criteria\/1 needs exactly/],
    [
      { ...GOOD, criteria: [{ name: 'x', neverSays: '(' }] },
      /\/neverSays "\(" is not a valid regular expression/,
    ],
    [{ ...GOOD, criteria: [{ name: 'x', endReason: 'finished' }] }, /endReason must be .*"customer_hangup"/],
    [{ ...GOOD, criteria: [{ name: 'x', says: 'a', atLeast: 5 }] }, /\/criteria\/0 .* need judge/],
    [judged({ atLeast: 11 }), /atLeast must be 10 or less/],
    [judged({ atLeast: 5, schema: SCORE, wanted: SCORE }), /use either atLeast, or schema and wanted/],
    [judged({ schema: SCORE }), /give schema and wanted together/],
    [judged({ schema: { type: 'string' }, wanted: SCORE }), /schema must be the JSON Schema of an object/],
    [judged({ schema: { type: 'object' }, wanted: SCORE }), /schema must name properties/],
    [
      judged({ schema: SCORE, wanted: { properties: { scor: { minimum: 1 } } } }),
      /scor is not a property of/,
    ],
    [
      judged({ schema: SCORE, wanted: { properties: { score: { minimun: 1 } } } }),
      /must be a JSON Schema: .*minimun/,
    ],
    [
      {
        ...GOOD,
        channel: 'whatsapp',
        agent: { instructions: 'x' },
        customers: [{ name: 'A', lines: ['a'] }],
        criteria: [{ name: 'x', endReason: 'completed' }],
      },
      /\/criteria\/0\/endReason is only for calls/,
    ],
  ];
  const folder = t.testdir({});
  const path = join(folder, 'case.json');
  for (const [scenario, message] of cases) {
    writeFileSync(path, JSON.stringify(scenario));
    t.throws(() => readScenario(path), { name: 'ConfigError', message }, message.source);
  }
  t.throws(() => readScenario(join(folder, 'nowhere.yaml')), { message: /cannot be read/ });
});

t.test('behaviours, bad intentions, tools and their rules', async (t) => {
  const lines = { name: 'Ann', lines: ['yes'] };
  const withCustomer = (more: object, whole: object = {}): object => ({
    ...GOOD,
    ...whole,
    customers: [{ name: 'Ann', ...more }],
  });
  const writing = { channel: 'whatsapp', agent: { instructions: 'x' } };
  const withTools = (tools: object): object => ({ ...GOOD, tools });
  const offered = [{ name: 'book', description: 'Books.' }];
  const good = [
    withCustomer({ adversarial: 'abuse' }),
    withCustomer({ adversarial: 'off_topic', persona: 'Eve' }),
    withCustomer({ ...lines, interrupts: 0.5, pauses: 1, coughs: 0, mumbles: 0.2, echo: -20, memory: ['x'] }),
    withTools({ offered, answers: [{ tool: 'book', arguments: { people: '^2$' }, result: 'Done.' }] }),
    withTools({ mode: 'recorded', offered, recorded: [{ tool: 'book', arguments: {}, result: 'Done.' }] }),
    { ...GOOD, criteria: [{ name: 'x', usesTool: { tool: 'book', arguments: { people: '2' } } }] },
    { ...GOOD, criteria: [{ name: 'x', talksOverWithinMs: 500 }], judge: { samples: 10 }, runs: 3, seed: 9 },
  ];
  const refused: readonly (readonly [object, RegExp])[] = [
    [withCustomer({ ...lines, adversarial: 'abuse' }), /customers\/0 needs either a persona or lines/],
    [withCustomer({ ...lines, adversarial: 'rude' }), /adversarial/],
    [withCustomer({ ...lines, interrupts: 1.5 }), /interrupts must be 1 or less/],
    [withCustomer({ ...lines, echo: -3 }), /echo must be -6 or less/],
    [withCustomer({ ...lines, coughs: 1 }, writing), /customers\/0\/coughs is only for calls/],
    [
      { ...GOOD, ...writing, customers: [lines], criteria: [{ name: 'x', talksOverWithinMs: 5 }] },
      /only for calls/,
    ],
    [
      withTools({ offered: [...offered, ...offered] }),
      /tools\/offered\/1\/name is already the name of another/,
    ],
    [withTools({ offered: [{ name: 'end_call', description: 'x' }] }), /is the name of a built-in tool/],
    [
      withTools({ mode: 'recorded', answers: [{ tool: 'book', result: '' }] }),
      /tools\/answers needs the mode mocked/,
    ],
    [withTools({ recorded: [{ tool: 'book', arguments: {}, result: '' }] }), /needs the mode recorded/],
    [
      withTools({ answers: [{ tool: 'book', arguments: { a: '(' }, result: '' }] }),
      /answers\/0\/arguments\/a/,
    ],
    [
      { ...GOOD, criteria: [{ name: 'x', neverUsesTool: { tool: 'b', arguments: { a: '(' } } }] },
      /neverUsesTool/,
    ],
    [{ ...GOOD, judge: { samples: 11 } }, /samples must be 10 or less/],
  ];
  const path = join(t.testdir({}), 'case.json');
  const write = (scenario: object): void => writeFileSync(path, JSON.stringify(scenario));
  for (const scenario of good) {
    write(scenario);
    t.same(readScenario(path), scenario);
  }
  for (const [scenario, message] of refused) {
    write(scenario);
    t.throws(() => readScenario(path), { name: 'ConfigError', message }, message.source);
  }
});

t.test('the first part that needs virtual time is named', async (t) => {
  const customers = [{ name: 'Ann', lines: ['yes'] }];
  const criteria = [{ name: 'x', says: 'y' }];
  t.equal(firstVirtualPart({ customers, criteria }), null);
  const first = (parts: object): string | undefined =>
    firstVirtualPart({ customers, criteria, ...parts })?.path;
  t.equal(first({ tools: {} }), '/tools');
  t.equal(
    first({ customers: [...customers, { name: 'Bob', lines: ['no'], mumbles: 0.1 }] }),
    '/customers/1/mumbles',
  );
  t.equal(first({ customers: [{ name: 'Bob', lines: ['no'], memory: ['x'] }] }), '/customers/0/memory');
  t.equal(
    first({ criteria: [...criteria, { name: 'z', neverUsesTool: { tool: 'a' } }] }),
    '/criteria/1/neverUsesTool',
  );
});

t.test('errors have a line and a column', async (t) => {
  const path = join(t.testdir({}), 'case.yaml');
  const write = (...lines: readonly string[]): void => writeFileSync(path, lines.join('\n'));
  const refused = (message: RegExp): void => void t.throws(() => readScenario(path), { message });
  const top = ['channel: voice', 'agent:', '  instructions: Book.', 'customers:'];
  write(...top, '  - name: Ann', '    lines: [yes]', '    voise: flite:rms', 'criteria: []');
  refused(/case\.yaml, line 7, column 5: \/customers\/0\/voise .*simulated-customers\.md/);
  write(...top, '  - { name: Ann, lines: [yes] }', 'criteria:', '  - name: x', '    says: "("');
  refused(/line 8, column 5: \/criteria\/0\/says "\(" is not a valid regular expression/);
  write(
    ...top,
    '  - { name: Ann, lines: [yes] }',
    '  - { name: Bob }',
    'criteria:',
    '  - { name: x, says: y }',
  );
  refused(/line 6, column 5: \/customers\/1 needs either a persona or lines/);
  write(...top, '  - { name: Ann, lines: [yes] }');
  refused(/line 1, column 1: \/criteria is required/);
  write('channel: voice', 'agent: [');
  refused(/is neither valid YAML nor valid JSON: see line 2, column \d/);
  write('');
  refused(/line 1, column 1: the scenario must be/);
  write('a: &a [x, x]', 'b: &b [*a, *a, *a, *a]', 'c: &c [*b, *b, *b, *b]', 'd: [*c, *c, *c, *c, *c, *c]');
  refused(/circular aliases/);
  writeFileSync(path, `# ${'x'.repeat(1024 * 1024)}`);
  refused(/larger than 1024 KiB/);
});
