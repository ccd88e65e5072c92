/**
 * Reads a configuration file as the equivalent environment. Unknown lines, values of the wrong type and secrets are
 * rejected; the values themselves are checked where each variable is read.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { ConfigError } from '../config/error.js';
import { FILE_SETTINGS } from '../config/settings/index.js';
import { isSetting, type Section, type Setting } from '../config/settings/setting.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Searched for in the working directory if no file is named. */
export const FILE_NAMES = ['parley.config.yaml', 'parley.config.yml', 'parley.config.json'] as const;
/** Far more than a file with every line needs. */
const MAX_BYTES = 256 * 1024;
/** Names of secrets, which belong in the environment only. */
const SECRET = /token|secret|password|apikey|api_key|authkey/i;

/** One line of a file. */
interface FileLine {
  /** Like `listen.port`. */
  readonly line: string;
  readonly variable: string;
  readonly value: string;
}

export interface ConfigFile {
  /** Absolute path. */
  readonly path: string;
  readonly lines: readonly FileLine[];
}

/** The named file, or the one found in `directory`; null if there is none. @throws ConfigError */
export const readConfigFile = (configuredPath: string | undefined, directory: string): ConfigFile | null => {
  const path = configuredPath === undefined ? findConfigFile(directory) : resolve(directory, configuredPath);
  if (path === null) return null;
  const lines: FileLine[] = [];
  collectLines(path, FILE_SETTINGS, documentIn(path), [], lines);
  return { path, lines };
};

const findConfigFile = (directory: string): string | null => {
  const existing = FILE_NAMES.map((name) => resolve(directory, name)).filter((path) => existsSync(path));
  const [first, second] = existing;
  if (first === undefined) return null;
  if (second === undefined) return first;
  throw new ConfigError(
    `there are ${existing.map((path) => relative(directory, path)).join(' and ')}; keep one, or choose it with --config`,
  );
};

const documentIn = (path: string): unknown => {
  let text: string;
  try {
    if (statSync(path).size > MAX_BYTES)
      throw new ConfigError(
        `${path} is larger than ${MAX_BYTES / 1024} KiB; too large for a configuration file`,
      );
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${path} cannot be read; use a file that this user can read`);
  }
  // JSON is YAML, too.
  const document = parseDocument(text, { uniqueKeys: true });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line, col } = fault.linePos?.[0] ?? { line: 1, col: 1 };
    // A parser's message quotes the file, which may contain a secret.
    throw new ConfigError(`${path} is neither valid YAML nor valid JSON: see line ${line}, column ${col}`);
  }
  try {
    return document.toJS();
  } catch {
    // The parser limits aliases: a few lines that reference each other can expand to millions.
    throw new ConfigError(`${path} has circular aliases (&, *); write the values out`);
  }
};

const collectLines = (
  path: string,
  section: Section,
  value: unknown,
  place: readonly string[],
  lines: FileLine[],
): void => {
  // A section whose lines are all commented out is empty.
  if (value === null || value === undefined) return;
  const fileError = (message: string): ConfigError => new ConfigError(`${path}: ${message}`);
  if (typeof value !== 'object' || Array.isArray(value))
    throw fileError(
      `put settings like "${Object.keys(section)[0]}:" in ${place.join('.') || 'the top level'}`,
    );
  for (const [name, item] of Object.entries(value)) {
    const line = [...place, name].join('.');
    const entry = Object.hasOwn(section, name) ? section[name] : undefined;
    if (entry === undefined) throw fileError(unknownLine(line, name, section));
    if (!isSetting(entry)) collectLines(path, entry, item, [...place, name], lines);
    else if (item !== null)
      lines.push({ line, variable: entry.variable, value: asText(path, line, entry, item) });
  }
};

const unknownLine = (line: string, name: string, section: Section): string =>
  SECRET.test(name)
    ? `${line} looks like a secret; secrets belong in the environment (parley serve --help lists the variables)`
    : `there is no setting ${line}; use one of ${Object.keys(section).join(', ')}`;

/** The value in the form that its variable has. */
const asText = (path: string, line: string, { type, variable }: Setting<unknown>, value: unknown): string => {
  const isText = typeof value === 'string' && value !== '';
  if (type === 'integer' && Number.isInteger(value)) return String(value);
  if (type === 'boolean' && typeof value === 'boolean') return value ? '1' : '0';
  if (type === 'text' && isText) return value;
  if (type === 'path' && isText) return resolve(dirname(path), value);
  if (type === 'list' && Array.isArray(value) && value.length > 0 && value.every(isItem))
    return value.join(',');
  throw new ConfigError(`${path}: ${line} must be ${EXPECTED[type]}; its variable is ${variable}`);
};

/** An item with a comma would become two. */
const isItem = (item: unknown): item is string => typeof item === 'string' && /^[^,]+$/.test(item);

const EXPECTED: Readonly<Record<Setting<unknown>['type'], string>> = {
  integer: 'a whole number',
  boolean: 'true or false',
  text: 'text (quote values that YAML reads as another type)',
  path: 'a path',
  list: 'a list of texts without commas, like [a, b]',
};
