/**
 * Rewrites the schemas that validate requests for readers and generators: the same values are valid, in fewer and plainer words.
 * Unions of words become `enum`, a nullable text `type: [string, null]`, a record `additionalProperties`, and alternatives
 * (`exactlyOneOf` in schemas/shapes.ts) `oneOf`. Objects of requests stay closed; those of answers are open, because further
 * fields are a compatible change. Pure.
 */
import { isRecord } from '../../schemas/json.js';
import { ALTERNATIVES } from '../../schemas/shapes.js';

/** A JSON Schema 2020-12 of an object, or of anything else. */
export type LeanSchema = Readonly<Record<string, unknown>>;

/** Which side of an operation a schema belongs to. */
export type Side = 'request' | 'response';

/** Keywords that describe a value and do not restrict it. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
]);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const entriesOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  isRecord(value) ? Object.entries(value) : [];

const WITH_CHILDREN = ['properties', 'items', 'additionalProperties', 'anyOf', 'allOf', 'oneOf'];

/** The schema with each schema directly below it replaced. */
export const withChildren = (
  schema: LeanSchema,
  replaced: (child: LeanSchema, place: string) => unknown,
): LeanSchema => {
  // Most schemas are scalars.
  if (!WITH_CHILDREN.some((keyword) => keyword in schema)) return schema;
  const child = (value: unknown, place: string): unknown =>
    isRecord(value) ? replaced(value, place) : value;
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      switch (keyword) {
        case 'properties':
          return [
            keyword,
            Object.fromEntries(entriesOf(value).map(([name, inner]) => [name, child(inner, `.${name}`)])),
          ];
        case 'items':
          return [keyword, child(value, '[]')];
        case 'additionalProperties':
          return [keyword, child(value, '{}')];
        case 'anyOf':
        case 'allOf':
          return [keyword, listOf(value).map((inner, index) => child(inner, `|${index}`))];
        case 'oneOf':
          // Each alternative restates some of the properties beside it.
          return [
            keyword,
            listOf(value).map((inner) => (isRecord(inner) ? withChildren(inner, replaced) : inner)),
          ];
        default:
          return [keyword, value];
      }
    }),
  );
};

/** Each schema directly below it, with its place. */
export const childrenOf = (schema: LeanSchema): readonly (readonly [LeanSchema, string])[] => {
  const found: (readonly [LeanSchema, string])[] = [];
  withChildren(schema, (child, place) => {
    found.push([child, place]);
    return child;
  });
  return found;
};

/** The keywords that only describe. */
export const annotationsOf = (schema: LeanSchema): LeanSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => ANNOTATIONS.has(keyword)));

/** The keywords that restrict. */
export const withoutAnnotations = (schema: LeanSchema): LeanSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !ANNOTATIONS.has(keyword)));

/**
 * The same schema with example and description at its end: after the same beginnings, equal texts follow each other, and the
 * document compresses better.
 */
const annotationsLast = ({ examples, description, ...rest }: LeanSchema): LeanSchema => ({
  ...rest,
  ...(examples === undefined ? {} : { examples }),
  ...(description === undefined ? {} : { description }),
});

/** Returns the rewriter of one side; each schema is rewritten once. */
export const leanSchemas = (side: Side): ((schema: object) => LeanSchema) => {
  const known = new WeakMap<object, LeanSchema>();
  const lean = (schema: object): LeanSchema => {
    const earlier = known.get(schema);
    if (earlier !== undefined) return earlier;
    const copy: LeanSchema = { ...schema };
    const rewritten = Array.isArray(copy.anyOf) ? unionOf(copy, lean) : plainOf(copy, lean, side);
    const ordered = annotationsLast(rewritten);
    known.set(schema, ordered);
    return ordered;
  };
  return lean;
};

type Rewrite = (schema: object) => LeanSchema;

const plainOf = (schema: LeanSchema, lean: Rewrite, side: Side): LeanSchema => {
  const { patternProperties, [ALTERNATIVES]: alternatives, ...rest } = schema;
  const shape = withChildren(rest, lean);
  if (shape.type !== 'object') return withTypeOfConst(shape);
  const { additionalProperties, required, ...fields } = shape;
  const values = entriesOf(patternProperties);
  return {
    ...fields,
    ...(listOf(required).length === 0 ? {} : { required }),
    ...(values.length > 0
      ? recordOf(values, lean)
      : side === 'request' || isRecord(additionalProperties)
        ? additionalProperties === undefined
          ? {}
          : { additionalProperties }
        : {}),
    // What is shown of a request can have lost the field that it had.
    ...(side === 'request' ? alternativesOf(alternatives, shape) : {}),
  };
};

/** `const` and `enum` alone leave the type open to generators that do not derive it. */
const withTypeOfConst = (schema: LeanSchema): LeanSchema => {
  if ('type' in schema) return schema;
  const words = 'const' in schema ? [schema.const] : listOf(schema.enum);
  const types = new Set(words.map((word) => typeof word));
  return types.size === 1 ? { type: [...types][0], ...schema } : schema;
};

const ANY_NAME = '^.*$';

const recordOf = (values: readonly (readonly [string, unknown])[], lean: Rewrite): LeanSchema => {
  const [[pattern, value] = ['', {}]] = values;
  return {
    ...(pattern === ANY_NAME ? {} : { propertyNames: { pattern } }),
    additionalProperties: isRecord(value) ? lean(value) : value,
  };
};

/** Each alternative has some properties and must not have others, so `false` stands for those. */
const alternativesOf = (alternatives: unknown, { properties }: LeanSchema): LeanSchema => {
  if (!Array.isArray(alternatives) || !isRecord(properties)) return {};
  const oneOf = alternatives.filter(isRecord).map(({ has, lacks }) => ({
    type: 'object',
    required: has,
    properties: Object.fromEntries([
      ...listOf(has).map((name) => [name, withoutDescription(properties[String(name)])]),
      ...listOf(lacks).map((name) => [name, false]),
    ]),
  }));
  return { oneOf };
};

const withoutDescription = (schema: unknown): unknown =>
  isRecord(schema) ? withoutAnnotations(schema) : schema;

const isWord = (schema: LeanSchema): boolean =>
  'const' in schema && Object.keys(schema).every((keyword) => keyword === 'const' || keyword === 'type');

const isNull = (schema: LeanSchema): boolean => schema.type === 'null';

/** A primitive type, which `null` can join. */
const isScalar = ({ type }: LeanSchema): boolean =>
  type === 'string' || type === 'integer' || type === 'number' || type === 'boolean';

const unionOf = (schema: LeanSchema, lean: Rewrite): LeanSchema => {
  const { anyOf, ...rest } = schema;
  const members = listOf(anyOf).filter(isRecord).map(lean).flatMap(nestedMembers);
  const words = members.filter(isWord);
  const others = members.filter((member) => !isWord(member) && !isNull(member));
  const joined = [...(words.length > 1 ? [enumOf(words)] : words), ...others];
  const isNullable = members.some(isNull);
  const [only] = joined;
  if (joined.length === 1 && only !== undefined) {
    if (!isNullable) return { ...only, ...rest };
    if (isScalar(only)) return { ...nullableScalar(only), ...rest };
  }
  return { anyOf: [...joined, ...(isNullable ? [{ type: 'null' }] : [])], ...rest };
};

/** Members of a union in a union, unless the inner one has a description of its own. */
const nestedMembers = (member: LeanSchema): readonly LeanSchema[] => {
  if (Array.isArray(member.anyOf) && Object.keys(member).length === 1) return member.anyOf;
  const { enum: words, type, ...rest } = member;
  if (Array.isArray(words) && typeof type === 'string' && Object.keys(rest).length === 0)
    return words.map((word) => ({ type, const: word }));
  return [member];
};

const enumOf = (words: readonly LeanSchema[]): LeanSchema => {
  const types = [...new Set(words.map(({ type }) => type))];
  return { type: types.length === 1 ? types[0] : types, enum: words.map((word) => word.const) };
};

const nullableScalar = ({ type, const: word, enum: words, ...rest }: LeanSchema): LeanSchema => ({
  type: [type, 'null'],
  ...(words === undefined && word === undefined
    ? {}
    : { enum: [...(words === undefined ? [word] : listOf(words)), null] }),
  ...rest,
});
