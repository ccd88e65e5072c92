/**
 * Validates requests by the route's schemas. The validator decides whether a request is valid and stops at the first problem.
 * `problems.ts` then describes the problems: the position of each (JSON Pointer in the body, name in query and path) and what to
 * do, at most {@link MAX_PROBLEMS} of them.
 *
 * It guarantees that both take time at most in proportion to the size of the request.
 */
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import type { ErrorDetail } from '../../schemas/errors.js';
import { UUID_PATTERN } from '../../schemas/ids.js';
import { MAX_PROBLEMS } from '../http/refusal-size.js';
import { areUnique, checkDescribable, type Formats, problemsIn } from './problems.js';

/**
 * Returns the problems of one part of a request; none when it is valid. Query and path values are converted to their schema's
 * types.
 */
export type PartCheck = (value: unknown) => readonly ErrorDetail[];

export interface RequestSchemas {
  readonly params: TSchema;
  readonly query: TSchema;
}

/** Returns the problems of path and query together; none when both are valid. */
export type HeadCheck = (params: unknown, query: unknown) => readonly ErrorDetail[];

const uuid = new RegExp(UUID_PATTERN);

const instance = (coerceTypes: boolean): Ajv => {
  // Compiling is a third of a node's startup, so two steps are off: V8 optimises the code anyway, and the tests check the
  // published document against the meta-schema.
  const ajv = new Ajv({
    strict: false,
    coerceTypes,
    validateSchema: false,
    meta: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  // The library's own format also accepts "urn:uuid:…".
  ajv.addFormat('uuid', uuid);
  // The library's own keyword compares every pair of items unless their type is known.
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (wanted: boolean, list: readonly unknown[]) => !wanted || areUnique(list),
  });
  return ajv;
};
/**
 * Compiles schemas, equal ones once. There are few distinct schemas of paths and queries, and compiling them is a good part of a
 * node's startup.
 */
const compiler = (ajv: Ajv): ((schema: TSchema) => ValidateFunction) => {
  const compiled = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const validate = compiled.get(text) ?? ajv.compile(schema);
    compiled.set(text, validate);
    return validate;
  };
};
const exact = compiler(instance(false));
const coercing = compiler(instance(true));

/** Wraps the validator's own formats as functions. */
const formatCheck = (name: string): ((text: string) => boolean) => {
  const check = exact({ type: 'string', format: name });
  return (text) => check(text);
};
const formats: Formats = Object.fromEntries(
  ['uuid', 'date-time', 'uri'].map((name) => [name, formatCheck(name)]),
);

/**
 * Compiles the check of a body, from a schema or from its JSON.
 * @throws Error for a schema whose problems could not be described
 */
export const compileBodyCheck = (schema: TSchema): PartCheck => compilePart(exact, schema, false);

const compilePart = (compile: typeof exact, schema: TSchema, coerced: boolean): PartCheck => {
  checkDescribable(schema);
  const validate = compile(schema);
  return (value) => {
    if (validate(value)) return [];
    const problems = problemsIn(schema, value, { formats, coerced });
    if (problems.length > 0) return problems;
    const [first] = validate.errors ?? [];
    return [{ path: first?.instancePath ?? '', message: first?.message ?? 'is not valid' }];
  };
};

/** Compiles the check of a request's path and query. */
export const compileHeadCheck = (schemas: RequestSchemas): HeadCheck => {
  const params = compilePart(coercing, schemas.params, true);
  const query = compilePart(coercing, schemas.query, true);
  return (paramsInput, queryInput) =>
    [...params(paramsInput), ...query(queryInput)]
      .slice(0, MAX_PROBLEMS)
      .map(({ path, message }) => ({ path: path.replace(/^\//, ''), message }));
};
