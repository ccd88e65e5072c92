/**
 * Checks the body of a request by the schema of the service, before it is sent. The validator interprets schemas: the page's content
 * security policy refuses code that is made of them.
 */
import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { TextKind } from '../../api/bodies/kinds.js';
import { FIELD_PROBLEMS, TEXT_KINDS } from './messages.js';

/** What is wrong at one place of a body; `path` is a JSON Pointer. */
interface BodyProblem {
  readonly path: string;
  readonly message: string;
}

/** What an input allows from the start. */
export interface Limits {
  readonly required: boolean;
  /** Characters. */
  readonly maxLength?: number;
}

const validators = new WeakMap<Schema, Validator>();

const validatorOf = (schema: Schema): Validator => {
  const known = validators.get(schema) ?? new Validator(schema, '2020-12', false);
  validators.set(schema, known);
  return known;
};

const partsOf = (location: string): readonly string[] =>
  location
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));

const at = (value: unknown, location: string): unknown =>
  partsOf(location).reduce<unknown>(
    (found, part) => (typeof found === 'object' && found !== null ? Reflect.get(found, part) : undefined),
    value,
  );

/** They repeat a problem inside of them, or concern no field. */
const AROUND: ReadonlySet<string> = new Set([
  ...['properties', 'patternProperties', 'additionalProperties', 'items', 'false', 'allOf'],
]);
/** They say less than others about the same place. */
const VAGUE: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'type', 'enum', 'const']);

const isTextKind = (value: unknown): value is TextKind =>
  typeof value === 'string' && Object.hasOwn(TEXT_KINDS, value);

const COUNTED: Readonly<Record<string, (limit: number) => string>> = {
  minLength: FIELD_PROBLEMS.tooShort,
  maxLength: FIELD_PROBLEMS.tooLong,
  minimum: FIELD_PROBLEMS.tooSmall,
  maximum: FIELD_PROBLEMS.tooLarge,
  minItems: FIELD_PROBLEMS.tooFew,
  maxItems: FIELD_PROBLEMS.tooMany,
};

const messageOf = ({ keyword, keywordLocation }: OutputUnit, schema: Schema, value: unknown): string => {
  if (value === '' || value === undefined) return FIELD_PROBLEMS.required;
  const limit = at(schema, keywordLocation);
  const counted = COUNTED[keyword];
  if (counted !== undefined && typeof limit === 'number') return counted(limit);
  const kind = at(schema, keywordLocation.replace(/[^/]*$/, 'x-kind'));
  if (keyword === 'pattern' && isTextKind(kind)) return TEXT_KINDS[kind];
  if (keyword === 'format' && limit === 'uri') return FIELD_PROBLEMS.address;
  const types: readonly unknown[] = keyword === 'type' ? [limit].flat() : [];
  if (types.includes('integer') && typeof value === 'number') return FIELD_PROBLEMS.whole;
  if (types.includes('integer') || types.includes('number')) return FIELD_PROBLEMS.number;
  return FIELD_PROBLEMS.other;
};

/** The places of the properties that an object lacks. */
const missing = (unit: OutputUnit, schema: Schema, body: unknown): readonly BodyProblem[] => {
  const names = at(schema, unit.keywordLocation);
  const object = at(body, unit.instanceLocation);
  return (Array.isArray(names) ? names : [])
    .filter(
      (name) => typeof object === 'object' && object !== null && Reflect.get(object, name) === undefined,
    )
    .map((name) => ({ path: `${unit.instanceLocation.slice(1)}/${name}`, message: FIELD_PROBLEMS.required }));
};

/** What the service would refuse in a body: a message for each place, none if the body is right. */
export const problemsOf = (schema: Schema, body: unknown): readonly BodyProblem[] => {
  // A property that is undefined is not sent. JSON would make null of what is no number.
  const sent: unknown = JSON.parse(
    JSON.stringify(body, (_, value: unknown) => (Number.isNaN(value) ? 'no number' : value)),
  );
  const { errors } = validatorOf(schema).validate(sent);
  const byPath = new Map<string, string>();
  const add = ({ path, message }: BodyProblem): void => {
    if (!byPath.has(path)) byPath.set(path, message);
  };
  const units = errors.filter(({ keyword }) => !AROUND.has(keyword));
  for (const unit of units) if (unit.keyword === 'required') missing(unit, schema, sent).forEach(add);
  const direct = units.filter(({ keyword }) => keyword !== 'required');
  const ordered = [
    ...direct.filter(({ keyword }) => !VAGUE.has(keyword)),
    ...direct.filter(({ keyword }) => VAGUE.has(keyword)),
  ];
  for (const unit of ordered) {
    const value = at(sent, unit.instanceLocation);
    add({ path: unit.instanceLocation.slice(1), message: messageOf(unit, schema, value) });
  }
  return [...byPath].map(([path, message]) => ({ path, message }));
};

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** The schema of a place in the body, through its objects and lists; undefined where it depends on the value. */
const schemaAt = (schema: Schema, path: string): { inner: unknown; isRequired: boolean } =>
  partsOf(path).reduce<{ inner: unknown; isRequired: boolean }>(
    ({ inner }, part) => {
      if (!isSchema(inner)) return { inner: undefined, isRequired: false };
      if (/^\d+$/.test(part)) return { inner: inner.items, isRequired: true };
      return { inner: inner.properties?.[part], isRequired: inner.required?.includes(part) ?? false };
    },
    { inner: schema, isRequired: true },
  );

/** The limits of an input whose text becomes the value at `path`. */
export const limitsAt = (schema: Schema, path: string): Limits => {
  const { inner, isRequired } = schemaAt(schema, path);
  if (!isSchema(inner)) return { required: false };
  const required = isRequired && !validatorOf(inner).validate('').valid;
  return inner.maxLength === undefined ? { required } : { required, maxLength: inner.maxLength };
};
