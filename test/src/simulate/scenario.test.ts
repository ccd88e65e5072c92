/** What a scenario may say, and what is said of one that makes no sense. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { FLITE_VOICES } from '../../../providers/speech/voices.js';
import { needsModel, readScenario } from '../../../src/simulate/scenario.js';

const GOOD = {
  channel: 'voice',
  agent: { instructions: 'You book tables.', firstGreeting: 'Hello.' },
  customers: [
    { name: 'Ann', lines: ['yes please'], voice: 'flite:awb', noise: { kind: 'white', dbfs: -40 } },
  ],
  criteria: [{ name: 'books', says: 'table' }],
};

t.test('YAML and JSON', async (t) => {
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

t.test('every voice of Flite can be chosen', async (t) => {
  const path = join(t.testdir({}), 'voices.json');
  for (const { id } of FLITE_VOICES) {
    const customers = GOOD.customers.map((customer) => ({ ...customer, voice: id }));
    writeFileSync(path, JSON.stringify({ ...GOOD, customers }));
    t.match(readScenario(path), { customers: [{ voice: id }] });
  }
});

t.test('what makes no sense is refused at its place', async (t) => {
  const [customer] = GOOD.customers;
  const [criterion] = GOOD.criteria;
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ ...GOOD, channel: 'letter' }, /\/channel must be "voice" or "whatsapp"/],
    [{ ...GOOD, colour: 'red' }, /\/colour/],
    [{ ...GOOD, customers: [] }, /\/customers/],
    [{ ...GOOD, customers: [{ name: 'Ann' }] }, /\/customers\/0: give a persona or lines/],
    [{ ...GOOD, customers: [{ ...customer, persona: 'Ann' }] }, /\/customers\/0: give a persona or lines/],
    [{ ...GOOD, channel: 'whatsapp' }, /\/customers\/0: voice and noise are for the telephone/],
    [{ ...GOOD, criteria: [{ name: 'x' }] }, /\/criteria\/0: give exactly one of says, neverSays/],
    [{ ...GOOD, criteria: [criterion, { name: 'x', says: 'a', judge: 'b' }] }, /\/criteria\/1: give exactly/],
    [{ ...GOOD, criteria: [{ name: 'x', neverSays: '(' }] }, /"\(" is no regular expression/],
    [
      {
        ...GOOD,
        channel: 'whatsapp',
        customers: [{ name: 'A', lines: ['a'] }],
        criteria: [{ name: 'x', endReason: 'y' }],
      },
      /\/criteria\/0: endReason is for the telephone/,
    ],
  ];
  const folder = t.testdir({});
  const path = join(folder, 'case.json');
  for (const [scenario, message] of cases) {
    writeFileSync(path, JSON.stringify(scenario));
    t.throws(() => readScenario(path), { name: 'ConfigError', message }, message.source);
  }
  writeFileSync(path, 'a: [');
  t.throws(() => readScenario(path), { name: 'ConfigError' });
  t.throws(() => readScenario(join(folder, 'nowhere.yaml')), { message: /cannot be read/ });
});
