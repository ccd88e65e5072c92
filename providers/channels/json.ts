/** Reading JSON that somebody else wrote: what is not of the expected kind is as if it were not there. */

export type Json = Readonly<Record<string, unknown>>;

export const record = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

export const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.map(record) : []);

/** Null when it is empty, too. */
export const text = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

export const number = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;
