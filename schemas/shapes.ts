/** Shapes that the schemas of many resources share, each described once. */
import { type TSchema, type TSchemaOptions, Type } from 'typebox';

/** Of an object that holds what is named and nothing else. */
export const closed = { additionalProperties: false } as const;

/** The id of anything but a key or an item of a timeline (ids.ts). */
export const Uuid = Type.String({ format: 'uuid' });

/** A moment as RFC 3339 writes it. */
export const DateTime = Type.String({ format: 'date-time' });

/** How many of something there are: milliseconds and microcredits, too. */
export const Count = Type.Integer({ minimum: 0 });

/** What is said, or null. */
export const nullable = <T extends TSchema>(schema: T, options?: TSchemaOptions) =>
  Type.Union([schema, Type.Null()], options);

/** One of these words. */
export const literals = <Word extends string>(
  [first, ...others]: readonly [Word, ...Word[]],
  options?: TSchemaOptions,
) => Type.Union([Type.Literal(first), ...others.map((word) => Type.Literal(word))], options);
