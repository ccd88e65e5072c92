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
  const details = telling(errors).map((error) => ({ path: pathOf(error, part), message: messageOf(error) }));
  return [...new Map(details.map((detail) => [`${detail.path} ${detail.message}`, detail])).values()];
};

/** Of the errors those that a reader needs: a union reports every branch, and then itself. */
const telling = (errors: readonly ErrorObject[]): readonly ErrorObject[] => {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf');
  return errors
    .filter((error) => !unions.some((union) => isUnder(union.schemaPath, error.schemaPath)))
    .flatMap((error) => (error.keyword === 'anyOf' ? (meantBranch(error, errors) ?? [error]) : [error]));
};

/** What is wrong with the one branch that the value was meant for; null when none or several could be it. */
const meantBranch = (union: ErrorObject, errors: readonly ErrorObject[]): readonly ErrorObject[] | null => {
  const branches: unknown[] = Array.isArray(union.schema) ? union.schema : [];
  const inside = errors.filter(
    ({ instancePath }) => instancePath === union.instancePath || isUnder(union.instancePath, instancePath),
  );
  const meant = branches
    .map((_, index) =>
      telling(inside.filter(({ schemaPath }) => isUnder(`${union.schemaPath}/${index}`, schemaPath))),
    )
    .filter(
      (problems) =>
        problems.length > 0 &&
        problems.every(
          ({ keyword, instancePath }) =>
            keyword !== 'const' && (keyword !== 'type' || instancePath !== union.instancePath),
        ),
    );
  return meant.length === 1 ? (meant[0] ?? null) : null;
};

const isUnder = (path: string, other: string): boolean => other.startsWith(`${path}/`);

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
