/** Parses the parts of the service's OpenAPI document that are shown; it is validated like any other data. Pure. */

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly where: 'path' | 'query' | 'header';
  readonly isRequired: boolean;
  readonly description: string | null;
  readonly schema: Schema;
}

interface Refusal {
  readonly status: string;
  readonly code: string;
  readonly message: string;
}

interface Success {
  readonly status: string;
  /** Schema of `data`; null for a file or events. */
  readonly data: Schema | null;
  /** Schema of an event's data. */
  readonly events: Schema | null;
  readonly type: string;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly group: string;
  readonly summary: string;
  readonly scopes: readonly string[];
  readonly scopesIf: readonly { readonly when: string; readonly scopes: readonly string[] }[];
  /** The credential that it requires. */
  readonly needs: 'key' | 'session' | 'nothing';
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  readonly bodyNote: string | null;
  readonly takesFile: boolean;
  readonly successes: readonly Success[];
  readonly refusals: readonly Refusal[];
}

export interface Reference {
  readonly version: string;
  readonly operations: readonly Operation[];
}

const METHODS = ['get', 'post', 'patch', 'delete', 'put'] as const;

const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const recordAt = (value: unknown, ...names: readonly string[]): Schema => {
  const found = names.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
  return isRecord(found) ? found : {};
};

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const textsOf = (value: unknown): readonly string[] =>
  listOf(value).filter((item): item is string => typeof item === 'string');

export const referenceOf = (document: unknown): Reference => {
  const resolved = resolverOf(document);
  const shared = listOf(recordAt({ document }, 'document')['x-common-error-codes']).filter(isRecord);
  const common = new Set(shared.flatMap(({ codes }) => textsOf(codes)));
  return {
    version: textOf(recordAt(document, 'info').version) ?? '',
    operations: Object.entries(recordAt(document, 'paths')).flatMap(([path, byMethod]) =>
      METHODS.flatMap((method) => {
        const definition = resolved(isRecord(byMethod) ? byMethod[method] : undefined);
        return isRecord(definition) ? [operationOf(method.toUpperCase(), path, definition, common)] : [];
      }),
    ),
  };
};

/** Returns values with what `$ref` refers to in its place; each target is resolved once. The document has no circular references. */
const resolverOf = (document: unknown): ((value: unknown) => unknown) => {
  const known = new Map<string, unknown>();
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (!isRecord(value)) return value;
    const { $ref, ...rest } = value;
    const fields = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, resolve(inner)]));
    if (typeof $ref !== 'string') return fields;
    if (!known.has($ref)) known.set($ref, resolve(recordAt(document, ...$ref.slice(2).split('/'))));
    return { ...recordAt({ target: known.get($ref) }, 'target'), ...fields };
  };
  return resolve;
};

const operationOf = (
  method: string,
  path: string,
  definition: Schema,
  common: ReadonlySet<string>,
): Operation => {
  const content = recordAt(definition, 'requestBody', 'content');
  const body = recordAt(content, 'application/json', 'schema');
  const responses = Object.entries(recordAt(definition, 'responses'));
  const codes = new Set([...common, ...textsOf(definition['x-error-codes'])]);
  return {
    id: textOf(definition.operationId) ?? `${method} ${path}`,
    method,
    path,
    group: textsOf(definition.tags)[0] ?? '',
    summary: textOf(definition.summary) ?? '',
    scopes: textsOf(definition['x-scopes']),
    scopesIf: listOf(definition['x-scopes-if'])
      .filter(isRecord)
      .map(({ when, scopes }) => ({ when: textOf(when) ?? '', scopes: textsOf(scopes) })),
    needs: needsOf(definition.security),
    parameters: listOf(definition.parameters).filter(isRecord).flatMap(parameterOf),
    body: Object.keys(body).length === 0 ? null : body,
    bodyNote: textOf(recordAt(definition, 'requestBody').description),
    takesFile: Object.hasOwn(content, 'multipart/form-data'),
    successes: responses
      .filter(([status]) => status.startsWith('2'))
      .map(([status, response]) => successOf(status, response)),
    refusals: responses
      .filter(([status]) => /^[45]|default/.test(status))
      .flatMap(([status, response]) => refusalsOf(status, response))
      .filter(({ code }) => codes.has(code)),
  };
};

/** If absent, a key, which is the document's default. */
const needsOf = (security: unknown): Operation['needs'] => {
  if (security === undefined) return 'key';
  const ways = listOf(security).filter(isRecord);
  if (ways.length === 0) return 'nothing';
  return ways.some((way) => Object.hasOwn(way, 'apiKey')) ? 'key' : 'session';
};

const parameterOf = (parameter: Schema): readonly Parameter[] => {
  const where = parameter.in;
  if (where !== 'path' && where !== 'query' && where !== 'header') return [];
  return [
    {
      name: textOf(parameter.name) ?? '',
      where,
      isRequired: parameter.required === true,
      description: textOf(parameter.description),
      schema: recordAt(parameter, 'schema'),
    },
  ];
};

const successOf = (status: string, response: unknown): Success => {
  const [type = '', content] = Object.entries(recordAt(response, 'content'))[0] ?? [];
  const envelope = listOf(recordAt(content, 'schema').allOf).map((part) =>
    recordAt({ part }, 'part', 'properties', 'data'),
  );
  const data = envelope.at(-1) ?? {};
  const events = recordAt(content, 'x-events');
  return {
    status,
    type,
    data: Object.keys(data).length === 0 ? null : data,
    events: Object.keys(events).length === 0 ? null : events,
  };
};

/** One line for each code of a status, as the service writes them. */
const refusalsOf = (status: string, response: unknown): readonly Refusal[] =>
  (textOf(recordAt(response).description) ?? '').split('\n').flatMap((line) => {
    const [, code, message] = /^- `(\w+)`: (.*)$/.exec(line) ?? [];
    return code === undefined || message === undefined ? [] : [{ status, code, message }];
  });
