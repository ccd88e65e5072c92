/** Validation by the route's schemas. Every problem is reported, each with where it is and what to do. */
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import type { TSchema } from 'typebox';
import { DomainError, type ErrorDetail } from '../schemas/errors.js';

type Part = 'body' | 'query' | 'params';

const instance = (coerceTypes: boolean): Ajv => {
  const ajv = new Ajv({ allErrors: true, strict: false, coerceTypes });
  addFormats.default(ajv);
  return ajv;
};
const exact = instance(false);
/** Query and path values are strings on the wire. */
const coercing = instance(true);

/** Checks a value in place; throws `validation_failed` with every problem. */
export type Check = (value: unknown) => asserts value is never;

/** Compiles the check of one part of a request. */
export const compileCheck = (schema: TSchema, part: Part): ((value: unknown) => void) => {
  const validate: ValidateFunction = (part === 'body' ? exact : coercing).compile(schema);
  return (value) => {
    if (validate(value)) return;
    throw new DomainError('validation_failed', undefined, problems(validate.errors ?? [], part));
  };
};

const problems = (errors: readonly ErrorObject[], part: Part): readonly ErrorDetail[] => {
  const seen = new Set<string>();
  return errors.flatMap((error) => {
    // A union reports every branch and then itself: the branches say it better, but only when they are few.
    if (error.keyword === 'anyOf' && errors.length > 1) return [];
    const detail = { path: pathOf(error, part), message: messageOf(error) };
    const key = `${detail.path} ${detail.message}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [detail];
  });
};

const pathOf = (error: ErrorObject, part: Part): string => {
  const { additionalProperty, missingProperty } = error.params;
  const name = typeof additionalProperty === 'string' ? additionalProperty : missingProperty;
  const pointer = typeof name === 'string' ? `${error.instancePath}/${name}` : error.instancePath;
  return part === 'body' ? pointer : pointer.replace(/^\//, '');
};

const messageOf = (error: ErrorObject): string => {
  switch (error.keyword) {
    case 'additionalProperties':
      return 'is not a field of this request; leave it out';
    case 'required':
      return 'is required';
    case 'const':
    case 'enum':
      return `must be ${allowed(error)}`;
    case 'type':
      return `must be ${String(error.params.type)}`;
    case 'format':
      return `must be a valid ${String(error.params.format)}`;
    case 'uniqueItems':
      return 'must not hold the same value twice';
    default:
      return error.message ?? 'is not valid';
  }
};

const allowed = (error: ErrorObject): string =>
  error.keyword === 'const'
    ? JSON.stringify(error.params.allowedValue)
    : `one of ${JSON.stringify(error.params.allowedValues)}`;
