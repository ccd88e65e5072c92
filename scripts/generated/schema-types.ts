/** Writes JSON Schemas of an OpenAPI document as TypeScript types, with descriptions as docstrings. */
import { isRecord } from '../../schemas/json.js';

export type Schema = Readonly<Record<string, unknown>>;

/** The elements of a list; empty for anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The record; an empty one for anything else. */
export const recordOf = (value: unknown): Schema => (isRecord(value) ? value : {});

/** The languages depend on the voices of a service: no build knows them. */
export const OF_THE_SERVICE: ReadonlySet<string> = new Set(['language', 'languageCode', 'furtherLanguages']);

const SCHEMAS = '#/components/schemas/';

/** A name as a key of a type. */
const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name));

/** The name of a component, as a type. */
export const typeName = (component: string): string => component.replaceAll(/\W+/g, '_');

const union = (parts: readonly string[]): string => {
  const distinct = [...new Set(parts)];
  return distinct.length === 0 ? 'never' : distinct.join(' | ');
};

const inParentheses = (type: string): string => (/ [|&] /.test(type) ? `(${type})` : type);

/** A docstring with the indent; empty without a description. */
export const docstring = (description: unknown, indent = ''): string => {
  if (typeof description !== 'string' || description === '') return '';
  const lines = description.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
};

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

const valueType = (type: string, schema: Schema, indent: string): string => {
  if (type === 'array') return `readonly ${inParentheses(typeOf(schema.items, indent))}[]`;
  if (type === 'object') return objectType(schema, indent);
  const primitive = PRIMITIVES[type];
  if (primitive === undefined) throw new Error(`no type for ${type}`);
  return primitive;
};

/** Keywords that combine schemas; null if there are none. */
const combined = (schema: Schema, indent: string): string | null => {
  if (Array.isArray(schema.oneOf) && schema.properties !== undefined) return exclusive(schema, indent);
  const alternatives = listOf(schema.anyOf ?? schema.oneOf);
  if (alternatives.length > 0) return union(alternatives.map((part) => typeOf(part, indent)));
  const parts = listOf(schema.allOf);
  if (parts.length === 0) return null;
  return parts.map((part) => inParentheses(typeOf(part, indent))).join(' & ');
};

/** The type of a JSON Schema. @throws Error for an unknown type */
export const typeOf = (schema: unknown, indent = ''): string => {
  if (!isRecord(schema)) return 'unknown';
  if (typeof schema.$ref === 'string') return typeName(schema.$ref.replace(SCHEMAS, ''));
  if ('const' in schema) return JSON.stringify(schema.const);
  if ('enum' in schema) return union(listOf(schema.enum).map((value) => JSON.stringify(value)));
  const found = combined(schema, indent);
  if (found !== null) return found;
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (schema.type === undefined)
    return schema.properties === undefined ? 'unknown' : objectType(schema, indent);
  return union(types.map((type) => valueType(String(type), schema, indent)));
};

/** A field of an object: its schema, and whether it is required. */
export interface Field {
  readonly name: string;
  readonly schema: unknown;
  readonly required: boolean;
}

const widened = (type: string): string => {
  const wide = type.startsWith('readonly ') ? 'readonly string[]' : 'string';
  return type.includes('null') ? `${wide} | null` : wide;
};

/** The fields of an object with their docstrings, each on a line. */
export const fieldLines = (fields: readonly Field[], indent: string): string =>
  fields
    .map(({ name, schema, required }) => {
      const type = typeOf(schema, indent);
      const doc = docstring(recordOf(schema).description, indent);
      return `${doc}${indent}readonly ${keyOf(name)}${required ? '' : '?'}: ${OF_THE_SERVICE.has(name) ? widened(type) : type};\n`;
    })
    .join('');

/** The fields of an object schema. */
export const fieldsOf = (schema: Schema): readonly Field[] => {
  const required = new Set(listOf(schema.required));
  return Object.entries(recordOf(schema.properties)).map(([name, value]) => ({
    name,
    schema: value,
    required: required.has(name),
  }));
};

const objectType = (schema: Schema, indent: string): string => {
  const fields = fieldsOf(schema);
  const values = Object.values(recordOf(schema.patternProperties));
  if (isRecord(schema.additionalProperties)) values.push(schema.additionalProperties);
  const rest = values.length === 0 ? 'unknown' : union(values.map((value) => typeOf(value, indent)));
  if (fields.length === 0) {
    const isEmpty = schema.properties !== undefined && schema.additionalProperties === false;
    return isEmpty ? 'Readonly<Record<string, never>>' : `Readonly<Record<string, ${rest}>>`;
  }
  return `{\n${fieldLines(fields, `${indent}  `)}${indent}}`;
};

/** The properties that a variant has; a schema of `false` stands for a property that it lacks. */
const propertiesOf = (variant: Schema): Schema =>
  Object.fromEntries(Object.entries(recordOf(variant.properties)).filter(([, value]) => value !== false));

/** A property as a variant restates it, with the description of the object's own. */
const restated = (common: unknown, own: unknown): unknown =>
  own === undefined ? common : { ...recordOf(common), ...recordOf(own) };

/**
 * An object that matches exactly one of several variants. A variant requires some properties, or restates them, and excludes the
 * properties that only others have.
 */
const exclusive = (schema: Schema, indent: string): string => {
  const variants = listOf(schema.oneOf).map(recordOf);
  const base = recordOf(schema.properties);
  const namesOf = (variant: Schema): readonly string[] => [
    ...listOf(variant.required).map(String),
    ...Object.keys(propertiesOf(variant)),
  ];
  const varying = [
    ...new Set(
      variants.flatMap((variant) => [...namesOf(variant), ...Object.keys(recordOf(variant.properties))]),
    ),
  ];
  const types = variants.map((variant) => {
    const own = [...new Set(namesOf(variant))];
    const required = [...listOf(schema.required), ...listOf(variant.required)];
    const restatements = propertiesOf(variant);
    const properties = Object.fromEntries(
      own.map((name) => [name, restated(base[name], restatements[name])]),
    );
    const excluded = varying
      .filter((name) => !own.includes(name))
      .map((name) => `${indent}  readonly ${keyOf(name)}?: never;\n`);
    return `{\n${fieldLines(fieldsOf({ properties, required }), `${indent}  `)}${excluded.join('')}${indent}}`;
  });
  const common = fieldsOf(schema).filter(({ name }) => !varying.includes(name));
  if (common.length === 0) return union(types);
  return `{\n${fieldLines(common, `${indent}  `)}${indent}} & (${union(types)})`;
};
