/**
 * Loads the corpora of imports: phone numbers, WhatsApp identities, and small files, each with its right reading
 * (README.md). The tests of the rules read them from here.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { parse } from 'yaml';
import {
  type Encoding,
  type FileCase,
  FileCases,
  IdentityGroups,
  type IdentityPair,
  type NumberCase,
  NumberGroups,
  type Reading,
} from './shapes.js';

/** The sources: the YAML files are not copied to `dist/`. */
const FOLDER = new URL('../../../../test/corpora/imports/', import.meta.url);

/** The file's content. @throws Error, with the first places that do not fit the schema */
const load = <Schema extends TSchema>(name: string, schema: Schema): Static<Schema> => {
  const content: unknown = parse(readFileSync(new URL(name, FOLDER), 'utf8'));
  if (Value.Check(schema, content)) return content;
  const places = Value.Errors(schema, content)
    .slice(0, 5)
    .map(({ instancePath, message }) => `${instancePath}: ${message}`);
  throw new Error(`${name} does not have its form: ${places.join('; ')}`);
};

/** Phone numbers as people copy them. */
export const loadNumbers = (): readonly NumberCase[] =>
  load('numbers.yaml', NumberGroups).flatMap(({ numbers }) => numbers);

/** Numbers of contacts beside the identities that WhatsApp reports. */
export const loadIdentities = (): readonly IdentityPair[] =>
  load('channel-identities.yaml', IdentityGroups).flatMap(({ pairs }) => pairs);

/** Small files; `fileBytes` builds their bytes. */
export const loadFiles = (): readonly FileCase[] =>
  readdirSync(new URL('files/', FOLDER))
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .flatMap((name) => load(`files/${name}`, FileCases));

/** The small files of one subject: a file of `files/`, without its ending. */
export const loadFilesOf = (subject: string): readonly FileCase[] => load(`files/${subject}.yaml`, FileCases);

interface Facts {
  /** Null if the format determines it. */
  readonly encoding: Encoding | null;
  /** Null if the format has none. */
  readonly delimiter: string | null;
  /** 1 is the first line of a text, or the first row of a sheet. */
  readonly headerRow: number;
}

/** What a reader should detect in a file, with the defaults that the YAML files omit. */
export const factsOf = ({ encoding = 'utf-8', workbook }: FileCase, reading: Reading): Facts => {
  const { headerRow = 1 } = reading;
  if (workbook !== undefined) return { encoding: null, delimiter: null, headerRow };
  const delimiter = reading.delimiter === undefined ? ',' : reading.delimiter;
  return { encoding: reading.encoding ?? encoding, delimiter, headerRow };
};
