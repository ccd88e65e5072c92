/**
 * Leaves out of schemas that only responses and webhooks have what serves only requests: bounds, which a later version may
 * widen, and examples of fields, because the example of the whole response has a value for each of these fields. They would
 * be a twentieth of the document.
 */
import { isRecord } from '../../schemas/json.js';
import { type LeanSchema, withChildren } from './lean-schema.js';

const PREFIX = '#/components/schemas/';

/** The names of components that a part of a document refers to, directly or through others. */
const namesIn = (
  part: unknown,
  definitions: Readonly<Record<string, LeanSchema>>,
  found = new Set<string>(),
): ReadonlySet<string> => {
  if (Array.isArray(part)) for (const item of part) namesIn(item, definitions, found);
  if (!isRecord(part)) return found;
  const name = typeof part.$ref === 'string' ? part.$ref.replace(PREFIX, '') : '';
  if (name in definitions && !found.has(name)) {
    found.add(name);
    namesIn(definitions[name], definitions, found);
  }
  for (const inner of Object.values(part)) namesIn(inner, definitions, found);
  return found;
};

/** `maxLength`, `pattern` and the like say how to store a value. */
const ONLY_IN_REQUESTS: ReadonlySet<string> = new Set([
  ...['examples', 'minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties', 'uniqueItems'],
]);

const ofAnswer = (schema: LeanSchema): LeanSchema =>
  withChildren(
    Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ONLY_IN_REQUESTS.has(keyword))),
    ofAnswer,
  );

/** The components, those of answers without what serves only requests, unless one of `shown`, requests and live events, refers to them. */
export const withNeededKeywords = (
  definitions: Readonly<Record<string, LeanSchema>>,
  shown: readonly unknown[],
): Readonly<Record<string, LeanSchema>> => {
  const names = namesIn(shown, definitions);
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, names.has(name) ? schema : ofAnswer(schema)]),
  );
};
