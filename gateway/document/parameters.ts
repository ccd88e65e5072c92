/** The parameters of operations. Those that several operations have are components. */
import { isRecord } from '../../schemas/json.js';
import { isConditional, type RouteData } from '../route.js';
import { type LeanSchema, listOf } from './lean-schema.js';
import { pascal } from './schema-naming.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  /** Absent: no. */
  readonly required?: true;
  readonly description?: unknown;
  readonly example?: unknown;
  readonly schema: LeanSchema;
}

const HEADERS = {
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'One or more ETags of cached copies, or `*`. Returns 304 if one of them is current.',
    example: 'W/"b1f0c2"',
    schema: { type: 'string' },
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag, or the `tag` in double quotes, of what the change is based on. Refused with 412 if it has changed since. Absent or `*`: not checked.',
    example: '"v12-b1f0c2"',
    schema: { type: 'string' },
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Repeating the same request with the same key returns the first response again, for seven days. The same key with a different request is refused.',
    example: 'order-4711-reminder',
    schema: { type: 'string', pattern: '^[\\x21-\\x7E]{1,512}$' },
  },
} as const satisfies Record<string, Parameter>;

const requiredIf = (isRequired: boolean): { readonly required?: true } =>
  isRequired ? { required: true } : {};

const headersOf = (route: RouteData): readonly Parameter[] => [
  ...(isConditional(route) ? [HEADERS['If-None-Match']] : []),
  ...(route.tagged === true && route.method !== 'GET' ? [HEADERS['If-Match']] : []),
  ...(route.idempotent === false
    ? []
    : [{ ...HEADERS['Idempotency-Key'], ...requiredIf(route.idempotent === true) }]),
];

const parametersIn = (where: 'path' | 'query', schema: LeanSchema): readonly Parameter[] => {
  const { properties, required } = schema;
  if (!isRecord(properties)) return [];
  return Object.entries(properties).map(([name, property]) => {
    const { description, examples, ...rest } = isRecord(property) ? property : {};
    const [example] = listOf(examples);
    return {
      name,
      in: where,
      ...requiredIf(listOf(required).includes(name)),
      ...(description === undefined ? {} : { description }),
      ...(example === undefined ? {} : { example }),
      schema: rest,
    };
  });
};

/** A parameter is a component if at least this many operations have it. */
const SHARED = 2;

export interface Parameters {
  /** Of an operation: references, or what only it has. */
  of(route: RouteData): readonly object[];
  /** What operations refer to, by name. */
  readonly components: object;
}

/**
 * `lean`: the schema of path or query, as it is shown. `schemaNames`: generators make a type `TextParameter` of the
 * parameter `Text`, so it must not be the name of a schema.
 */
export const createParameters = (
  routes: readonly RouteData[],
  lean: (schema: object) => LeanSchema,
  schemaNames: ReadonlySet<string>,
): Parameters => {
  const all = new Map(
    routes.map((route) => [
      route,
      [
        ...parametersIn('path', lean(route.params)),
        ...parametersIn('query', lean(route.query)),
        ...headersOf(route),
      ],
    ]),
  );
  const counts = new Map<string, number>();
  for (const parameter of [...all.values()].flat())
    counts.set(JSON.stringify(parameter), (counts.get(JSON.stringify(parameter)) ?? 0) + 1);
  const names = new Map<string, string>();
  const components: Record<string, Parameter> = {};
  for (const parameter of [...all.values()].flat()) {
    const text = JSON.stringify(parameter);
    if ((counts.get(text) ?? 0) < SHARED || names.has(text)) continue;
    // Different parameters can have the same name.
    const base = pascal(parameter.name);
    const name = [base, `Optional${base}`, `${base}In${pascal(parameter.in)}`].find(
      (word) => !(word in components || schemaNames.has(`${word}Parameter`)),
    );
    if (name === undefined) continue;
    names.set(text, name);
    components[name] = parameter;
  }
  return {
    components,
    of: (route) =>
      (all.get(route) ?? []).map((parameter) => {
        const name = names.get(JSON.stringify(parameter));
        return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
      }),
  };
};
