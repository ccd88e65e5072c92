/** Reads JSON of unknown shape. */
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** The value of a text of JSON; null for any other text. */
export const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The value if it matches the schema, else null. */
export const valueAs = <T extends TSchema>(schema: T, value: unknown): Static<T> | null =>
  Value.Check(schema, value) ? value : null;

/** The value if the text is JSON that matches the schema, else null. */
export const parseAs = <T extends TSchema>(schema: T, text: string): Static<T> | null =>
  valueAs(schema, jsonIn(text));
