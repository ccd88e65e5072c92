/** An operation of the OpenAPI document as a request with example values. Pure. */

/** A value with its name. */
export interface Named {
  readonly name: string;
  readonly value: unknown;
}

export interface ExampleRequest {
  readonly operationId: string;
  /** In capitals. */
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly pathParameters: readonly Named[];
  /** Those that are required. */
  readonly query: readonly Named[];
  /** JSON; null where the operation has no body. */
  readonly body: unknown;
  /** Whether it needs an Idempotency-Key. */
  readonly isKeyed: boolean;
  /** Whether it needs an API key. */
  readonly isAuthorised: boolean;
  /** What a success answers with: a file, live events, or JSON. */
  readonly answer: 'json' | 'file' | 'events';
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsOf = (value: unknown, name: string): Fields => {
  const field = isFields(value) ? value[name] : undefined;
  return isFields(field) ? field : {};
};

const listOf = (value: unknown, name: string): readonly unknown[] => {
  const field = isFields(value) ? value[name] : undefined;
  return Array.isArray(field) ? field : [];
};

interface Parameter extends Named {
  readonly where: unknown;
  readonly isRequired: boolean;
}

const POINTER_ESCAPES: Readonly<Record<string, string>> = { '~0': '~', '~1': '/' };

/** A reference within the document, followed; anything else unchanged. */
const followed = (document: unknown, value: unknown): unknown => {
  const target = isFields(value) ? value.$ref : undefined;
  if (typeof target !== 'string' || !target.startsWith('#/')) return value;
  return target
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll(/~[01]/g, (escaped) => POINTER_ESCAPES[escaped] ?? escaped))
    .reduce<unknown>((found, name) => (isFields(found) ? found[name] : undefined), document);
};

/**
 * `example`, or the first of the named `examples`, each of which can be a reference, or the first example or value of an
 * enumeration in the schema; undefined without any.
 */
const exampleOf = (document: unknown, place: Fields): unknown => {
  if (place.example !== undefined) return place.example;
  const first = followed(document, Object.values(fieldsOf(place, 'examples'))[0]);
  if (isFields(first)) return first.value;
  const schema = followed(document, place.schema);
  return listOf(schema, 'examples')[0] ?? listOf(schema, 'enum')[0];
};

const parameterOf = (document: unknown, value: unknown): readonly Parameter[] => {
  const parameter = followed(document, value);
  if (!isFields(parameter) || typeof parameter.name !== 'string') return [];
  return [
    {
      name: parameter.name,
      where: parameter.in,
      isRequired: parameter.required === true,
      value: exampleOf(document, parameter) ?? `<${parameter.name}>`,
    },
  ];
};

const answerOf = (document: unknown, operation: Fields): ExampleRequest['answer'] => {
  const [, success] =
    Object.entries(fieldsOf(operation, 'responses')).find(([status]) => /^2/.test(status)) ?? [];
  const types = Object.keys(fieldsOf(followed(document, success), 'content'));
  if (types.includes('text/event-stream')) return 'events';
  return types.length === 0 || types.includes('application/json') ? 'json' : 'file';
};

/** JSON; null without a body. A body without an example is an empty object. */
const bodyOf = (document: unknown, operation: Fields): unknown => {
  const body = followed(document, operation.requestBody);
  if (!isFields(body)) return null;
  return exampleOf(document, fieldsOf(fieldsOf(body, 'content'), 'application/json')) ?? {};
};

/** An operation's own `security` replaces that of the document; an empty requirement within it makes the key optional. */
const isAuthorisedIn = (document: unknown, operation: Fields): boolean => {
  const requirements = listOf(Array.isArray(operation.security) ? operation : document, 'security');
  return requirements.length > 0 && requirements.every((needed) => Object.keys(needed ?? {}).length > 0);
};

/** The example of an operation; null where the document has no such operation. */
export const exampleRequestOf = (document: unknown, path: string, method: string): ExampleRequest | null => {
  const operation = fieldsOf(fieldsOf(document, 'paths'), path)[method.toLowerCase()];
  if (!isFields(operation) || typeof operation.operationId !== 'string') return null;
  const parameters = listOf(operation, 'parameters').flatMap((value) => parameterOf(document, value));
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    pathParameters: parameters.filter(({ where }) => where === 'path'),
    query: parameters.filter(({ where, isRequired }) => where === 'query' && isRequired),
    body: bodyOf(document, operation),
    isKeyed: parameters.some(({ name, isRequired }) => name === 'Idempotency-Key' && isRequired),
    isAuthorised: isAuthorisedIn(document, operation),
    answer: answerOf(document, operation),
  };
};
