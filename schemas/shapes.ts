/** Shapes that the schemas of many resources share, each described once. */
import { type TSchema, type TSchemaOptions, Type } from 'typebox';

/** Options of an object that has the named properties and no others. */
export const closed = { additionalProperties: false } as const;

/** The id of anything except a key or an item of a timeline (ids.ts). */
export const Uuid = Type.String({ format: 'uuid' });

/** A moment in the format of RFC 3339. */
export const DateTime = Type.String({ format: 'date-time' });

/** A number of something, including milliseconds and microcredits. */
export const Count = Type.Integer({ minimum: 0 });

/** A value of the schema, or null. */
export const nullable = <T extends TSchema>(schema: T, options?: TSchemaOptions) =>
  Type.Union([schema, Type.Null()], options);

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
