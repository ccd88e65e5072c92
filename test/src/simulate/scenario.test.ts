/** What a scenario may contain, and the errors of invalid scenarios. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { needsModel } from '../../../schemas/simulations/scenario.js';
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
