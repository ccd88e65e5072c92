/**
 * Describes the problems of a value that its schema refuses, in words for its sender. The validator only reports that there are
 * some. This walks schema and value together and stops at the first {@link MAX_PROBLEMS}, so that the cost of a refusal does not
 * grow with the number of mistakes. Pure.
 *
 * The order is stable: an object's own rules, its fields in the order of the schema, then unknown fields. Only the keywords that
 * the API's schemas use are supported, and only patterns that have words (schemas/patterns.ts). Any other throws when a route is
 * created.
 */
import type { TSchema } from 'typebox';
import type { ErrorDetail } from '../../schemas/errors.js';
import { isRecord } from '../../schemas/json.js';
import { describePattern } from '../../schemas/patterns.js';
import { ALTERNATIVES } from '../../schemas/shapes.js';
import { MAX_PROBLEMS } from '../http/refusal-size.js';
import {
  describe,
  formatWords,
  requiredOf,
  tooFewFields,
  tooManyFields,
  unknownField,
} from './problem-words.js';

type Json = Readonly<Record<string, unknown>>;

/** Checks of formats by name. */
export type Formats = Readonly<Record<string, (text: string) => boolean>>;

export interface CheckOptions {
  readonly formats: Formats;
  /** Values are strings on the wire (query, path): "7" is an integer. */
  readonly coerced: boolean;
}

/** The position of a value; turned into a JSON Pointer only for a problem. */
interface Place {
  readonly within: Place | null;
  readonly name: string | number;
}

interface Problem {
  readonly place: Place | null;
  /** Evaluated only for reported problems, because a union also tries branches that do not fit. */
  readonly message: () => string;
  /** The violated keyword: decides which branch of a union was meant. */
  readonly keyword: string;
}

type Report = (problem: Problem) => void;

/** Ends a walk from any depth. A single instance, because a stack trace for each would cost more than the walk. */
const ENOUGH = new Error('enough problems were found');

const KNOWN: ReadonlySet<string> = new Set([
  ...['type', 'const', 'enum', 'anyOf', 'format', 'pattern', 'minLength', 'maxLength'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'multipleOf', 'items', 'minItems', 'maxItems', 'uniqueItems'],
  ...[
    'properties',
    'patternProperties',
    'additionalProperties',
    'required',
    'minProperties',
    'maxProperties',
  ],
  ...['description', 'examples', 'default', 'contentEncoding'],
  // The operation checks alternatives.
  ...['deprecated', ALTERNATIVES],
]);

const schemasIn = (schema: Json): readonly Json[] =>
  [
    ...(Array.isArray(schema.anyOf) ? schema.anyOf : []),
    schema.items,
    ...Object.values(isRecord(schema.properties) ? schema.properties : {}),
    ...Object.values(isRecord(schema.patternProperties) ? schema.patternProperties : {}),
  ].filter(isRecord);

const patternsIn = (schema: Json): readonly string[] =>
  [schema.pattern, ...Object.keys(isRecord(schema.patternProperties) ? schema.patternProperties : {})].filter(
    (pattern) => typeof pattern === 'string',
  );

/** @throws Error for a schema with an unsupported keyword or a pattern without words: its problems could not be described */
export const checkDescribable = (schema: TSchema | Json): void => {
  const keywords: Json = { ...schema };
  const unknown = Object.keys(keywords).find((keyword) => !KNOWN.has(keyword));
  if (unknown !== undefined) throw new Error(`problems of the keyword "${unknown}" cannot be described`);
  const wordless = patternsIn(keywords).find((pattern) => describePattern(pattern) === null);
  if (wordless !== undefined)
    throw new Error(`the pattern ${wordless} has no description in schemas/patterns.ts`);
  for (const inner of schemasIn(keywords)) checkDescribable(inner);
};

/** Returns the first {@link MAX_PROBLEMS} problems; none when the value fits. Pointers as in RFC 6901. */
export const problemsIn = (
  schema: TSchema | Json,
  value: unknown,
  options: CheckOptions,
): readonly ErrorDetail[] =>
  collect(MAX_PROBLEMS, (report) => reportProblems({ ...schema }, value, null, options, report)).map(
    ({ place, message }) => ({ path: pointerTo(place), message: message() }),
  );

const collect = (limit: number, work: (report: Report) => void): readonly Problem[] => {
  const found: Problem[] = [];
  try {
    work((problem) => {
      found.push(problem);
      if (found.length >= limit) throw ENOUGH;
    });
  } catch (error) {
    if (error !== ENOUGH) throw error;
  }
  return found;
};

const reportProblems = (
  schema: Json,
  input: unknown,
  place: Place | null,
  options: CheckOptions,
  report: Report,
): void => {
  const addProblem: AddProblem = (keyword, message) => report({ place, message, keyword });
  if (Array.isArray(schema.anyOf))
    return reportUnion(schema, schema.anyOf.filter(isRecord), input, place, options, report);
  const value = options.coerced ? coerce(schema.type, input) : input;
  if (typeof schema.type === 'string' && !hasType(value, schema.type))
    return addProblem(
      'type',
      () => `must be ${describe(schema)}${Array.isArray(value) ? ', not a list' : ''}`,
    );
  if ('const' in schema && value !== schema.const)
    return addProblem('const', () => `must be ${describe(schema)}`);
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    return addProblem('enum', () => `must be ${describe(schema)}`);
  if (typeof value === 'string') reportText(schema, value, options, addProblem);
  else if (typeof value === 'number') reportNumber(schema, value, addProblem);
  else if (Array.isArray(value)) reportList(schema, value, place, options, report);
  else if (isRecord(value)) reportObject(schema, value, place, options, report);
};

/** Reports the problems of the one branch that was meant; if that is unclear, reports which branches there are. */
const reportUnion = (
  schema: Json,
  branches: readonly Json[],
  value: unknown,
  place: Place | null,
  options: CheckOptions,
  report: Report,
): void => {
  const kind = isRecord(value) ? kindFieldOf(branches) : null;
  if (kind !== null && isRecord(value)) {
    const [matching, ...others] = branches.filter((branch) => constOf(branch, kind) === value[kind]);
    if (matching !== undefined && others.length > 0)
      return reportUnion(schema, [matching, ...others], value, place, options, report);
    if (matching !== undefined) return reportProblems(matching, value, place, options, report);
  }
  const attempts: (readonly Problem[])[] = [];
  for (const branch of branches) {
    const problems = collect(MAX_PROBLEMS, (collectProblem) =>
      reportProblems(branch, value, place, options, collectProblem),
    );
    if (problems.length === 0) return;
    attempts.push(problems);
  }
  if (kind !== null && isRecord(value)) {
    const choice = describe({ enum: [...new Set(branches.map((branch) => constOf(branch, kind)))] });
    const message = Object.hasOwn(value, kind) ? `must be ${choice}` : `is required: ${choice}`;
    report({ place: { within: place, name: kind }, message: () => message, keyword: 'enum' });
    for (const problem of sharedBy(attempts, kind)) report(problem);
    return;
  }
  const candidates = attempts.filter((problems) =>
    problems.every(({ keyword, place: at }) => keyword !== 'const' && (keyword !== 'type' || at !== place)),
  );
  if (candidates.length === 1) for (const problem of candidates[0] ?? []) report(problem);
  else report({ place, message: () => `must be ${describe(schema)}`, keyword: 'anyOf' });
};

/** The value that a branch of a union fixes for one of its fields. */
const constOf = (branch: Json, field: string): unknown => {
  const schema = isRecord(branch.properties) ? branch.properties[field] : undefined;
  return isRecord(schema) ? schema.const : undefined;
};

/** The field whose value distinguishes the branches of a union (`mode`, `type`); null where there is none. */
const kindFieldOf = (branches: readonly Json[]): string | null => {
  const [first] = branches;
  const names = Object.keys(isRecord(first?.properties) ? first.properties : {});
  return (
    names.find((name) => {
      const values = branches.map((branch) => constOf(branch, name));
      return !values.includes(undefined) && new Set(values).size > 1;
    }) ?? null
  );
};

/** The problems that all branches share apart from their `kind`: they apply whichever branch was meant. */
const sharedBy = (attempts: readonly (readonly Problem[])[], kind: string): readonly Problem[] => {
  const [first = [], ...others] = attempts;
  const named = ({ place, message }: Problem): string => `${pointerTo(place)} ${message()}`;
  const inOthers = others.map((problems) => new Set(problems.map(named)));
  return first.filter(
    (problem) => problem.place?.name !== kind && inOthers.every((names) => names.has(named(problem))),
  );
};

type AddProblem = (keyword: string, message: () => string) => void;

const reportText = (schema: Json, text: string, options: CheckOptions, addProblem: AddProblem): void => {
  const { minLength, maxLength, pattern, format } = schema;
  // A pattern is not applied to a text that is too long.
  if (typeof maxLength === 'number' && isLonger(text, maxLength))
    return addProblem('maxLength', () => `must have at most ${maxLength} characters`);
  if (typeof minLength === 'number' && (minLength > 0 ? !isLonger(text, minLength - 1) : false))
    addProblem('minLength', () =>
      minLength === 1 ? 'must not be empty' : `must have at least ${minLength} characters`,
    );
  if (typeof pattern === 'string' && !compiled(pattern).test(text))
    addProblem('pattern', () => `must be ${describePattern(pattern) ?? 'something else'}`);
  if (typeof format === 'string' && options.formats[format]?.(text) !== true)
    addProblem('format', () => `must be ${formatWords(format)}`);
};

/** Whether a text has more than `limit` characters (code points); reads no more of it than necessary. */
const isLonger = (text: string, limit: number): boolean => {
  if (text.length <= limit) return false;
  if (text.length > limit * 2) return true;
  let characters = 0;
  for (const _ of text) {
    characters += 1;
    if (characters > limit) return true;
  }
  return false;
};

const patterns = new Map<string, RegExp>();

/** Cached without a bound: schemas are few and fixed, and so are their patterns. */
const compiled = (pattern: string): RegExp => {
  const compiled = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, compiled);
  return compiled;
};

const reportNumber = (schema: Json, value: number, addProblem: AddProblem): void => {
  const { minimum, maximum, exclusiveMinimum, multipleOf } = schema;
  if (typeof minimum === 'number' && value < minimum)
    addProblem('minimum', () => `must be ${minimum} or more`);
  if (typeof maximum === 'number' && value > maximum)
    addProblem('maximum', () => `must be ${maximum} or less`);
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    addProblem('exclusiveMinimum', () => `must be more than ${exclusiveMinimum}`);
  if (typeof multipleOf === 'number' && !Number.isInteger(value / multipleOf))
    addProblem('multipleOf', () => `must be a multiple of ${multipleOf}`);
};

const reportList = (
  schema: Json,
  list: readonly unknown[],
  place: Place | null,
  options: CheckOptions,
  report: Report,
): void => {
  const { minItems, maxItems, items } = schema;
  const addProblem: AddProblem = (keyword, message) => report({ place, message, keyword });
  if (typeof minItems === 'number' && list.length < minItems)
    addProblem('minItems', () =>
      minItems === 1 ? 'must not be empty' : `must have at least ${minItems} items`,
    );
  if (typeof maxItems === 'number' && list.length > maxItems)
    addProblem('maxItems', () => `must have at most ${maxItems} ${maxItems === 1 ? 'item' : 'items'}`);
  if (schema.uniqueItems === true && !areUnique(list))
    addProblem('uniqueItems', () => 'must not hold the same value twice');
  if (isRecord(items))
    list.forEach((item, index) => {
      reportProblems(items, item, { within: place, name: index }, options, report);
    });
};

const reportObject = (
  schema: Json,
  value: Json,
  place: Place | null,
  options: CheckOptions,
  report: Report,
): void => {
  const { minProperties, maxProperties } = schema;
  const at = (name: string): Place => ({ within: place, name });
  const addProblem: AddProblem = (keyword, message) => report({ place, message, keyword });
  const names = Object.keys(value);
  if (typeof minProperties === 'number' && names.length < minProperties)
    addProblem('minProperties', () => tooFewFields(schema));
  if (typeof maxProperties === 'number' && names.length > maxProperties)
    addProblem('maxProperties', () => tooManyFields(schema));
  for (const name of requiredOf(schema))
    if (typeof name === 'string' && !Object.hasOwn(value, name))
      report({ place: at(name), message: () => 'is required', keyword: 'required' });
  const properties = isRecord(schema.properties) ? schema.properties : {};
  for (const [name, inner] of Object.entries(properties))
    if (Object.hasOwn(value, name) && isRecord(inner))
      reportProblems(inner, value[name], at(name), options, report);
  const entries = Object.entries(isRecord(schema.patternProperties) ? schema.patternProperties : {});
  for (const name of names) {
    const fitting = entries.filter(([pattern]) => compiled(pattern).test(name));
    for (const [, inner] of fitting)
      if (isRecord(inner)) reportProblems(inner, value[name], at(name), options, report);
    const isKnown = fitting.length > 0 || Object.hasOwn(properties, name);
    if (!isKnown && schema.additionalProperties === false)
      report({
        place: at(name),
        message: () => unknownField(entries.map(([pattern]) => pattern)),
        keyword: 'additionalProperties',
      });
  }
};

/** Whether all values of a list differ. The comparison inside objects depends on the order of their fields. */
export const areUnique = (list: readonly unknown[]): boolean => {
  const seen = new Set<unknown>();
  for (const item of list) {
    const mark = typeof item === 'object' && item !== null ? `object ${JSON.stringify(item)}` : item;
    seen.add(typeof item === 'string' ? `string ${item}` : mark);
  }
  return seen.size === list.length;
};

const hasType = (value: unknown, type: string): boolean => {
  switch (type) {
    case 'object':
      return isRecord(value);
    case 'array':
      return Array.isArray(value);
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'number':
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
};

/** Converts a text from the wire to the type that the schema wants; other values stay unchanged. */
const coerce = (type: unknown, value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  if ((type === 'integer' || type === 'number') && value.trim() !== '' && Number.isFinite(Number(value)))
    return Number(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
};

const pointerTo = (place: Place | null): string => {
  const names: string[] = [];
  for (let at = place; at !== null; at = at.within)
    names.push(String(at.name).replaceAll('~', '~0').replaceAll('/', '~1'));
  return names.map((_, index) => `/${names[names.length - 1 - index] ?? ''}`).join('');
};
