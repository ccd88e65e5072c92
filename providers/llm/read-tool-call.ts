/**
 * Reads a model's tool call. Models misspell arguments: what loses no information is corrected, and a call that cannot be
 * carried out carries a refusal, which the model gets as the tool's result. Pure.
 *
 * It guarantees:
 * R1. Arguments without a refusal fit the tool's parameters.
 * R2. A correction loses nothing: text and the number or boolean that it spells, a single value and the list of it, JSON
 *     in a string, an optional `null`, and keys that the parameters do not allow.
 * R3. A refused call has no arguments, a name that every provider accepts, and a reason of at most
 *     {@link MAX_REFUSAL_CHARACTERS}.
 */
import { isRecord } from '../../schemas/json.js';
import type { ToolDefinition } from './language-model.js';
import { argumentFault } from './tool-arguments.js';

/** Longest reason of a refusal, characters. */
export const MAX_REFUSAL_CHARACTERS = 500;
/** Longest name of a tool, characters: the limit of every provider. */
const MAX_NAME_CHARACTERS = 64;
/** Names of tools in a refusal. */
const MAX_LISTED_TOOLS = 20;

type Arguments = Readonly<Record<string, unknown>>;

/** A tool call; `refusal`: the reason that it cannot be carried out, absent if it can. */
export interface ReadCall {
  readonly name: string;
  readonly arguments: Arguments;
  readonly refusal?: string;
}

/** `input`: the arguments as the model wrote them, usually JSON. Never throws. */
export const readToolCall = (tools: readonly ToolDefinition[], name: string, input: string): ReadCall => {
  const tool = toolNamed(tools, name);
  if (tool === undefined) return refused(safeName(name), unknownTool(tools, name));
  const { parameters } = tool;
  // Whatever a model writes for a tool without parameters, its meaning is clear.
  if (!hasProperties(parameters)) return { name: tool.name, arguments: {} };
  const parsed = argumentsIn(input);
  if (parsed === null)
    return refused(tool.name, 'The arguments are not a complete JSON object. Send them again, all of them.');
  if (argumentFault(parameters, parsed) === null) return { name: tool.name, arguments: parsed };
  const corrected = corrections(parameters, parsed);
  const args = isRecord(corrected) ? corrected : parsed;
  const fault = argumentFault(parameters, args);
  if (fault === null) return { name: tool.name, arguments: args };
  return refused(tool.name, `The arguments do not fit: ${fault}. Correct them and use the tool again.`);
};

const refused = (name: string, why: string): ReadCall => ({
  name,
  arguments: {},
  refusal: `${why.slice(0, MAX_REFUSAL_CHARACTERS - NOTHING_DONE.length)}${NOTHING_DONE}`,
});

const NOTHING_DONE = ' Nothing was done.';

/** Some models put a namespace before the name (`functions.end_call`). */
const toolNamed = (tools: readonly ToolDefinition[], name: string): ToolDefinition | undefined => {
  const bare = name.trim().split(/[.:/]/).at(-1);
  return (
    tools.find((tool) => tool.name === name) ??
    tools.find((tool) => tool.name === bare) ??
    tools.find((tool) => tool.name.toLowerCase() === bare?.toLowerCase())
  );
};

const unknownTool = (tools: readonly ToolDefinition[], name: string): string => {
  const names = tools.slice(0, MAX_LISTED_TOOLS).map((tool) => tool.name);
  return `There is no tool "${safeName(name)}". The tools are: ${names.join(', ')}.`;
};

const safeName = (name: string): string => {
  const safe = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, MAX_NAME_CHARACTERS);
  return /^[a-zA-Z_]/.test(safe) ? safe : `tool_${safe}`.slice(0, MAX_NAME_CHARACTERS);
};

const hasProperties = ({ properties, additionalProperties, required, ...others }: Arguments): boolean =>
  (isRecord(properties) && Object.keys(properties).length > 0) ||
  additionalProperties !== false ||
  (Array.isArray(required) && required.length > 0) ||
  Object.keys(others).some((keyword) => !ANNOTATIONS.has(keyword));

/** Keywords that constrain nothing. */
const ANNOTATIONS: ReadonlySet<string> = new Set(['type', 'title', 'description', '$schema', '$id']);

/** Some models send nothing or `null` if there are no arguments, or encode them twice. */
const argumentsIn = (input: string): Arguments | null => {
  if (input.trim() === '') return {};
  const value = parsedOr(input, undefined);
  const inner = typeof value === 'string' ? parsedOr(value, undefined) : value;
  if (inner === null) return {};
  return isRecord(inner) ? inner : null;
};

const parsedOr = <Other>(text: string, other: Other): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return other;
  }
};

/** The value, corrected where it does not have the schema's type. R2. Recursion ends with the schema. */
const corrections = (schema: unknown, value: unknown): unknown => {
  if (!isRecord(schema)) return value;
  const types = typesOf(schema);
  if (types.includes('object') && isRecord(schema.properties)) {
    const object = typeof value === 'string' ? parsedOr(value, value) : value;
    return isRecord(object) ? correctedObject(schema, schema.properties, object) : value;
  }
  if (types.includes('array')) return correctedList(schema, value);
  if (types.length === 0 || types.some((type) => isOfType(type, value))) return value;
  for (const type of types) {
    const scalar = scalarAs(type, value);
    if (scalar !== undefined) return scalar;
  }
  return value;
};

const correctedObject = (
  schema: Readonly<Record<string, unknown>>,
  properties: Readonly<Record<string, unknown>>,
  value: Arguments,
): Arguments => {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const known = new Map(Object.entries(properties));
  const isClosed = schema.additionalProperties === false && schema.patternProperties === undefined;
  const entries = Object.entries(value).flatMap(([key, entry]): (readonly [string, unknown])[] => {
    const expected = known.get(key);
    if (expected === undefined) return isClosed ? [] : [[key, entry]];
    const takesNull = isRecord(expected) && allows(expected, null);
    if (entry === null && !required.includes(key) && !takesNull) return [];
    return [[key, corrections(expected, entry)]];
  });
  return Object.fromEntries(entries);
};

const allows = (schema: Readonly<Record<string, unknown>>, value: null): boolean => {
  const types = typesOf(schema);
  return types.length === 0 || types.some((type) => isOfType(type, value));
};

const correctedList = (schema: Readonly<Record<string, unknown>>, value: unknown): unknown => {
  const list =
    typeof value === 'string' && value.trimStart().startsWith('[') ? parsedOr(value, value) : value;
  if (Array.isArray(list)) return list.map((entry) => corrections(schema.items, entry));
  if (list === null || list === undefined || typesOf(schema).some((type) => isOfType(type, list)))
    return value;
  return [corrections(schema.items, list)];
};

const typesOf = ({ type }: Readonly<Record<string, unknown>>): readonly string[] => {
  if (typeof type === 'string') return [type];
  return Array.isArray(type) ? type.filter((entry) => typeof entry === 'string') : [];
};

const isOfType = (type: string, value: unknown): boolean => {
  switch (type) {
    case 'null':
      return value === null;
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    default:
      return typeof value === type;
  }
};

/** A JSON number, and nothing that only resembles one: a leading zero or plus belongs to a text. */
const NUMBER = /^-?(0|[1-9]\d{0,14})(\.\d{1,12})?$/;

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** The same value as another scalar type; undefined: it has no such form. */
const scalarAs = (type: string, value: unknown): unknown => {
  if (type === 'string')
    return typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))
      ? String(value)
      : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (type === 'boolean') return BOOLEANS.get(text.toLowerCase());
  if (type !== 'number' && type !== 'integer') return undefined;
  const number = NUMBER.test(text) ? Number(text) : Number.NaN;
  return isOfType(type, number) && Number.isFinite(number) ? number : undefined;
};
