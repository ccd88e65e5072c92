/**
 * Reads a configuration file as the equivalent environment. Unknown lines, values of the wrong type and secrets are
 * rejected; the values themselves are checked where each variable is read.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import { ConfigError } from '../config-error.js';
import { FILE_SETTINGS, type FileSetting, isSetting, type Section } from './settings.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Searched for in the working directory if no file is named. */
export const FILE_NAMES = ['parley.config.yaml', 'parley.config.yml', 'parley.config.json'] as const;
/** Far more than a file with every line needs. */
const MOST_BYTES = 256 * 1024;
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
export const readConfigFile = (named: string | undefined, directory: string): ConfigFile | null => {
  const path = named === undefined ? found(directory) : resolve(directory, named);
  if (path === null) return null;
  const lines: FileLine[] = [];
  gather(path, FILE_SETTINGS, documentIn(path), [], lines);
  return { path, lines };
};

const found = (directory: string): string | null => {
  const there = FILE_NAMES.map((name) => resolve(directory, name)).filter((path) => existsSync(path));
  const [first, second] = there;
  if (first === undefined) return null;
  if (second === undefined) return first;
  throw new ConfigError(
    `there are ${there.map((path) => relative(directory, path)).join(' and ')}; keep one, or name it with --config`,
  );
};

const documentIn = (path: string): unknown => {
  let text: string;
  try {
    if (statSync(path).size > MOST_BYTES)
      throw new ConfigError(`${path} is larger than ${MOST_BYTES / 1024} KiB; it holds settings alone`);
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${path} cannot be read; give a file that this user may read`);
  }
  // JSON is YAML, too.
  const document = parseDocument(text, { uniqueKeys: true });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line, col } = fault.linePos?.[0] ?? { line: 1, col: 1 };
    // A parser's message quotes the file, which may contain a secret.
    throw new ConfigError(`${path} is no YAML and no JSON: see line ${line}, column ${col}`);
  }
  try {
    return document.toJS();
  } catch {
    // The parser limits aliases: a few lines that reference each other can expand to millions.
    throw new ConfigError(`${path} refers to its own parts (&, *) in a way that has no end; write them out`);
  }
};

const gather = (
  path: string,
  section: Section,
  value: unknown,
  place: readonly string[],
  lines: FileLine[],
): void => {
  // A section whose lines are all commented out is empty.
  if (value === null || value === undefined) return;
  const wrong = (message: string): ConfigError => new ConfigError(`${path}: ${message}`);
  if (typeof value !== 'object' || Array.isArray(value))
    throw wrong(`write lines like "${Object.keys(section)[0]}:" under ${place.join('.') || 'its top'}`);
  for (const [name, given] of Object.entries(value)) {
    const line = [...place, name].join('.');
    const entry = Object.hasOwn(section, name) ? section[name] : undefined;
    if (entry === undefined) throw wrong(unknownLine(line, name, section));
    if (!isSetting(entry)) gather(path, entry, given, [...place, name], lines);
    else if (given !== null)
      lines.push({ line, variable: entry.variable, value: asText(path, line, entry, given) });
  }
};

const unknownLine = (line: string, name: string, section: Section): string =>
  SECRET.test(name)
    ? `${line} looks like a secret; secrets stand in the environment alone (parley serve --help names the variables)`
    : `there is no ${line}; write one of ${Object.keys(section).join(', ')}`;

/** The value in the form that its variable has. */
const asText = (path: string, line: string, { type, variable }: FileSetting, given: unknown): string => {
  switch (type) {
    case 'integer':
      if (typeof given === 'number' && Number.isInteger(given)) return String(given);
      break;
    case 'boolean':
      if (typeof given === 'boolean') return given ? '1' : '0';
      break;
    case 'text':
      if (typeof given === 'string' && given !== '') return given;
      break;
    case 'path':
      if (typeof given === 'string' && given !== '') return resolve(dirname(path), given);
      break;
    case 'list':
      if (Array.isArray(given) && given.length > 0 && given.every(isItem)) return given.join(',');
      break;
  }
  throw new ConfigError(`${path}: ${line} is no ${EXPECTED[type]}; ${variable} is its variable`);
};

/** An item with a comma would become two. */
const isItem = (item: unknown): item is string => typeof item === 'string' && /^[^,]+$/.test(item);

const EXPECTED: Readonly<Record<FileSetting['type'], string>> = {
  integer: 'whole number',
  boolean: 'true or false',
  text: 'text (quote what YAML takes for something else)',
  path: 'path',
  list: 'list of texts without commas, like [a, b]',
};
