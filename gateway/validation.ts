/**
 * Validation by the route's schemas. Every problem of every part is reported, each with where it is (JSON Pointer
 * in the body, name in query and path) and what to do.
 */
import { Ajv, type ErrorObject } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import type { ErrorDetail } from '../schemas/errors.js';
import { UUID_PATTERN } from '../schemas/ids.js';

type Part = 'params' | 'query' | 'body';

/** The schemas of one request; a part that is null is not looked at. */
export type PartSchemas = Readonly<Record<Part, TSchema | null>>;

/** Values are checked in place: query and path values become what their schema says. */
export type PartValues = Readonly<Record<Part, unknown>>;

const instance = (coerceTypes: boolean): Ajv => {
  const ajv = new Ajv({ allErrors: true, strict: false, coerceTypes, verbose: true });
  addFormats.default(ajv);
  // The library's own also takes "urn:uuid:…".
  ajv.addFormat('uuid', new RegExp(UUID_PATTERN));
  return ajv;
};
const exact = instance(false);
/** Query and path values are strings on the wire. */
const coercing = instance(true);

/** Compiles the check of a request; it answers with all problems, none when the request is good. */
export const compileChecks = (schemas: PartSchemas): ((values: PartValues) => readonly ErrorDetail[]) => {
  const checks = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = schemas[part];
    if (schema === null) return [];
    const validate = (part === 'body' ? exact : coercing).compile(schema);
    return [(values: PartValues) => (validate(values[part]) ? [] : problemsOf(validate.errors ?? [], part))];
  });
  return (values) => checks.flatMap((check) => check(values));
};

const problemsOf = (errors: readonly ErrorObject[], part: Part): readonly ErrorDetail[] => {
  const unions = errors.filter((error) => error.keyword === 'anyOf');
  const inUnion = (error: ErrorObject): boolean =>
    unions.some((union) => error !== union && error.schemaPath.startsWith(`${union.schemaPath}/`));
  const details = errors
    .filter((error) => !inUnion(error))
    .flatMap((error) => (error.keyword === 'anyOf' ? unionProblems(error, errors) : [error]))
    .map((error) => ({ path: pathOf(error, part), message: messageOf(error) }));
  const distinct = new Map(details.map((detail) => [`${detail.path} ${detail.message}`, detail]));
  return [...distinct.values()];
};

/** A union reports every branch. Of those, the one that looked deepest into the value says it best. */
const unionProblems = (union: ErrorObject, errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const branches: unknown[] = Array.isArray(union.schema) ? union.schema : [];
  const ofBranch = (index: number): readonly ErrorObject[] =>
    errors.filter(
      (error) =>
        error.keyword !== 'anyOf' &&
        error.schemaPath.startsWith(`${union.schemaPath}/${index}/`) &&
        `${error.instancePath}/`.startsWith(`${union.instancePath}/`),
    );
  const candidates = branches
    .map((_, index) => ofBranch(index))
    .filter((problems) => problems.length > 0 && problems.every((problem) => problem.keyword !== 'const'))
    .filter((problems) =>
      problems.every((problem) => problem.keyword !== 'type' || problem.instancePath !== union.instancePath),
    );
  return candidates.length === 1 ? (candidates[0] ?? [union]) : [union];
};

const pathOf = (error: ErrorObject, part: Part): string => {
  const { additionalProperty, missingProperty } = error.params;
  const name = typeof additionalProperty === 'string' ? additionalProperty : missingProperty;
  const pointer = typeof name === 'string' ? `${error.instancePath}/${escaped(name)}` : error.instancePath;
  return part === 'body' ? pointer : pointer.replace(/^\//, '');
};

/** RFC 6901. */
const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1');

const messageOf = (error: ErrorObject): string => {
  const limit = String(error.params.limit);
  switch (error.keyword) {
    case 'additionalProperties':
      return 'is not a field of this request; leave it out';
    case 'required':
      return 'is required';
    case 'const':
    case 'enum':
    case 'anyOf':
      return `must be ${describe(error.parentSchema)}`;
    case 'type':
      return Array.isArray(error.data)
        ? `must be one ${String(error.params.type)}, not a list`
        : `must be ${String(error.params.type)}`;
    case 'format':
      return `must be ${FORMATS[String(error.params.format)] ?? `a valid ${String(error.params.format)}`}`;
    case 'pattern':
      return `must match ${String(error.params.pattern)}`;
    case 'minLength':
      return limit === '1' ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minItems':
      return `must have at least ${limit} items`;
    case 'maxItems':
      return `must have at most ${limit} items`;
    case 'uniqueItems':
      return 'must not hold the same value twice';
    default:
      return error.message ?? 'is not valid';
  }
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'date-time': 'a date and time with a time zone, like 2026-01-31T09:00:00Z (in a query, write + as %2B)',
};

/** A schema in a few words: the values it allows, or their type. */
const describe = (schema: unknown): string => {
  if (typeof schema !== 'object' || schema === null) return 'something else';
  if ('const' in schema) return JSON.stringify(schema.const);
  if ('enum' in schema && Array.isArray(schema.enum))
    return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) {
    const options = schema.anyOf.map(describe);
    return options.length > 2 ? `one of ${options.join(', ')}` : options.join(' or ');
  }
  return 'type' in schema ? String(schema.type) : 'something else';
};
