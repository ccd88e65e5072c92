/** Plain JSON objects, as files and services have them. */
import { isRecord } from '../../schemas/json.js';

export type Json = Readonly<Record<string, unknown>>;

/** Without fields that are undefined or null, empty lists and empty objects. */
export const compact = (fields: Json): Json =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined &&
        value !== null &&
        !(Array.isArray(value) && value.length === 0) &&
        !(isRecord(value) && Object.keys(value).length === 0),
    ),
  );

/** The value as an object; empty if it is none. */
export const asJson = (value: unknown): Json => (isRecord(value) ? value : {});

/** The objects of a list; empty if it is none. */
export const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** The texts of a list, in order. */
export const sortedTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string').sort() : [];
