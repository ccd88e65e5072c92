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

/** A reference within the document, followed; anything else unchanged. */
const followed = (document: unknown, value: unknown): unknown => {
  const target = isFields(value) ? value.$ref : undefined;
  if (typeof target !== 'string' || !target.startsWith('#/')) return value;
  return target
    .slice(2)
    .split('/')
    .reduce<unknown>((found, name) => (isFields(found) ? found[name] : undefined), document);
};

const parameterOf = (document: unknown, value: unknown): readonly Parameter[] => {
  const parameter = followed(document, value);
  if (!isFields(parameter) || typeof parameter.name !== 'string') return [];
  return [
    {
      name: parameter.name,
      where: parameter.in,
      isRequired: parameter.required === true,
      value: parameter.example ?? `<${parameter.name}>`,
    },
  ];
};

const answerOf = (operation: Fields): ExampleRequest['answer'] => {
  const [, success] =
    Object.entries(fieldsOf(operation, 'responses')).find(([status]) => /^2/.test(status)) ?? [];
  const types = Object.keys(fieldsOf(success, 'content'));
  if (types.includes('text/event-stream')) return 'events';
  return types.length === 0 || types.includes('application/json') ? 'json' : 'file';
};

/** The example of an operation; null where the document has no such operation. */
export const exampleRequestOf = (document: unknown, path: string, method: string): ExampleRequest | null => {
  const operation = fieldsOf(fieldsOf(document, 'paths'), path)[method.toLowerCase()];
  if (!isFields(operation) || typeof operation.operationId !== 'string') return null;
  const parameters = listOf(operation, 'parameters').flatMap((value) => parameterOf(document, value));
  const body = followed(document, operation.requestBody);
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    path,
    pathParameters: parameters.filter(({ where }) => where === 'path'),
    query: parameters.filter(({ where, isRequired }) => where === 'query' && isRequired),
    body: isFields(body) ? (fieldsOf(fieldsOf(body, 'content'), 'application/json').example ?? {}) : null,
    isKeyed: parameters.some(({ name, isRequired }) => name === 'Idempotency-Key' && isRequired),
    isAuthorised: !Array.isArray(operation.security) || operation.security.length > 0,
    answer: answerOf(operation),
  };
};
