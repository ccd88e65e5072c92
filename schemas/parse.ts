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

/** The value if the text is JSON that matches the schema, else null. */
export const parseAs = <T extends TSchema>(schema: T, text: string): Static<T> | null => {
  const value = jsonIn(text);
  return Value.Check(schema, value) ? value : null;
};
