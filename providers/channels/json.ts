/** Reads untrusted JSON: a value of an unexpected type counts as absent. */

export type Json = Readonly<Record<string, unknown>>;

export const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

export const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(record) : []);

/** Null for an empty string too. */
export const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

export const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
