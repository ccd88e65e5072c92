/** Reads untrusted JSON: a value of an unexpected type counts as absent. */

export type Json = Readonly<Record<string, unknown>>;

/** Whether a JSON value is an object, as opposed to any other value. */
export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object; an empty one for any other value. */
export const record = (value: unknown): Json => (isRecord(value) ? value : {});

/** The objects of an array; none for any other value. */
export const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(record) : []);

/** Null for an empty string too. */
export const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
