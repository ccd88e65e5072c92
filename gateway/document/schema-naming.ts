/** Decides which schemas have a name, and chooses it: from the table of names, or from the place. Pure. */
import { isRecord } from '../../schemas/json.js';
import { childrenOf, type LeanSchema, listOf } from './lean-schema.js';
import { isScalar, type KeyOf, type Occurrence } from './schema-keys.js';
import { SCHEMA_NAMES } from './schema-names.js';

/** Objects of at least this many properties have a name. */
const LARGE_OBJECT = 4;
/** Objects that occur several times have a name from this many properties on. */
const SHARED_OBJECT = 2;
/** Lists of words that occur several times have a name from this many words on. */
const SHARED_WORDS = 4;
/** Characters of a reference to a component, and of what a component takes beside its schema. */
const REFERENCE = 48;
/** Fields with the same description have a name if that makes the document shorter by at least this many characters. */
const LEAST_SAVING = 40;

/** A root with the name that it has unless the table has one for its place. */
export interface NamedRoot {
  /** `startVoiceCall.body`. */
  readonly place: string;
  readonly fallback: string;
  readonly schema: LeanSchema;
}

/** A schema with the name of its component. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: LeanSchema;
}

export interface Naming {
  /** By key. */
  readonly byKey: ReadonlyMap<number, NamedSchema>;
  /** The name at each place where a schema was named. */
  readonly byPlace: ReadonlyMap<string, string>;
}

const sizeOf = ({ properties }: LeanSchema): number =>
  typeof properties === 'object' && properties !== null ? Object.keys(properties).length : 0;

const isObject = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && ('properties' in schema || 'allOf' in schema);

/** A union of several objects. */
const isUnion = ({ anyOf }: LeanSchema): boolean => listOf(anyOf).filter(isObject).length > 1;

/** Whether a root has a component: scalars, lists and empty objects do not. */
const isNameable = (schema: LeanSchema): boolean =>
  sizeOf(schema) > 0 || isUnion(schema) || 'allOf' in schema;

export const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const singular = (word: string): string => {
  if (/(ss|us|is)$/.test(word) || !word.endsWith('s')) return word;
  return word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.slice(0, -1);
};

/** The last property on the way to a place, of a list its item. */
const fieldOf = (place: string): string => {
  const [, name = '', many = ''] = /\.([^.[{|]+)(\[\]|\{\})?(?:\|\d+)?$/.exec(place) ?? [];
  return many === '' ? name : singular(name);
};

/** The word by which the members of a union differ. */
const wordOf = ({ properties, allOf }: LeanSchema): string | undefined =>
  allOf === undefined
    ? Object.values(Object(properties))
        .map((property) => Object(property).const)
        .find((word): word is string => typeof word === 'string')
    : listOf(allOf)
        .filter(isRecord)
        .map(wordOf)
        .find((word) => word !== undefined);

/** `CallTranscriptTurn` for `Call.transcriptTurns[]`, `TextContent` for a member of `Content`. */
const derivedName = (owner: string, place: string, schema: LeanSchema, isMember: boolean): string => {
  const word = wordOf(schema);
  if (isMember && word !== undefined) return `${pascal(word)}${owner}`;
  const steps =
    place.slice(place.lastIndexOf(owner) + owner.length).match(/\.[^.[{|]+|\[\]|\{\}|\|\d+/g) ?? [];
  return steps.reduce((name, step, index) => {
    if (step.startsWith('|'))
      return isMember && index === steps.length - 1 ? `${name}${Number(step.slice(1)) + 1}` : name;
    if (!step.startsWith('.')) return name;
    const isMany = /^[[{]/.test(steps[index + 1] ?? '');
    return name + pascal(isMany ? singular(step.slice(1)) : step.slice(1));
  }, owner);
};

/** Names the roots, then what is nested in them, each in order. */
export const namesFor = (
  roots: readonly NamedRoot[],
  keyOf: KeyOf,
  occurrences: ReadonlyMap<number, Occurrence>,
): Naming => {
  const byKey = new Map<number, NamedSchema>();
  const byPlace = new Map<string, string>();
  const taken = new Set<string>();

  const name = (schema: LeanSchema, places: readonly string[], fallback: string): void => {
    const wanted = places.map((place) => SCHEMA_NAMES[place]).find((word) => word !== undefined) ?? fallback;
    const chosen = freeName(wanted, schema, taken);
    taken.add(chosen);
    for (const place of places) byPlace.set(place, chosen);
    byKey.set(keyOf(schema), { name: chosen, schema });
  };
  const needsName = (schema: LeanSchema, isMember: boolean): boolean => {
    if (byKey.has(keyOf(schema)) || isUnion(schema)) return true;
    const count = occurrences.get(keyOf(schema))?.count ?? 0;
    const isShared = count > 1;
    if (Array.isArray(schema.enum) && isShared && schema.enum.length >= SHARED_WORDS) return true;
    if (isScalar(schema))
      return (count - 1) * JSON.stringify(schema).length - (count + 1) * REFERENCE >= LEAST_SAVING;
    const size = sizeOf(schema);
    if ('allOf' in schema) return true;
    return size > 0 && (isMember || size >= LARGE_OBJECT || (isShared && size >= SHARED_OBJECT));
  };
  const nameNested = (schema: LeanSchema, owner: string, path: string): void => {
    for (const [child, step] of childrenOf(schema)) {
      const place = `${path}${step}`;
      const isMember = step.startsWith('|') && isUnion(schema);
      const isOwnPart = 'allOf' in schema && step !== '|0';
      if (isOwnPart || !needsName(child, isMember)) nameNested(child, owner, place);
      else if (!byKey.has(keyOf(child))) {
        const short = pascal(fieldOf(place));
        // Names of a single word say too little, and some are those of types of the platform.
        const isField = isScalar(child) && /[a-z][A-Z]/.test(short) && !taken.has(short);
        name(child, [place], isField ? short : derivedName(owner, place, child, isMember));
        const chosen = byPlace.get(place) ?? '';
        nameNested(child, chosen, chosen);
      }
    }
  };

  const nameable = roots.filter(({ schema }) => isNameable(schema));
  const places = new Map<number, string[]>();
  for (const { place, schema } of nameable)
    places.set(keyOf(schema), [...(places.get(keyOf(schema)) ?? []), place]);
  for (const { schema, fallback } of nameable)
    if (!byKey.has(keyOf(schema))) name(schema, places.get(keyOf(schema)) ?? [], fallback);
  for (const { place, schema } of roots) {
    const owner = byKey.get(keyOf(schema))?.name ?? place;
    nameNested(schema, owner, owner);
  }
  return { byKey, byPlace };
};

/** A closed object whose name an open one has is what requests send of the same. */
const freeName = (
  wanted: string,
  { additionalProperties }: LeanSchema,
  taken: ReadonlySet<string>,
): string => {
  const name = taken.has(wanted) && additionalProperties === false ? `${wanted}Input` : wanted;
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}${number}`;
  return free;
};
