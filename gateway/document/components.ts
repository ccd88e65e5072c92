/**
 * Gives schemas names under `components.schemas`, so that generators derive readable types from them. Each body, each `data`, each
 * event has a name, and so does what is nested in them, if it is large or occurs several times. Equal schemas share a name.
 *
 * Names come from the table in schema-names.ts, by the place where a schema is found; elsewhere they are derived from the place.
 * A schema is found at `<operationId>.body`, `<operationId>.data`, or below a named schema: `Call.transcript[]`.
 */
import { annotationsOf, type LeanSchema, withChildren, withoutAnnotations } from './lean-schema.js';
import { createKeys, occurrencesIn } from './schema-keys.js';
import { type NamedRoot, type NamedSchema, namesFor } from './schema-naming.js';

export interface Components {
  /** The schema with references to components in the place of what has a name. */
  referenced(schema: LeanSchema): LeanSchema;
  /** The name of the schema's component; null if it has none. */
  nameOf(schema: LeanSchema): string | null;
  /** What the references so far need, by name, in the order of the references. */
  definitions(): Readonly<Record<string, LeanSchema>>;
  /** The name at each place where a schema was named. */
  readonly places: ReadonlyMap<string, string>;
}

const PREFIX = '#/components/schemas/';

/** From the schemas that have names whatever their size. */
export const createComponents = (roots: readonly NamedRoot[]): Components => {
  const keyOf = createKeys();
  const occurrences = occurrencesIn(
    roots.map(({ schema }) => schema),
    keyOf,
  );
  const { byKey, byPlace } = namesFor(roots, keyOf, occurrences);
  const definitions = new Map<string, LeanSchema>();

  const descriptionOf = (schema: LeanSchema): LeanSchema => occurrences.get(keyOf(schema))?.annotations ?? {};
  const define = ({ name, schema }: NamedSchema): void => {
    if (definitions.has(name)) return;
    definitions.set(name, {});
    const restricted = withChildren(withoutAnnotations(schema), referenced);
    definitions.set(name, { ...restricted, ...descriptionOf(schema) });
  };
  const referenced = (schema: LeanSchema): LeanSchema => {
    const component = byKey.get(keyOf(schema));
    if (component === undefined) return withChildren(schema, referenced);
    define(component);
    const shared = descriptionOf(schema);
    const own = Object.entries(annotationsOf(schema)).filter(([keyword]) => !(keyword in shared));
    return { $ref: `${PREFIX}${component.name}`, ...Object.fromEntries(own) };
  };
  return {
    referenced,
    nameOf: (schema) => byKey.get(keyOf(schema))?.name ?? null,
    places: byPlace,
    // Those that belong together stand together, which compresses better than the order of their names.
    definitions: () => Object.fromEntries(definitions),
  };
};
