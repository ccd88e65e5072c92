/** The JSON Schemas of a scenario: that of a judge's answer, and the one that the answer must fit. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isRecord } from '../json.js';

type JsonSchema = Readonly<Record<string, unknown>>;

const compile = (schema: JsonSchema): ValidateFunction => {
  // An unknown keyword would be a rule that never fails. Types need no strictness: the other schema declares them.
  const ajv = new Ajv2020({ strict: true, strictTypes: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
};

/** The names of the properties in the schema of an object. */
export const propertiesOf = ({ properties }: JsonSchema): readonly string[] =>
  isRecord(properties) ? Object.keys(properties) : [];

/** Why this is not a JSON Schema of an object that names its properties; null if it is one. */
export const refusalOfShape = (schema: JsonSchema): string | null => {
  if (schema.type !== undefined && schema.type !== 'object')
    return 'must be the JSON Schema of an object; leave out its type, or write object';
  if (propertiesOf(schema).length === 0)
    return 'must name properties, like properties: { politeness: { type: integer } }';
  try {
    compile(schema);
    return null;
  } catch (error) {
    return `must be a JSON Schema: ${error instanceof Error ? error.message : 'it cannot be read'}`;
  }
};

/** The schema for the judge: an object with all of the properties and no others, as providers require. */
export const strictShape = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: 'object',
  required: propertiesOf(schema),
  additionalProperties: false,
});

/** The mismatch, in words; null if the value fits. */
export const misfitOf = (schema: JsonSchema, value: unknown): string | null => {
  const check = compile(schema);
  if (check(value) === true) return null;
  const [first] = check.errors ?? [];
  const where = first?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  return `${where === '' ? 'its answer' : where} ${first?.message ?? 'does not fit'}`;
};
