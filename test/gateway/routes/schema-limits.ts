/** The limits that a schema sets, each with a value at its edge and one past it. */

import type { TSchema } from 'typebox';
import { deriveId } from '../../../schemas/ids.js';
import { MAIL_ADDRESS_PATTERN, TIME_OF_DAY_PATTERN } from '../../../schemas/patterns.js';

export interface SchemaLimit {
  /** Names of properties, outermost first. */
  readonly path: readonly string[];
  readonly what: string;
  readonly edge: unknown;
  readonly past: unknown;
}

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const numberAt = (schema: Json, keyword: string): number | null => {
  const value = schema[keyword];
  return typeof value === 'number' ? value : null;
};

/** The first branch of a union that is not null; any other schema unchanged. */
const nonNullBranch = (schema: Json): Json => {
  const branches: readonly unknown[] = Array.isArray(schema.anyOf) ? schema.anyOf : [];
  return branches.filter(isJson).find(({ type }) => type !== 'null') ?? schema;
};

/** The values of a union of constants; empty for anything else. */
const choicesOf = ({ anyOf }: Json): readonly unknown[] => {
  const branches: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const constants = branches.filter(isJson).filter((branch) => 'const' in branch);
  return constants.length === branches.length ? constants.map((branch) => branch.const) : [];
};

/** The n-th value that a schema accepts; where the schema allows it, values differ for different n. */
const sample = (source: unknown, n = 0): unknown => {
  const choices = isJson(source) ? choicesOf(source) : [];
  if (choices.length > 0) return choices[n % choices.length];
  const schema = isJson(source) ? nonNullBranch(source) : {};
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[n % schema.enum.length];
  switch (schema.type) {
    case 'string':
      if (schema.pattern === TIME_OF_DAY_PATTERN) return '09:00';
      if (schema.pattern === MAIL_ADDRESS_PATTERN) return `person${n}@acme.example`;
      return schema.format === 'uuid' ? deriveId('sample', String(n)) : `x${n}`;
    case 'integer':
    case 'number':
      return Math.max(numberAt(schema, 'minimum') ?? 1, 1);
    case 'boolean':
      return true;
    case 'array':
      return [sample(schema.items, n)];
    case 'object': {
      const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
      const properties = isJson(schema.properties) ? schema.properties : {};
      return Object.fromEntries(required.map((name) => [String(name), sample(properties[String(name)], n)]));
    }
    default:
      return null;
  }
};

const ofString = (schema: Json): Omit<SchemaLimit, 'path'>[] => {
  const most = numberAt(schema, 'maxLength');
  const least = numberAt(schema, 'minLength');
  if (schema.pattern !== undefined || schema.format !== undefined) return [];
  return [
    ...(most === null
      ? []
      : [{ what: `${most} characters`, edge: 'x'.repeat(most), past: 'x'.repeat(most + 1) }]),
    ...(least === null
      ? []
      : [{ what: `at least ${least} characters`, edge: 'x'.repeat(least), past: 'x'.repeat(least - 1) }]),
  ];
};

const ofNumber = (schema: Json): Omit<SchemaLimit, 'path'>[] => {
  const most = numberAt(schema, 'maximum');
  const least = numberAt(schema, 'minimum');
  const step = numberAt(schema, 'multipleOf') ?? 1;
  return [
    ...(most === null ? [] : [{ what: `at most ${most}`, edge: most, past: most + step }]),
    ...(least === null ? [] : [{ what: `at least ${least}`, edge: least, past: least - step }]),
    ...(step === 1 || most === null
      ? []
      : [{ what: `steps of ${step}`, edge: most - step, past: most - step / 2 }]),
  ];
};

const ofArray = (schema: Json): Omit<SchemaLimit, 'path'>[] => {
  const most = numberAt(schema, 'maxItems');
  const least = numberAt(schema, 'minItems');
  const list = (length: number): unknown[] =>
    Array.from({ length }, (_, index) => sample(schema.items, index));
  // The voices of a service may speak fewer languages than an agent may have.
  const choices = isJson(schema.items) && Array.isArray(schema.items.enum) ? schema.items.enum.length : null;
  const isReachable = schema.uniqueItems !== true || choices === null || most === null || choices >= most;
  return [
    ...(most === null || !isReachable
      ? []
      : [{ what: `${most} items`, edge: list(most), past: list(most + 1) }]),
    ...(least === null
      ? []
      : [{ what: `at least ${least} items`, edge: list(least), past: list(least - 1) }]),
  ];
};

const ofRecord = (schema: Json): Omit<SchemaLimit, 'path'>[] => {
  const most = numberAt(schema, 'maxProperties');
  const patterns = isJson(schema.patternProperties) ? Object.values(schema.patternProperties) : [];
  const [value] = patterns;
  if (most === null || value === undefined) return [];
  const record = (count: number): unknown =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, sample(value, index)]));
  return [{ what: `${most} entries`, edge: record(most), past: record(most + 1) }];
};

/** Every limit of an object's properties, however deep. Limits of items and of entries' values are not followed. */
export const limitsOf = (schema: TSchema, path: readonly string[] = []): readonly SchemaLimit[] => {
  const properties: unknown = 'properties' in schema ? schema.properties : {};
  return Object.entries(isJson(properties) ? properties : {}).flatMap(([name, property]) => {
    if (!isJson(property)) return [];
    const inner = nonNullBranch(property);
    const innerPath = [...path, name];
    const limits = [...ofString(inner), ...ofNumber(inner), ...ofArray(inner), ...ofRecord(inner)];
    return [...limits.map((limit) => ({ ...limit, path: innerPath })), ...limitsOf(inner, innerPath)];
  });
};

/** The value with its part at the path replaced; missing objects on the way are created. */
export const withValue = (whole: unknown, [name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value;
  const record = isJson(whole) ? whole : {};
  return { ...record, [name]: withValue(record[name], rest, value) };
};
