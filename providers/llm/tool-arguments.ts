/**
 * Checks the arguments of a model's tool call against the tool's parameters.
 *
 * It guarantees: the cache of compiled checks is bounded, whatever the parameters are and however often they change, and
 * no regular expression in them ever runs. A tool's server validates its own input.
 */
import { Ajv, type ValidateFunction } from 'ajv';
import { isRecord } from '../../schemas/json.js';

/** Maximum number of compiled checks in the cache. */
const MAX_CACHED = 500;

const validators = new Map<string, ValidateFunction>();

const compile = (parameters: object): ValidateFunction => {
  // A new instance each time, because an instance retains every schema that it has compiled.
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.removeKeyword('pattern');
  ajv.removeKeyword('patternProperties');
  return ajv.compile(parameters);
};

const validatorOf = (parameters: object): ValidateFunction => {
  const text = JSON.stringify(parameters);
  const validator = validators.get(text) ?? compile(parameters);
  validators.delete(text);
  validators.set(text, validator);
  const [oldest] = validators.keys();
  if (validators.size > MAX_CACHED && oldest !== undefined) validators.delete(oldest);
  return validator;
};

/**
 * The first reason that arguments do not fit, for the model to read; null if they fit. `parameters`: must be valid by
 * {@link refusalOfParameters}.
 */
export const argumentFault = (
  parameters: Readonly<Record<string, unknown>>,
  args: Readonly<Record<string, unknown>>,
): string | null => {
  const validator = validatorOf(parameters);
  if (validator(args) === true) return null;
  const [error] = validator.errors ?? [];
  if (error === undefined) return 'they do not match the parameters';
  const { instancePath, message = 'is not valid', keyword, params } = error;
  const place = instancePath === '' ? 'the arguments' : instancePath.slice(1).replaceAll('/', '.');
  const choices = keyword === 'enum' ? `: ${JSON.stringify(params.allowedValues)}` : '';
  return `${place} ${message}${choices}`;
};

/** The reason that these are not valid tool parameters; null if they are. */
export const refusalOfParameters = (parameters: Readonly<Record<string, unknown>>): string | null => {
  if (parameters.type !== 'object') return 'must be the JSON Schema of an object, with "type": "object"';
  if (parameters.properties !== undefined && !isRecord(parameters.properties))
    return 'must have an object as "properties"';
  if (parameters.$async !== undefined) return 'must not have "$async"';
  try {
    compile(parameters);
    return null;
  } catch (error) {
    return `must be a JSON Schema: ${error instanceof Error ? error.message : 'it cannot be read'}`;
  }
};
