/** The JSON Schema of the configuration file accepts files that are valid, and refuses others. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import t from 'tap';
import { configSchema } from '../../../scripts/generated/config-schema.js';
import { FILE_SETTINGS } from '../../../src/config/settings/index.js';

t.test('the schema accepts valid files and refuses others', async (t) => {
  const accepts = new Ajv2020().compile(configSchema(FILE_SETTINGS));
  t.ok(accepts({ listen: { port: 8080 }, agents: { models: ['openai:gpt-5-mini'] } }));
  t.notOk(accepts({ listen: { port: '8080' } }));
  t.notOk(accepts({ lisen: {} }));
});
