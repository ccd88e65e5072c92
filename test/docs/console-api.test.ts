/** console/api/operations.ts matches the OpenAPI document. `npm run console:api` regenerates it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { API_VERSION } from '../../gateway/api-routes.js';
import { openApiDocument } from '../../gateway/document/openapi.js';
import { routesOf } from '../gateway/gateway-under-test.js';
import { consoleTypes, typeOf } from '../support/console-types.js';

const FILE = fileURLToPath(new URL('../../../console/api/operations.ts', import.meta.url));

t.test('the types of the console match the API', async (t) => {
  const wanted = consoleTypes(JSON.parse(JSON.stringify(openApiDocument(routesOf(), API_VERSION))));
  if (process.env.PARLEY_WRITE_DOCS === '1') writeFileSync(FILE, wanted);
  t.equal(readFileSync(FILE, 'utf8'), wanted, 'regenerate with `npm run console:api`');
});

t.test('converts schemas to TypeScript types', async (t) => {
  t.equal(typeOf({ anyOf: [{ type: 'string' }, { type: 'null' }] }), 'string | null');
  t.equal(typeOf({ enum: ['a', 'b'] }), '"a" | "b"');
  t.equal(
    typeOf({ type: 'object', required: ['a'], properties: { a: { type: 'integer' }, b: { const: true } } }),
    '{ readonly a: number; readonly b?: true }',
  );
  t.equal(typeOf({ type: 'object', patternProperties: { '^.*$': {} } }), 'Readonly<Record<string, unknown>>');
  t.equal(typeOf({ type: 'array', items: { type: 'boolean' } }), 'readonly (boolean)[]');
  t.throws(() => typeOf({ type: 'function' }), /no type/);
});
