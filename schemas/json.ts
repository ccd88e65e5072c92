/** What JSON may be. */

/** A JSON object, as opposed to anything else that JSON may be. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
