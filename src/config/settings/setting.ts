/**
 * One setting: its variable, its meaning and its kind, which is what its text may be and its default. The files beside
 * this one are the table of all settings; the reader, the configuration file and its schema, the help of `parley serve`
 * and docs/reference/configuration.md are derived from it.
 */
import { type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { ConfigError } from '../error.js';

/** The variables of an environment. */
export type Env = Readonly<Record<string, string | undefined>>;

/** What a text may be, and the value without one. */
interface Kind<T> {
  /** How the configuration file writes it. `path`: relative to the file. `list`: of texts. */
  readonly type: 'text' | 'integer' | 'boolean' | 'path' | 'list';
  readonly schema: TSchema;
  /** The valid values in words. */
  readonly values: string;
  readonly default: T;
  /** The default in words; null: there is none. */
  readonly defaultText: string | null;
  /** `place`: where the text is written. @throws ConfigError */
  readonly parse: (text: string, place: string) => T;
  /** Absent: true. Otherwise only the environment can set it. */
  readonly isInFile?: boolean;
}

export interface Setting<T> extends Kind<T> {
  /** The environment variable, which takes precedence over the configuration file. */
  readonly variable: string;
  /** For operators. */
  readonly meaning: string;
  /** Absent: true. */
  readonly isInHelp?: boolean;
}

/** `defaultText`: if the default is not a fixed value. */
type Means<T> = (meaning: string, defaultText?: string | null) => Setting<T>;

export const setting = <T>(variable: string, kind: Kind<T>): { readonly means: Means<T> } => ({
  means: (meaning, defaultText = kind.defaultText) => ({ ...kind, variable, meaning, defaultText }),
});

/** The settings of a section of the configuration file, or of a part of one, by name. */
export interface Section {
  readonly [name: string]: Setting<unknown> | Section;
}

export const isSetting = (entry: Setting<unknown> | Section): entry is Setting<unknown> =>
  typeof entry.variable === 'string';

/** @throws ConfigError */
export const read = <T>({ variable, default: fallback, parse }: Setting<T>, env: Env): T => {
  const text = env[variable];
  return text === undefined ? fallback : parse(text, variable);
};

/** `valueIn`: undefined if the text is invalid; `problem`: continues a sentence that begins with the place. */
const kind = <T, Default>(
  [type, values, schema]: readonly [Kind<T>['type'], string, TSchema],
  fallback: Default,
  valueIn: (text: string) => T | undefined,
  problem: (text: string) => string,
): Kind<T | Default> => ({
  type,
  schema,
  values,
  default: fallback,
  defaultText: fallback === null ? null : String(fallback),
  parse: (text, place) => {
    const value = valueIn(text);
    if (value !== undefined) return value;
    throw new ConfigError(`${place}${problem(text)}`);
  },
});

/** `write`: what to write instead of a text that is not accepted. */
interface Check {
  readonly accepts: (text: string) => boolean;
  readonly write: string;
}

const ANYTHING: Check = { accepts: () => true, write: '' };
const TEXT = Type.String({ minLength: 1 });
const LIST = Type.Array(TEXT, { minItems: 1 });

const insteadOf = (write: string) => (text: string) => ` is "${text}"; write ${write}`;

export const text = <Default extends string | null>(
  fallback: Default,
  { accepts, write }: Check = ANYTHING,
): Kind<string | Default> =>
  kind(['text', 'text', TEXT], fallback, (text) => (accepts(text) ? text : undefined), insteadOf(write));

/** Of a file or directory. */
export const path = <Default extends string | null>(fallback: Default): Kind<string | Default> =>
  kind(['path', 'path', TEXT], fallback, (text) => text, insteadOf(''));

/** Read without trailing slashes. */
export const url = <Default extends string | null>(
  fallback: Default,
  { accepts, write }: Check,
): Kind<string | Default> => {
  const valueIn = (text: string) => (accepts(text) ? text.replace(/\/+$/, '') : undefined);
  return kind(['text', 'URL', TEXT], fallback, valueIn, insteadOf(write));
};

/** A check of URLs. */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Errors do not quote it. */
export const secret = ({ accepts, write }: Check = ANYTHING): Kind<string | null> => {
  const valueIn = (text: string) => (accepts(text) ? text : undefined);
  return { ...kind(['text', 'secret', TEXT], null, valueIn, () => `: write ${write}`), isInFile: false };
};

interface Range {
  readonly min: number;
  readonly max: number;
  readonly unit?: 'ms' | 'seconds' | 'minutes' | 'days' | 'MiB';
}

export const integer = <Default extends number | null>(
  fallback: Default,
  { min, max, unit }: Range,
): Kind<number | Default> => {
  const schema = Type.Integer({ minimum: min, maximum: max });
  const valueIn = (text: string): number | undefined => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return Value.Check(schema, value) ? value : undefined;
  };
  const range = `${min} to ${max}`;
  const values = unit === undefined ? range : `${range} ${unit}`;
  return kind(['integer', values, schema], fallback, valueIn, insteadOf(`a whole number from ${range}`));
};

/** `write`: what to write instead of an invalid value. */
export const boolean = <Default extends false | null>(
  fallback: Default,
  write = '1, or 0',
): Kind<boolean | Default> => {
  const valueIn = (text: string) => (text === '0' || text === '1' ? text === '1' : undefined);
  const values = '1 for yes, 0 for no';
  return {
    ...kind(['boolean', values, Type.Boolean()], fallback, valueIn, insteadOf(write)),
    defaultText: fallback === null ? null : 'no',
  };
};

/** One of a few words; the first one is the default. */
export const choice = <const Word extends string>(words: readonly [Word, ...Word[]]): Kind<Word> => {
  const values = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  const valueIn = (text: string) => words.find((word) => word === text);
  return kind(['text', values, Type.Enum([...words])], words[0], valueIn, insteadOf(values));
};

/** `item`: the usual form of an item, null if it is invalid; `remedy`: what to do then. */
interface Items {
  readonly item: (text: string) => string | null;
  readonly remedy: string;
}

/** Separated by commas in the environment. */
export const list = <Default extends readonly string[] | null>(
  fallback: Default,
  { item, remedy }: Items = { item: (text) => text, remedy: '' },
): Kind<readonly string[] | Default> => {
  const partsOf = (text: string) => text.split(',').map((part) => part.trim());
  const invalidIn = (text: string) => partsOf(text).find((part) => item(part) === null);
  const valueIn = (text: string) =>
    invalidIn(text) === undefined ? partsOf(text).flatMap((part) => item(part) ?? []) : undefined;
  return kind(['list', 'list', LIST], fallback, valueIn, (text) => ` names "${invalidIn(text)}"; ${remedy}`);
};
