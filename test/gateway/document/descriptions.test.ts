/** Every operation, parameter and field of the API document has a description. */
import t from 'tap';
import { API_VERSION } from '../../../gateway/api-routes.js';
import { openApiDocument } from '../../../gateway/document/openapi.js';
import { isRecord } from '../../../schemas/json.js';
import { routesWithoutService } from '../../../scripts/generated/routes.js';
import { targetOf } from '../../../testkit/api/documents.js';

const document: object = JSON.parse(JSON.stringify(openApiDocument(routesWithoutService(), API_VERSION)));
const at = (...path: readonly string[]): Readonly<Record<string, unknown>> => {
  const found = path.reduce<unknown>((value, name) => (isRecord(value) ? value[name] : undefined), document);
  return isRecord(found) ? found : {};
};

/** Whether the value, or what it refers to, is described. */
const isDescribed = (value: unknown): boolean => {
  if (!isRecord(value)) return value === false;
  if (typeof value.description === 'string' && value.description.length > 0) return true;
  return typeof value.$ref === 'string' && isDescribed(targetOf(document, value.$ref));
};

const operations = Object.values(at('paths')).flatMap((methods) =>
  isRecord(methods) ? Object.values(methods).filter(isRecord) : [],
);

/** The fields of objects below a component. Alternatives only repeat some of them. */
const fieldsIn = (value: unknown, where: string): readonly { where: string; field: unknown }[] => {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsIn(item, where));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (name === 'oneOf' || name === 'examples' || name === 'default') return [];
    if (name !== 'properties' || !isRecord(inner)) return fieldsIn(inner, where);
    return Object.entries(inner).flatMap(([property, field]) => [
      { where: `${where}.${property}`, field },
      ...fieldsIn(field, `${where}.${property}`),
    ]);
  });
};

const parametersOf = (operation: Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(operation.parameters) ? operation.parameters : [];

const without: Readonly<Record<'operations' | 'parameters' | 'fields', readonly string[]>> = {
  operations: operations
    .filter((operation) => !isDescribed(operation))
    .map(({ operationId }) => String(operationId)),
  parameters: operations.flatMap((operation) =>
    parametersOf(operation)
      .filter((parameter) => !isDescribed(parameter))
      .map((parameter) => {
        const name = isRecord(parameter) ? (parameter.$ref ?? parameter.name) : '';
        return `${String(operation.operationId)} ${String(name)}`;
      }),
  ),
  fields: Object.entries(at('components', 'schemas'))
    .flatMap(([name, schema]) => fieldsIn(schema, name))
    .filter(({ field }) => !isDescribed(field))
    .map(({ where }) => where),
};

for (const kind of ['operations', 'parameters', 'fields'] as const)
  t.test(`${kind} have descriptions`, async (t) => {
    t.same(without[kind], []);
  });

t.test('tags, events and errors have descriptions', async (t) => {
  const tags = at().tags;
  t.ok(Array.isArray(tags) && tags.length > 15 && tags.every(isDescribed));
  for (const [name, item] of Object.entries(at('webhooks')))
    t.match(isRecord(item) ? item.post : null, { summary: /^\S.+\.$/ }, name);
  for (const kind of ['Error', 'Success', 'Meta'])
    t.same(
      fieldsIn(at('components', 'schemas', kind), kind)
        .filter(({ field }) => !isDescribed(field))
        .map(({ where }) => where),
      [],
      kind,
    );
});
