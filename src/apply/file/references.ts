/** Values that a file takes from the environment or from other files: `${env:NAME}`, `${file:path}`, and the same as objects. */
import { readFileSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve } from 'node:path';
import { isRecord } from '../../../schemas/json.js';
import type { Environment } from '../../config-file/read.js';

const REFERENCE = /\$\{(env|file):([^}]*)\}/g;
/** Far more than instructions and secrets need. */
const MAX_BYTES = 1024 * 1024;

/** Why a value cannot be read; the message follows the place of the value. */
export class ReferenceProblem extends Error {
  override readonly name = 'ReferenceProblem';
}

export interface ReferenceSources {
  readonly env: Environment;
  /** The folder of the file, absolute. */
  readonly folder: string;
}

/** Whether the text is one reference and nothing else. */
export const isReference = (value: unknown): boolean =>
  isRecord(value) || (typeof value === 'string' && /^\$\{(?:env|file):[^}]*\}$/.test(value));

/** The text with its references filled in. @throws ReferenceProblem */
export const filledIn = (value: unknown, sources: ReferenceSources): string => {
  if (typeof value === 'string')
    return value.replaceAll(REFERENCE, (_whole, from: string, name: string) =>
      from === 'env' ? variable(name, sources) : fileText(name, sources),
    );
  const { env, file } = isRecord(value) ? value : { env: undefined, file: undefined };
  if (typeof env === 'string') return variable(env, sources);
  return fileText(String(file), sources);
};

const variable = (name: string, { env }: ReferenceSources): string => {
  const value = env[name];
  if (value === undefined || value === '')
    throw new ReferenceProblem(`needs the environment variable ${name}, which is not set`);
  return value;
};

/** Without the last line break, which editors add. */
const fileText = (path: string, sources: ReferenceSources): string =>
  readBeside(path, sources.folder, MAX_BYTES)
    .toString('utf8')
    .replace(/\r?\n$/, '');

/** The bytes of a file beside the YAML. @throws ReferenceProblem */
export const readBeside = (path: string, folder: string, maxBytes: number): Buffer => {
  const place = resolve(folder, path);
  const shown = isAbsolute(path) ? path : relative(process.cwd(), place);
  try {
    if (statSync(place).size > maxBytes)
      throw new ReferenceProblem(`names ${shown}, which is larger than ${maxBytes / 1024} KiB`);
    return readFileSync(place);
  } catch (error) {
    if (error instanceof ReferenceProblem) throw error;
    throw new ReferenceProblem(`names ${shown}, which cannot be read`);
  }
};
