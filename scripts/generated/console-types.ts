/** Generates the console's TypeScript from the API documents: the parameters, data and path of each operation. */
import { isRecord } from '../../schemas/json.js';
import { dereferenced } from '../../testkit/api/documents.js';

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The languages depend on the voices of a service: no build knows them. */
const OF_THE_SERVICE: ReadonlySet<string> = new Set(['language', 'languageCode', 'furtherLanguages']);

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

const union = (parts: readonly string[]): string => {
  const distinct = [...new Set(parts)];
  return distinct.length === 0 ? 'never' : distinct.join(' | ');
};

/** The type of a lean schema (gateway/document/lean-schema.ts) without references. @throws Error for an unknown type */
export const typeOf = (schema: unknown): string => {
  if (!isRecord(schema)) return 'unknown';
  if (Array.isArray(schema.type) && !('enum' in schema))
    return union(schema.type.map((type) => typeOf({ ...schema, type })));
  if ('const' in schema) return JSON.stringify(schema.const);
  if ('enum' in schema) return union(list(schema.enum).map((value) => JSON.stringify(value)));
  if ('anyOf' in schema) return union(list(schema.anyOf).map(typeOf));
  if ('allOf' in schema) return list(schema.allOf).map(typeOf).join(' & ');
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      return `readonly (${typeOf(schema.items)})[]`;
    case 'object':
      return objectType(schema);
    case undefined:
      return 'unknown';
    default:
      throw new Error(`no type for ${JSON.stringify(schema.type)}`);
  }
};

const objectType = (schema: Readonly<Record<string, unknown>>): string => {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  if (isRecord(schema.additionalProperties))
    return `Readonly<Record<string, ${typeOf(schema.additionalProperties)}>>`;
  const required = new Set(list(schema.required));
  const fields = Object.entries(properties).map(
    ([name, value]) =>
      `readonly ${keyOf(name)}${required.has(name) ? '' : '?'}: ${OF_THE_SERVICE.has(name) ? widened(value) : typeOf(value)}`,
  );
  // Alternatives are left out: forms set the fields of a request one after another.
  return `{ ${fields.join('; ')} }`;
};

const widened = (schema: unknown): string => {
  const type = typeOf(schema);
  const wide = type.startsWith('readonly (') ? 'readonly (string)[]' : 'string';
  return type.includes('null') ? `${wide} | null` : wide;
};

const parametersIn = (operation: Readonly<Record<string, unknown>>, where: string): string =>
  `{ ${list(operation.parameters)
    .filter(isRecord)
    .filter((parameter) => parameter.in === where)
    .map(
      ({ name, required, schema }) =>
        `readonly ${keyOf(String(name))}${required === true ? '' : '?'}: ${typeOf(schema)}`,
    )
    .join('; ')} }`;

const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), value);

/** `data` of the successful response; null for a file. */
const dataOf = (operation: Readonly<Record<string, unknown>>): string => {
  const responses = isRecord(operation.responses) ? operation.responses : {};
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = at(success, 'content', 'application/json', 'schema', 'allOf');
  const data = list(schema).reduce<unknown>(
    (found, part) => at(part, 'properties', 'data') ?? found,
    undefined,
  );
  return data === undefined ? 'null' : typeOf(data);
};

/** Types of the events in the operation's stream, if it has one. */
const eventTypes = (operation: Readonly<Record<string, unknown>>): readonly string[] => {
  const events = at(operation, 'responses', '200', 'content', 'text/event-stream', 'x-events', 'anyOf');
  return list(events).map((event) => `  | ${typeOf(event)}`);
};

/** The names of the webhook events, by the channel of their subscriptions. */
const webhookEvents = (document: unknown): readonly string[] => {
  const events = Object.entries(at(document, 'webhooks') ?? {}).map(([name, item]) => ({
    name,
    channel: String(at(item, 'post', 'x-channel')),
  }));
  return [...new Set(events.map(({ channel }) => channel))].map((channel) => {
    const names = events.filter((event) => event.channel === channel).map(({ name }) => `'${name}'`);
    return `  ${channel}: [${names.join(', ')}],`;
  });
};

/** The content of `console/api/operations.ts`, from the document of the API and the console's own. */
export const consoleTypes = (documents: readonly object[]): string => {
  const full = documents.map((document) => dereferenced(document)(document));
  const operations = full.flatMap((document) =>
    Object.entries(at(document, 'paths') ?? {}).flatMap(([path, methods]) =>
      Object.entries(isRecord(methods) ? methods : {}).flatMap(([method, operation]) =>
        isRecord(operation) ? [{ path, method: method.toUpperCase(), operation }] : [],
      ),
    ),
  );
  const types = operations.map(({ operation }) => {
    const body = at(operation, 'requestBody', 'content', 'application/json', 'schema');
    return [
      `  readonly ${String(operation.operationId)}: {`,
      `    readonly path: ${parametersIn(operation, 'path')};`,
      `    readonly query: ${parametersIn(operation, 'query')};`,
      `    readonly body: ${body === undefined ? 'null' : typeOf(body)};`,
      `    readonly data: ${dataOf(operation)};`,
      '  };',
    ].join('\n');
  });
  const places = operations.map(({ path, method, operation }) => {
    const keyed = list(operation.parameters).some((parameter) => at(parameter, 'name') === 'Idempotency-Key');
    const role = operation['x-role'] ?? 'viewer';
    return `  ${String(operation.operationId)}: { method: '${method}', path: '${path}', keyed: ${keyed}, role: '${String(role)}' },`;
  });
  return [
    '/** Generated from the API documents by `npm run generate`; do not edit. */',
    '',
    '/** Parameters and `data` of each operation. */',
    'export interface Operations {',
    ...types,
    '}',
    '',
    '/** Events of a live stream. */',
    'export type LiveEvent =',
    `${operations.flatMap(({ operation }) => eventTypes(operation)).join('\n')};`,
    '',
    '/** The webhook events of each channel, in the order of the API. */',
    'export const WEBHOOK_EVENTS = {',
    ...full.flatMap(webhookEvents),
    '} as const;',
    '',
    '/** Method and path of each operation. `keyed`: it takes an Idempotency-Key; `role`: the least role allowed. */',
    'export const OPERATIONS = {',
    ...places,
    '} as const satisfies Record<keyof Operations, unknown>;',
    '',
  ].join('\n');
};
