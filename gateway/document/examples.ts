/**
 * Composes the example of a schema from the examples of its fields (`examples` of JSON Schema). Where a field has none, its `const`,
 * first word, `default`, format, pattern or bounds supply one. Required fields are always part of it, others if they have an
 * example of their own. Pure.
 */
import { isRecord } from '../../schemas/json.js';
import * as patterns from '../../schemas/patterns.js';
import { type LeanSchema, listOf } from './lean-schema.js';

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '0199d1a4-7c3e-7b52-9f0e-3b6d5a1c8e47',
  'date-time': '2026-03-02T09:30:00.000Z',
  date: '2026-03-02',
  uri: 'https://example.org/resource',
  binary: 'bytes of the file',
};

/** A text that matches each pattern, for fields without an example. */
const PATTERNS: Readonly<Record<string, string>> = {
  [patterns.FIELD_KEY_PATTERN]: 'order_id',
  [patterns.FIELD_FILTER_PATTERN]: 'city:Berlin',
  [patterns.TO_NUMBER_PATTERN]: '+14155550123',
  [patterns.COLUMN_NAME_PATTERN]: 'Order number',
  [patterns.FILE_NAME_PATTERN]: 'contacts.csv',
  [patterns.TIME_OF_DAY_PATTERN]: '09:30',
  [patterns.TEMPLATE_NAME_PATTERN]: 'order_update',
  [patterns.TEMPLATE_LANGUAGE_PATTERN]: 'en_US',
  [patterns.PARAMETER_NAME_PATTERN]: 'first_name',
  [patterns.CURRENCY_CODE_PATTERN]: 'EUR',
  [patterns.BUTTON_INDEX_PATTERN]: '0',
  [patterns.SUPPRESSION_ID_PATTERN]: '0123456789abcdef0123456789abcdef-marketing-api',
  [patterns.EMAIL_PATTERN]: 'ann@example.org',
  [patterns.KEY_ID_PATTERN]: 'k-7f3a',
  [patterns.ACCOUNT_ID_PATTERN]: '106540352242922',
  [patterns.CALL_TAG_PATTERN]: 'follow-up',
  [patterns.NOT_BLANK_PATTERN]: 'text',
  // It also has a letter of the pattern itself, for validators that do not know Unicode properties.
  [patterns.SPOKEN_PATTERN]: 'London',
  [patterns.LIVE_TOPICS_PATTERN]: 'calls,campaigns',
  [patterns.COLUMN_LIST_PATTERN]: 'createdAt,number',
};

/** Levels of objects that brief examples show in full: `data`, and a resource in it. */
const BRIEF_LEVELS = 2;

/** An example of a lean schema of an answer. Deep in it, lists are empty, and objects that can be null are null. */
export const briefExampleOf = (schema: LeanSchema): unknown => exampleOf(schema, BRIEF_LEVELS);

/** An example of a lean schema. `levels`: how many levels of objects have all their parts. */
export const exampleOf = (schema: LeanSchema, levels = Number.POSITIVE_INFINITY): unknown => {
  const [own] = listOf(schema.examples);
  if (own !== undefined) return own;
  if ('const' in schema) return schema.const;
  const [word] = listOf(schema.enum);
  if (word !== undefined) return word;
  if ('default' in schema) return schema.default;
  const members = listOf(schema.anyOf).filter(isRecord);
  if (levels < 1 && members.some(({ type }) => type === 'null')) return null;
  const [member] = members;
  if (member !== undefined) return exampleOf(member, levels);
  if (Array.isArray(schema.allOf))
    return Object.assign({}, ...schema.allOf.filter(isRecord).map((part) => exampleOf(part, levels)));
  return ofType(schema, Array.isArray(schema.type) ? schema.type[0] : schema.type, levels);
};

const ofType = (schema: LeanSchema, type: unknown, levels: number): unknown => {
  switch (type) {
    case 'object':
      return objectExample(schema, levels - 1);
    case 'array':
      return listExample(schema, levels);
    case 'integer':
    case 'number':
      return numberExample(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'string':
      return textExample(schema);
    default:
      return 'any value';
  }
};

const isNumber = (value: unknown): value is number => typeof value === 'number';

const numberExample = ({ minimum, maximum, exclusiveMinimum }: LeanSchema): number => {
  if (isNumber(exclusiveMinimum)) return exclusiveMinimum + 1;
  const least = isNumber(minimum) ? minimum : 0;
  return isNumber(maximum) ? Math.min(Math.max(least, 1), maximum) : Math.max(least, 1);
};

const textExample = ({ format, pattern, minLength, maxLength }: LeanSchema): string => {
  const text =
    (typeof pattern === 'string' ? PATTERNS[pattern] : undefined) ??
    (typeof format === 'string' ? FORMATS[format] : undefined) ??
    'text';
  const least = isNumber(minLength) ? minLength : 0;
  return text.padEnd(least, '-').slice(0, isNumber(maxLength) ? maxLength : undefined);
};

const listExample = ({ items, minItems }: LeanSchema, levels: number): readonly unknown[] => {
  if (!isRecord(items) || (levels < 1 && minItems === undefined)) return [];
  const item = exampleOf(items, levels);
  const count = isNumber(minItems) ? Math.max(minItems, 1) : 1;
  return Array.from({ length: count }, () => item);
};

const objectExample = (schema: LeanSchema, levels: number): object => {
  const { properties, additionalProperties, minProperties } = schema;
  const [alternative] = listOf(schema.oneOf).filter(isRecord);
  const required = new Set([...listOf(schema.required), ...listOf(alternative?.required)]);
  const excluded = isRecord(alternative?.properties) ? alternative.properties : {};
  const fields = Object.entries(isRecord(properties) ? properties : {}).filter(
    ([name]) => excluded[name] !== false,
  );
  const least = isNumber(minProperties) ? minProperties : 0;
  let missing = least - fields.filter(([name]) => required.has(name)).length;
  const chosen = fields.filter(([name, property]) => {
    if (required.has(name)) return true;
    const hasExample = isRecord(property) && listOf(property.examples).length > 0;
    if (hasExample || missing > 0) missing -= 1;
    return hasExample || missing >= 0;
  });
  const example = Object.fromEntries(
    chosen.map(([name, property]) => [name, isRecord(property) ? exampleOf(property, levels) : 'any value']),
  );
  if (chosen.length > 0 || !isRecord(additionalProperties)) return example;
  const { propertyNames } = schema;
  const name = isRecord(propertyNames) ? textExample(propertyNames) : 'name';
  return { [name]: exampleOf(additionalProperties, levels) };
};
