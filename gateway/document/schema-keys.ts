/** Recognises equal schemas, and counts how often each occurs. */
import {
  annotationsOf,
  childrenOf,
  type LeanSchema,
  withChildren,
  withoutAnnotations,
} from './lean-schema.js';

/** A number for each distinct schema. What only describes the schema as a whole counts for scalars alone. */
export type KeyOf = (schema: LeanSchema) => number;

/** A text, a number, a word: neither an object nor a list nor a union. */
export const isScalar = ({ type, anyOf }: LeanSchema): boolean =>
  type !== undefined && type !== 'object' && type !== 'array' && anyOf === undefined;

/** The numbers are valid for schemas of the same call. */
export const createKeys = (): KeyOf => {
  const numbers = new Map<string, number>();
  const known = new WeakMap<object, number>();
  const keyOf: KeyOf = (schema) => {
    const earlier = known.get(schema);
    if (earlier !== undefined) return earlier;
    const text = JSON.stringify(
      isScalar(schema)
        ? schema
        : withChildren(withoutAnnotations(schema), (child) => [keyOf(child), annotationsOf(child)]),
    );
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    known.set(schema, number);
    return number;
  };
  return keyOf;
};

/** Whether a schema can have a name, so that it is written once however often it occurs. */
const isNamed = (schema: LeanSchema): boolean =>
  'properties' in schema || 'allOf' in schema || isScalar(schema);

/** How a schema occurs. */
export interface Occurrence {
  /** In distinct schemas, or as a root. */
  readonly count: number;
  /** What describes it, if that is the same everywhere. */
  readonly annotations: LeanSchema;
}

/** Of all schemas in these, by key. */
export const occurrencesIn = (
  roots: readonly LeanSchema[],
  keyOf: KeyOf,
): ReadonlyMap<number, Occurrence> => {
  const found = new Map<number, { count: number; texts: Set<string> }>();
  const visit = (schema: LeanSchema): void => {
    const key = keyOf(schema);
    const { default: _default, ...annotations } = annotationsOf(schema);
    const text = JSON.stringify(annotations);
    const earlier = found.get(key);
    if (earlier === undefined) found.set(key, { count: 1, texts: new Set([text]) });
    else {
      earlier.count += 1;
      earlier.texts.add(text);
    }
    // Lists and unions have no name: what is in them occurs as often as they do.
    if (earlier === undefined || !isNamed(schema)) for (const [child] of childrenOf(schema)) visit(child);
  };
  for (const root of roots) visit(root);
  return new Map(
    [...found].map(([key, { count, texts }]) => {
      const [text = '{}', ...others] = texts;
      return [key, { count, annotations: others.length === 0 ? JSON.parse(text) : {} }];
    }),
  );
};
