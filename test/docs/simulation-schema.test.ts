/** docs/parley.simulation.schema.json describes a scenario. `npm run docs:simulation` regenerates it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { parse } from 'yaml';
import { readScenario } from '../../src/simulate/scenario-file.js';
import { scenarioSchema } from '../../src/simulate/scenario-schema.js';

const SCHEMA = fileURLToPath(new URL('../../../docs/parley.simulation.schema.json', import.meta.url));
const PAGE = fileURLToPath(new URL('../../../docs/simulate.md', import.meta.url));

t.test('the published schema matches the code and rejects invalid scenarios', async (t) => {
  const wanted = JSON.parse(JSON.stringify(scenarioSchema()));
  if (process.env.PARLEY_WRITE_DOCS === '1') writeFileSync(SCHEMA, `${JSON.stringify(wanted, null, 2)}\n`);
  t.same(JSON.parse(readFileSync(SCHEMA, 'utf8')), wanted, 'regenerate with `npm run docs:simulation`');
  const takes = new Ajv2020().compile(wanted);
  const good = {
    channel: 'voice',
    agent: { instructions: 'Book tables.' },
    customers: [{ name: 'Ann', lines: ['yes'] }],
    criteria: [{ name: 'polite', judge: 'It is polite.', atLeast: 7 }],
  };
  t.ok(takes(good));
  for (const bad of [
    { ...good, customers: [{ name: 'Ann' }] },
    { ...good, customers: [{ name: 'Ann', lines: ['yes'], persona: 'Ann' }] },
    { ...good, criteria: [{ name: 'x' }] },
    { ...good, criteria: [{ name: 'x', says: 'a', neverSays: 'b' }] },
    { ...good, criteria: [{ name: 'x', says: 'a', atLeast: 7 }] },
    { ...good, criteria: [{ name: 'x', judge: 'a', schema: { properties: {} } }] },
    { ...good, chanel: 'voice' },
  ])
    t.notOk(takes(bad), JSON.stringify(bad));
});

t.test('the example in docs/simulate.md is accepted by the simulator and by the schema', async (t) => {
  const text = /```yaml\n([\s\S]*?)```/.exec(readFileSync(PAGE, 'utf8'))?.[1] ?? '';
  const path = `${t.testdir({})}/page.yaml`;
  writeFileSync(path, text);
  t.match(readScenario(path), { channel: 'voice' });
  t.ok(new Ajv2020().compile(scenarioSchema())(parse(text)));
});
