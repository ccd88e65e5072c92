/** Types of JSON values. */

/** Whether a JSON value is an object, as opposed to any other value. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
