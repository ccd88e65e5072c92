/** Describes schema requirements in words for people who write requests. Pure. */
import { isRecord } from '../../schemas/json.js';
import { describePattern } from '../../schemas/patterns.js';

type Json = Readonly<Record<string, unknown>>;

/** The names of the fields that an object must have. */
export const requiredOf = (schema: Json): readonly unknown[] =>
  Array.isArray(schema.required) ? schema.required : [];

/** Lists the optional fields in words: "name, mobile or fields"; empty when there are none. */
const optionalIn = (schema: Json): string => {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const required = requiredOf(schema);
  return either(Object.keys(properties).filter((name) => !required.includes(name)));
};

/** The message for an object with too few fields. */
export const tooFewFields = (schema: Json): string => {
  const optional = optionalIn(schema);
  return optional === ''
    ? `must have at least ${schema.minProperties} fields`
    : `give at least one of ${optional}`;
};

/** The message for an object with too many fields. */
export const tooManyFields = (schema: Json): string => {
  const optional = optionalIn(schema);
  const allowsOne = optional !== '' && Number(schema.maxProperties) === requiredOf(schema).length + 1;
  return allowsOne ? `give only one of ${optional}` : `must have at most ${schema.maxProperties} fields`;
};

/** The message for an unknown field. `patterns`: the patterns that other names must match; most objects have none. */
export const unknownField = (patterns: readonly string[]): string =>
  patterns.length === 0
    ? 'is not a field of this request; leave it out'
    : `cannot be a name here: it must be ${either(patterns.map((pattern) => describePattern(pattern) ?? ''))}`;

/** "a", "a or b", "a, b or c". */
const either = (options: readonly string[]): string =>
  options.length < 2
    ? options.join('')
    : `${options.slice(0, -1).join(', ')} or ${options[options.length - 1] ?? ''}`;

/** JSON types in words. */
const TYPES: Readonly<Record<string, string>> = {
  object: 'an object',
  array: 'a list',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
};

const FORMATS: Readonly<Record<string, string>> = {
  uuid: 'a UUID',
  'date-time': 'a date and time with a time zone, like 2026-01-31T09:00:00Z (in a query, write + as %2B)',
};

/** A format as it reads after "must be". */
export const formatWords = (format: string): string => FORMATS[format] ?? `a valid ${format}`;

/** Describes a schema in a few words: the values it allows, or their type. */
export const describe = (schema: unknown): string => {
  if (!isRecord(schema)) return 'something else';
  if ('const' in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum))
    return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`;
  if (Array.isArray(schema.anyOf)) {
    const isChoice = schema.anyOf.every((branch) => isRecord(branch) && 'const' in branch);
    const options = [...new Set(schema.anyOf.map(describe))];
    return isChoice && options.length > 2 ? `one of ${options.join(', ')}` : either(options);
  }
  const type = typeof schema.type === 'string' ? TYPES[schema.type] : undefined;
  return type === undefined ? 'something else' : `${type}${kindOf(schema)}`;
};

/** The kind of object, where objects are distinguished by their `type`. */
const kindOf = ({ properties }: Json): string => {
  const { type } = isRecord(properties) ? properties : {};
  return isRecord(type) && 'const' in type ? ` of type ${JSON.stringify(type.const)}` : '';
};
