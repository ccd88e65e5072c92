/**
 * Validation by the route's schemas. Whether a request is good is decided by the validator, which stops at the first
 * thing that is wrong; what is wrong is then told by `problems.ts`: where each problem is (JSON Pointer in the body,
 * name in query and path) and what to do, at most {@link MAX_PROBLEMS} of them.
 *
 * It guarantees that neither takes longer than in proportion to the size of what was sent.
 */
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import type { ErrorDetail } from '../schemas/errors.js';
import { UUID_PATTERN } from '../schemas/ids.js';
import { areUnique, checkTellable, type Formats, problemsIn } from './problems.js';
import { MAX_PROBLEMS } from './refusal-size.js';

/** One part of a request is good, or has these problems. Query and path values become what their schema says. */
export type PartCheck = (value: unknown) => readonly ErrorDetail[];

export interface RequestSchemas {
  readonly params: TSchema;
  readonly query: TSchema;
}

/** Problems of path and query together; none when both are good. */
export type HeadCheck = (params: unknown, query: unknown) => readonly ErrorDetail[];

const uuid = new RegExp(UUID_PATTERN);

const instance = (coerceTypes: boolean): Ajv => {
  // Compiling is a third of what a node does until it serves: V8 simplifies the code as well, and the published document is
  // checked against the schema of schemas in the tests.
  const ajv = new Ajv({
    strict: false,
    coerceTypes,
    validateSchema: false,
    meta: false,
    code: { optimize: false },
  });
  addFormats.default(ajv);
  // The library's own also takes "urn:uuid:…".
  ajv.addFormat('uuid', uuid);
  // The library's own compares each with each unless it knows their type.
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
 * Compiles schemas, those that say the same once: of paths and queries there are few, and compiling them is a good part of
 * what a node does until it serves.
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

/** The validator's own formats, to be asked one by one. */
const formatCheck = (name: string): ((text: string) => boolean) => {
  const check = exact({ type: 'string', format: name });
  return (text) => check(text);
};
const formats: Formats = Object.fromEntries(
  ['uuid', 'date-time', 'uri'].map((name) => [name, formatCheck(name)]),
);

/**
 * Compiles the check of a body, from a schema or from the JSON of one.
 * @throws Error for a schema whose problems could not be told
 */
export const compileBodyCheck = (schema: TSchema): PartCheck => compilePart(exact, schema, false);

const compilePart = (compile: typeof exact, schema: TSchema, coerced: boolean): PartCheck => {
  checkTellable(schema);
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
  return (givenParams, givenQuery) =>
    [...params(givenParams), ...query(givenQuery)]
      .slice(0, MAX_PROBLEMS)
      .map(({ path, message }) => ({ path: path.replace(/^\//, ''), message }));
};
