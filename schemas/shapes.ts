/** Shapes that the schemas of many resources share, each described once. */
import { type TSchema, type TSchemaOptions, Type } from 'typebox';

/** Options of an object that has the named properties and no others. */
export const closed = { additionalProperties: false } as const;

/** The id of anything except a key or an item of a timeline (ids.ts). */
export const Uuid = Type.String({ format: 'uuid' });

/** A moment in the format of RFC 3339. */
export const DateTime = Type.String({ format: 'date-time', examples: ['2026-03-02T09:30:00.000Z'] });

/** A number of something, including milliseconds and microcredits. */
export const Count = Type.Integer({ minimum: 0 });

/** A copy of a schema, with the hidden properties by which TypeBox recognises it. */
const copyOf = <T extends TSchema>(schema: T): T =>
  Object.create(Object.getPrototypeOf(schema), Object.getOwnPropertyDescriptors(schema));

/**
 * The schema with this description, and with these examples if there are any: for a field whose schema others share. To be used
 * within `Type.Optional`.
 */
export const described = <T extends TSchema>(
  schema: T,
  description: string,
  ...examples: readonly unknown[]
): T => Object.assign(copyOf(schema), { description, ...(examples.length === 0 ? {} : { examples }) });

const HINTS: readonly string[] = ['description', 'examples'];

/** Divides a schema from its description and examples. Those of an object stay with it: it is a component of its own. */
const withoutHints = <T extends TSchema>(
  schema: T,
): { readonly plain: T; readonly hints: TSchemaOptions } => {
  if ('type' in schema && schema.type === 'object') return { plain: schema, hints: {} };
  const plain = copyOf(schema);
  for (const name of HINTS) Reflect.deleteProperty(plain, name);
  return {
    plain,
    hints: Object.fromEntries(Object.entries(schema).filter(([name]) => HINTS.includes(name))),
  };
};

/** A value of the schema, or null; described as the schema is, unless the options describe it. */
export const nullable = <T extends TSchema>(schema: T, options?: TSchemaOptions) => {
  const { plain, hints } = withoutHints(schema);
  return Type.Union([plain, Type.Null()], { ...hints, ...options });
};

/** One of these words. */
export const literals = <Word extends string>(
  [first, ...others]: readonly [Word, ...Word[]],
  options?: TSchemaOptions,
) => Type.Union([Type.Literal(first), ...others.map((word) => Type.Literal(word))], options);

/** The keyword of an object's alternatives. The API document shows them as `oneOf`; validators ignore it. */
export const ALTERNATIVES = 'x-alternatives';

/** Of an object: the properties that it has, and those that it then must not have. */
export interface Alternative {
  readonly has: readonly string[];
  readonly lacks: readonly string[];
}

/** Options of an object that has exactly one of these sets of properties, which its operation checks, so that the error can state it. */
export const alternatives = (...cases: readonly Alternative[]) => ({ [ALTERNATIVES]: cases });

/** Options of an object that has exactly one of these properties, which its operation checks, so that the error can state it. */
export const exactlyOneOf = (names: readonly string[]) =>
  alternatives(...names.map((name) => ({ has: [name], lacks: names.filter((other) => other !== name) })));
