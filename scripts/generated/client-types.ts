/** Generates the TypeScript of the client package from an OpenAPI document: types of operations and events, and where each operation is. */
import { ERRORS, type ErrorSpec } from '../../schemas/error-table.js';
import { isRecord } from '../../schemas/json.js';
import {
  docstring,
  type Field,
  fieldLines,
  listOf,
  recordOf,
  type Schema,
  typeName,
  typeOf,
} from './schema-types.js';

/** What belongs to the console alone, where people sign in. */
const CONSOLE_PATH = '/api/v1/console/';

/** Written here, with what the document has under the same names. */
const WRITTEN_HERE: ReadonlySet<string> = new Set(['LiveEvent', 'WebhookEvent']);

/** Other names in the file, and those of the language that it uses. */
const TAKEN: ReadonlySet<string> = new Set([
  ...['ErrorCategory', 'ErrorCode', 'Nothing', 'Operations', 'WithFile'],
  ...['Blob', 'Omit', 'Readonly', 'Record', 'Response'],
]);

/** Follows references, then returns the value at the path. */
export type Lookup = (value: unknown, ...path: readonly string[]) => unknown;

/** Of a document. */
export const lookupIn = (document: unknown): Lookup => {
  const resolved = (value: unknown): unknown => {
    if (!isRecord(value) || typeof value.$ref !== 'string') return value;
    const names = value.$ref.replace('#/', '').split('/');
    return resolved(names.reduce<unknown>((found, name) => recordOf(found)[name], document));
  };
  return (value, ...path) =>
    path.reduce<unknown>((found, name) => resolved(recordOf(found)[name]), resolved(value));
};

/** An operation of the document, and where it is. */
export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly of: Schema;
}

/** All but those of the console alone. */
export const operationsOf = (document: unknown, look: Lookup): readonly Operation[] =>
  Object.entries(recordOf(look(document, 'paths'))).flatMap(([path, methods]) =>
    path.startsWith(CONSOLE_PATH)
      ? []
      : Object.entries(recordOf(methods)).flatMap(([method, of]) =>
          isRecord(of) && 'operationId' in of ? [{ path, method: method.toUpperCase(), of }] : [],
        ),
  );

/** The parameters of one place: `path`, `query` or `header`. */
export const parametersIn = ({ of }: Operation, where: string, look: Lookup): readonly Field[] =>
  listOf(of.parameters)
    .map((parameter) => recordOf(look(parameter)))
    .filter((parameter) => parameter.in === where)
    .map(({ name, required, schema, description }) => ({
      name: String(name),
      required: required === true,
      schema: description === undefined ? schema : { ...recordOf(schema), description },
    }));

const blockOf = (fields: readonly Field[]): string =>
  fields.length === 0 ? 'Nothing' : `{\n${fieldLines(fields, '      ')}    }`;

/** Schema of the JSON body as written in the document; undefined: no body. */
export const bodyOf = ({ of }: Operation, look: Lookup): unknown =>
  recordOf(look(of, 'requestBody', 'content', 'application/json')).schema;

/** The content of the successful answer, by its media type. */
export const successOf = ({ of }: Operation, look: Lookup): Schema => {
  const success = Object.entries(recordOf(of.responses)).find(([status]) => status.startsWith('2'))?.[1];
  return recordOf(look(success, 'content'));
};

/** What an operation answers with: the data of an envelope, a file or events. */
const answerOf = (operation: Operation, look: Lookup): { readonly kind: string; readonly data: string } => {
  const content = successOf(operation, look);
  if ('text/event-stream' in content) return { kind: 'events', data: 'LiveEvent' };
  if (!('application/json' in content)) return { kind: 'file', data: 'Response' };
  return { kind: 'json', data: typeOf(dataSchema(content, look), '    ') };
};

/** The schema of `data`: the last part of the envelope that has it is the most specific. */
export const dataSchema = (content: Schema, look: Lookup): unknown => {
  const envelope = look(content, 'application/json', 'schema');
  const parts = [envelope, ...listOf(recordOf(envelope).allOf).map((part) => look(part))];
  return parts.map((part) => recordOf(recordOf(part).properties).data).findLast((data) => data !== undefined);
};

/** Whether the operation also takes its file as a part of a form. */
const takesFile = ({ of }: Operation, look: Lookup): boolean =>
  'multipart/form-data' in recordOf(look(of, 'requestBody', 'content'));

const operationType = (operation: Operation, look: Lookup): string => {
  const body = bodyOf(operation, look);
  const bodyType = body === undefined ? 'Nothing' : typeOf(body, '    ');
  return [
    `${docstring(operation.of.summary, '  ')}  readonly ${String(operation.of.operationId)}: {\n`,
    `    readonly path: ${blockOf(parametersIn(operation, 'path', look))};\n`,
    `    readonly query: ${blockOf(parametersIn(operation, 'query', look))};\n`,
    `    readonly body: ${takesFile(operation, look) ? `WithFile<${bodyType}>` : bodyType};\n`,
    `    readonly data: ${answerOf(operation, look).data};\n`,
    '  };\n',
  ].join('');
};

const namesIn = (schema: unknown, look: Lookup): readonly string[] => {
  const found = recordOf(look(schema));
  const parts = [...listOf(found.anyOf), ...listOf(found.oneOf), ...listOf(found.allOf)];
  return [...Object.keys(recordOf(found.properties)), ...parts.flatMap((part) => namesIn(part, look))];
};

/** @throws Error if two parameters of the operation have the same name, or body and query both have some */
const placeOf = (operation: Operation, look: Lookup): string => {
  const { method, path, of } = operation;
  const named = (where: string): readonly string[] =>
    parametersIn(operation, where, look).map(({ name }) => name);
  const body = bodyOf(operation, look);
  const sent = body === undefined ? named('query') : namesIn(body, look);
  const inPath = named('path');
  if (sent.some((name) => inPath.includes(name)) || (body !== undefined && named('query').length > 0))
    throw new Error(`${String(of.operationId)}: a parameter has two places`);
  const keyed = named('header').includes('Idempotency-Key');
  const facts = [
    `method: '${method}', path: '${path}', in: '${body === undefined ? 'query' : 'body'}'`,
    `business: ${sent.includes('businessId')}, keyed: ${keyed}, answer: '${answerOf(operation, look).kind}'`,
  ];
  return `  ${String(of.operationId)}: { ${facts.join(', ')} },\n`;
};

/** The schemas that the text refers to, and those that these refer to. @throws Error if one has the name of something else here */
const componentTypes = (document: unknown, look: Lookup, text: string): string => {
  const schemas = Object.entries(recordOf(look(document, 'components', 'schemas'))).sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  const taken = schemas.find(([name]) => TAKEN.has(typeName(name)));
  if (taken !== undefined) throw new Error(`the schema ${taken[0]} needs another name`);
  const texts = new Map(
    schemas
      .filter(([name]) => !WRITTEN_HERE.has(typeName(name)))
      .map(([name, schema]) => [typeName(name), declarationOf(typeName(name), schema)]),
  );
  const wanted = new Set<string>();
  const visit = (from: string): void => {
    for (const [word] of from.matchAll(/\b[A-Z]\w*/g)) {
      const found = texts.get(word);
      if (found === undefined || wanted.has(word)) continue;
      wanted.add(word);
      visit(found);
    }
  };
  visit(text);
  return [...texts].flatMap(([name, declaration]) => (wanted.has(name) ? [declaration] : [])).join('\n');
};

const declarationOf = (name: string, schema: unknown): string => {
  const type = typeOf(schema);
  const doc = docstring(recordOf(schema).description);
  return type.startsWith('{') && !type.includes('} & (') && !type.includes('} | {')
    ? `${doc}export interface ${name} ${type}\n`
    : `${doc}export type ${name} = ${type};\n`;
};

const unionOf = (types: readonly string[]): string =>
  [...new Set(types)].map((type) => `\n  | ${type}`).join('');

const eventTypes = (operations: readonly Operation[], look: Lookup): string => {
  const events = operations
    .map((operation) => look(successOf(operation, look), 'text/event-stream', 'x-events'))
    .find((found) => found !== undefined);
  const parts = listOf(recordOf(events).anyOf ?? recordOf(events).oneOf);
  return unionOf(parts.map((event) => typeOf(event, '    ')));
};

const webhookTypes = (document: unknown, look: Lookup): string =>
  unionOf(
    Object.values(recordOf(look(document, 'webhooks'))).map((item) =>
      typeOf(recordOf(look(item, 'post', 'requestBody', 'content', 'application/json')).schema, '    '),
    ),
  );

const quoted = (values: readonly string[]): string => values.map((value) => `\n  | '${value}'`).join('');

const errorTypes = (): string => {
  const specs: readonly ErrorSpec[] = Object.values(ERRORS);
  return [
    `/** Every code of an error response: docs/reference/errors.md. */\nexport type ErrorCode =${quoted(Object.keys(ERRORS))};\n\n`,
    `/** The kinds of error responses. */\nexport type ErrorCategory =${quoted([...new Set(specs.map(({ category }) => category))])};\n\n`,
  ].join('');
};

const FILE_BODY = `/** No parameters. */
type Nothing = Readonly<Record<never, never>>;

/** A body whose file is base64, or a Blob, which is sent as a form. */
type WithFile<Body> =
  | Body
  | (Omit<Body, 'contentBase64' | 'fileName'> & {
      readonly file: Blob;
      /** Default: the name of the file, if it has one. */
      readonly fileName?: string;
    });

`;

/** The content of `packages/client/src/api.ts`. */
export const clientTypes = (document: unknown): string => {
  const look = lookupIn(document);
  const operations = operationsOf(document, look);
  const types = [
    `/** Parameters and answer of each operation. */\nexport interface Operations {\n`,
    operations.map((operation) => operationType(operation, look)).join(''),
    '}\n\n',
    `/** An event of the live stream; \`type\` tells them apart. */\nexport type LiveEvent =${eventTypes(operations, look)};\n\n`,
    `/** An event of a webhook; \`eventType\` tells them apart. */\nexport type WebhookEvent =${webhookTypes(document, look)};\n\n`,
  ].join('');
  return [
    '/** Generated from the API document by `npm run generate`; do not edit. */\n\n',
    errorTypes(),
    FILE_BODY,
    componentTypes(document, look, types),
    '\n',
    types,
    '/** Where each operation is, and where its parameters go. `business`: it names a business; `keyed`: it takes an Idempotency-Key. */\n',
    'export const OPERATIONS = {\n',
    operations.map((operation) => placeOf(operation, look)).join(''),
    '} as const satisfies Record<keyof Operations, unknown>;\n',
  ].join('');
};
