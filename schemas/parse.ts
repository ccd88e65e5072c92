/** Reads JSON of unknown shape. */
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';

/** The value if the text is JSON that matches the schema, else null. */
export const parseAs = <T extends TSchema>(schema: T, text: string): Static<T> | null => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return Value.Check(schema, value) ? value : null;
};
