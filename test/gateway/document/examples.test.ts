/** Every operation and event of the API documents has an example, which its schema and the service accept. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import t from 'tap';
import { API_VERSION } from '../../../gateway/api-routes.js';
import { exampleOf } from '../../../gateway/document/examples.js';
import { leanSchemas } from '../../../gateway/document/lean-schema.js';
import { AUDIENCES, openApiDocument } from '../../../gateway/document/openapi.js';
import { compileBodyCheck } from '../../../gateway/intake/validation.js';
import { isRecord } from '../../../schemas/json.js';
import { routesWithoutService } from '../../../scripts/generated/routes.js';
import { dereferenced } from '../../../testkit/api/documents.js';

const routes = routesWithoutService();
const lean = { request: leanSchemas('request'), response: leanSchemas('response') };
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

interface Example {
  readonly where: string;
  readonly schema: object;
  readonly value: unknown;
}

/** Every media type of JSON in a document, with its example. */
const examplesIn = (value: unknown, where: string): readonly Example[] => {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]): readonly Example[] => {
    if (name !== 'application/json' || !isRecord(inner) || !isRecord(inner.schema))
      return examplesIn(inner, `${where} ${name}`);
    const { schema, example } = inner;
    const named = Object.values(isRecord(inner.examples) ? inner.examples : {}).filter(isRecord);
    const values = named.length === 0 ? [example] : named.map(({ value }) => value);
    return values.map((value) => ({ where, schema, value }));
  });
};

for (const audience of AUDIENCES)
  t.test(`the examples of the document of the ${audience} match their schemas`, async (t) => {
    const document: object = JSON.parse(JSON.stringify(openApiDocument(routes, API_VERSION, audience)));
    const full = dereferenced(document)(document);
    const paths = isRecord(full) ? { ...Object(full.paths), ...Object(full.webhooks) } : {};
    const examples = examplesIn(paths, '').filter(({ where }) => !/ 4XX | 5XX /.test(where));
    t.ok(examples.length > 60, `${examples.length} examples`);
    for (const { where, schema, value } of examples) {
      t.not(value, undefined, `${where} has one`);
      t.ok(ajv.validate(schema, value), `${where}: ${ajv.errorsText()}`);
    }
  });

t.test('the service accepts the example of each request', async (t) => {
  for (const { operationId, body } of routes) {
    if (body === null) continue;
    t.same(compileBodyCheck(body)(exampleOf(lean.request(body))), [], operationId);
  }
});

t.test(
  'an example has what is required, what has an example itself, and one of several alternatives',
  async (t) => {
    const text = { type: 'string' };
    t.same(
      exampleOf({
        type: 'object',
        required: ['a', 'list'],
        properties: {
          a: { type: ['integer', 'null'], minimum: 3 },
          list: { type: 'array', items: { type: 'string', format: 'date' }, minItems: 2 },
          left: text,
          shown: { ...text, examples: ['yes'] },
          byId: text,
          byName: { ...text, examples: ['Ann'] },
        },
        oneOf: [
          { required: ['byId'], properties: { byId: text, byName: false } },
          { required: ['byName'], properties: { byName: text, byId: false } },
        ],
      }),
      { a: 3, list: ['2026-03-02', '2026-03-02'], shown: 'yes', byId: 'text' },
    );
    t.same(exampleOf({ type: 'object', additionalProperties: { const: 1 } }), { name: 1 });
    t.equal(exampleOf({ type: 'number', exclusiveMinimum: 2 }), 3);
    t.equal(exampleOf({ anyOf: [{ enum: ['x'] }, { type: 'null' }] }), 'x');
  },
);
