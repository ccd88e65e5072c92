/** Describes a schema in words, and builds an example value for it. Pure. */
import { TEXTS } from '../../texts.js';
import { listOf, recordAt, type Schema, textOf } from './document.js';

const asSchema = (value: unknown): Schema => recordAt({ value }, 'value');

export interface Property {
  readonly name: string;
  readonly isRequired: boolean;
  readonly schema: Schema;
}

export const propertiesOf = (schema: Schema): readonly Property[] => {
  const required = listOf(schema.required);
  return Object.entries(recordAt(schema, 'properties')).map(([name, propertySchema]) => ({
    name,
    isRequired: required.includes(name),
    schema: asSchema(propertySchema),
  }));
};

const branchesOf = (schema: Schema): readonly Schema[] =>
  [...listOf(schema.anyOf), ...listOf(schema.oneOf), ...listOf(schema.allOf)].map(asSchema);

/** The allowed words; empty for anything else. */
const wordsOf = (schema: Schema): readonly string[] => {
  if ('const' in schema) return [JSON.stringify(schema.const)];
  return listOf(schema.enum).map((word) => JSON.stringify(word));
};

/** The schema of a map's values; null for an object with named properties. */
const valuesOf = (schema: Schema): Schema | null => {
  const [pattern] = Object.values(recordAt(schema, 'patternProperties'));
  if (pattern !== undefined) return asSchema(pattern);
  const additional = recordAt(schema, 'additionalProperties');
  return Object.keys(additional).length === 0 ? null : additional;
};

/** The type as `text`, `list of uuid`, `"a" or "b"`. */
export const typeOf = (schema: Schema): string => {
  const texts = TEXTS.reference.type;
  const words = wordsOf(schema);
  if (words.length > 0) return words.join(texts.or);
  const branches = branchesOf(schema);
  if (branches.length > 0) return [...new Set(branches.map(typeOf))].join(texts.or);
  switch (schema.type) {
    case 'array':
      return texts.list(typeOf(recordAt(schema, 'items')));
    case 'object': {
      const values = propertiesOf(schema).length === 0 ? valuesOf(schema) : null;
      return values === null ? 'object' : texts.map(typeOf(values));
    }
    case 'string':
      return textOf(schema.format) ?? 'string';
    default:
      return textOf(schema.type) ?? texts.any;
  }
};

/** Bounds, pattern and default, which the type alone does not express. */
export const boundsOf = (schema: Schema): string => {
  const span = (least: unknown, most: unknown, unit: string): readonly string[] => {
    if (least === undefined && most === undefined) return [];
    if (least === most) return [`${most}${unit}`];
    if (most === undefined) return [`${least} or more${unit}`];
    return [least === undefined ? `up to ${most}${unit}` : `${least} to ${most}${unit}`];
  };
  return [
    ...span(schema.minLength, schema.maxLength, ' characters'),
    ...span(schema.minimum, schema.maximum, ''),
    ...span(schema.minItems, schema.maxItems, ' items'),
    ...span(schema.minProperties, schema.maxProperties, ' keys'),
    ...(schema.pattern === undefined ? [] : [`like ${schema.pattern}`]),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ].join(', ');
};

/** The objects whose fields are shown below: the schema itself, the items of a list or map, or each alternative. */
export const objectsIn = (schema: Schema): readonly Schema[] => {
  const branches = branchesOf(schema);
  if (branches.length > 0) return branches.flatMap(objectsIn);
  if (schema.type === 'array') return objectsIn(recordAt(schema, 'items'));
  if (propertiesOf(schema).length > 0) return [schema];
  const values = valuesOf(schema);
  return schema.type === 'object' && values !== null ? objectsIn(values) : [];
};

/** An example value with only the required properties; `known` holds values by name. */
export const exampleOf = (schema: Schema, known: Readonly<Record<string, string>>, name = ''): unknown => {
  const knownValue = known[name];
  if (knownValue !== undefined) return knownValue;
  if ('default' in schema) return schema.default;
  if ('const' in schema) return schema.const;
  const [word] = listOf(schema.enum);
  if (word !== undefined) return word;
  const [branch] = branchesOf(schema).filter(({ type }) => type !== 'null');
  if (branch !== undefined) return exampleOf(branch, known, name);
  switch (schema.type) {
    case 'array':
      return [exampleOf(recordAt(schema, 'items'), known)];
    case 'object':
      return Object.fromEntries(
        propertiesOf(schema)
          .filter(({ isRequired }) => isRequired)
          .map((property) => [property.name, exampleOf(property.schema, known, property.name)]),
      );
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return true;
    default:
      return schema.format === undefined ? '…' : `<${textOf(schema.format)}>`;
  }
};
