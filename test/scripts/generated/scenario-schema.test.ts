/** The JSON Schema of a scenario accepts what the simulator accepts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { parse } from 'yaml';
import { scenarioSchema } from '../../../scripts/generated/scenario-schema.js';
import { readScenario } from '../../../src/simulate/scenario-file.js';

const PAGE = fileURLToPath(new URL('../../../../docs/how-to/simulated-customers.md', import.meta.url));

t.test('the schema accepts valid scenarios and refuses others', async (t) => {
  const accepts = new Ajv2020().compile(scenarioSchema());
  const good = {
    channel: 'voice',
    agent: { instructions: 'Book tables.' },
    customers: [{ name: 'Ann', lines: ['yes'] }],
    criteria: [{ name: 'polite', judge: 'It is polite.', atLeast: 7 }],
  };
  t.ok(accepts(good));
  t.ok(accepts({ ...good, customers: [{ name: 'Eve', adversarial: 'abuse', persona: 'Eve' }] }));
  t.ok(accepts({ ...good, customers: [{ name: 'Eve', adversarial: 'injection' }] }));
  for (const bad of [
    { ...good, customers: [{ name: 'Ann' }] },
    { ...good, customers: [{ name: 'Ann', lines: ['yes'], persona: 'Ann' }] },
    { ...good, customers: [{ name: 'Ann', lines: ['yes'], adversarial: 'abuse' }] },
    { ...good, criteria: [{ name: 'x' }] },
    { ...good, criteria: [{ name: 'x', says: 'a', neverSays: 'b' }] },
    { ...good, criteria: [{ name: 'x', says: 'a', atLeast: 7 }] },
    { ...good, criteria: [{ name: 'x', judge: 'a', schema: { properties: {} } }] },
    { ...good, chanel: 'voice' },
  ])
    t.notOk(accepts(bad), JSON.stringify(bad));
});

t.test(
  'the example in docs/how-to/simulated-customers.md is accepted by the simulator and by the schema',
  async (t) => {
    const text = /```yaml\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8'))?.[1] ?? '';
    const path = `${t.testdir({})}/page.yaml`;
    writeFileSync(path, text);
    t.match(readScenario(path), { channel: 'voice' });
    t.ok(new Ajv2020().compile(scenarioSchema())(parse(text)));
  },
);
