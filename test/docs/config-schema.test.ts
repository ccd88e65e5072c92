/** docs/parley.config.schema.json describes the configuration file. `npm run docs:config` regenerates it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { schemaOf } from '../../src/config-file/schema.js';
import { FILE_SETTINGS } from '../../src/config-file/settings.js';

const SCHEMA = fileURLToPath(new URL('../../../docs/parley.config.schema.json', import.meta.url));

t.test('the published schema matches the settings of the configuration file', async (t) => {
  const wanted = schemaOf(FILE_SETTINGS);
  if (process.env.PARLEY_WRITE_DOCS === '1') writeFileSync(SCHEMA, `${JSON.stringify(wanted, null, 2)}\n`);
  t.same(JSON.parse(readFileSync(SCHEMA, 'utf8')), wanted, 'regenerate with `npm run docs:config`');
  const takes = new Ajv2020().compile(wanted);
  t.ok(takes({ listen: { port: 8080 }, agents: { models: ['openai:gpt-5-mini'] } }));
  t.notOk(takes({ listen: { port: '8080' } }));
  t.notOk(takes({ lisen: {} }));
});
