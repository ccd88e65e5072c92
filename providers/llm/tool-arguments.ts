/**
 * Whether the arguments that a model gives fit its tool's parameters.
 *
 * It guarantees: what is kept of parameters is bounded, whoever writes them and however often they change; and no
 * regular expression of theirs is ever run. A tool's server checks what it is given itself.
 */
import { Ajv, type ValidateFunction } from 'ajv';
import { isRecord } from '../../schemas/json.js';

/** Parameters whose compiled check is kept. */
const MOST_KEPT = 500;

const kept = new Map<string, ValidateFunction>();

const compile = (parameters: object): ValidateFunction => {
  // An instance remembers each schema that it has compiled.
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.removeKeyword('pattern');
  ajv.removeKeyword('patternProperties');
  return ajv.compile(parameters);
};

const checkOf = (parameters: object): ValidateFunction => {
  const text = JSON.stringify(parameters);
  const check = kept.get(text) ?? compile(parameters);
  kept.delete(text);
  kept.set(text, check);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  return check;
};

/** `parameters`: what {@link refusalOfParameters} has nothing against. */
export const fitsParameters = (
  parameters: Readonly<Record<string, unknown>>,
  given: Readonly<Record<string, unknown>>,
): boolean => checkOf(parameters)(given) === true;

/** Why these can be no tool's parameters; null when they can. */
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
