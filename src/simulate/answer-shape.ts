/** JSON Schemas of a scenario: of what a judge answers with, and of what its answer must fit. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isRecord } from '../../schemas/json.js';

type JsonSchema = Readonly<Record<string, unknown>>;

const compile = (schema: JsonSchema): ValidateFunction => {
  // A word that JSON Schema does not have would be a rule that never fails. Of types the other schema says enough.
  const ajv = new Ajv2020({ strict: true, strictTypes: false });
  addFormats.default(ajv);
  return ajv.compile(schema);
};

/** The properties that a schema of an object names. */
export const propertiesOf = ({ properties }: JsonSchema): readonly string[] =>
  isRecord(properties) ? Object.keys(properties) : [];

/** Why this is no JSON Schema of an object that names its properties; null: it is one. */
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

/** What the judge is given: an object with all of the properties and no others, as providers want it. */
export const wholeShape = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: 'object',
  required: propertiesOf(schema),
  additionalProperties: false,
});

/** What does not fit, in words; null: it fits. */
export const misfitOf = (schema: JsonSchema, value: unknown): string | null => {
  const check = compile(schema);
  if (check(value) === true) return null;
  const [first] = check.errors ?? [];
  const where = first?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  return `${where === '' ? 'its answer' : where} ${first?.message ?? 'does not fit'}`;
};
