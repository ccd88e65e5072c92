/** Reads a file in YAML or JSON, and finds the line of a problem in it. */
import { readFileSync, statSync } from 'node:fs';
import { type Document, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { ConfigError } from './config/error.js';

interface ReadOptions {
  /** What the file is, for errors: "a scenario". */
  readonly what: string;
  /** The document that describes such a file. */
  readonly help: string;
  readonly maxBytes: number;
}

/** A file that is valid YAML. */
export interface YamlDocument {
  readonly value: unknown;
  /** The error about the element nearest to a JSON Pointer, with its line and column; '' is the whole file. */
  errorAt(pointer: string, message: string): ConfigError;
}

/** @throws ConfigError if the file cannot be read, is too large, or is not valid YAML */
export const readYaml = (path: string, { what, help, maxBytes }: ReadOptions): YamlDocument => {
  const lines = new LineCounter();
  const document = parseDocument(textOf(path, { what, help, maxBytes }), { lineCounter: lines });
  const [fault] = document.errors;
  if (fault !== undefined) {
    const { line, col } = fault.linePos?.[0] ?? { line: 1, col: 1 };
    // A parser's message quotes the file, which may contain a secret.
    throw new ConfigError(
      `${path} is neither valid YAML nor valid JSON: see line ${line}, column ${col} (${help})`,
    );
  }
  return {
    value: contentsOf(path, document),
    errorAt: (pointer, message) => {
      const { line, col } = lines.linePos(offsetOf(document, pointer));
      const place = pointer === '' ? `the ${what.replace(/^an? /, '')}` : pointer;
      return new ConfigError(`${path}, line ${line}, column ${col}: ${place} ${message} (${help})`);
    },
  };
};

const textOf = (path: string, { what, help, maxBytes }: ReadOptions): string => {
  try {
    if (statSync(path).size > maxBytes)
      throw new ConfigError(`${path} is larger than ${maxBytes / 1024} KiB; too large for ${what}`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError(`${path} cannot be read; give a file in YAML or JSON (${help})`);
  }
};

const contentsOf = (path: string, document: Document): unknown => {
  try {
    return document.toJS();
  } catch {
    // The parser limits aliases: a few lines that reference each other can expand to millions.
    throw new ConfigError(`${path} has circular aliases (&, *); write the values out`);
  }
};

/** The offset in the text of the element nearest to the JSON Pointer: the name of a field, or an item of a list. */
const offsetOf = ({ contents }: Document, pointer: string): number => {
  let node: unknown = contents;
  let offset = contents?.range?.[0] ?? 0;
  const names = pointer.split('/').slice(1);
  for (const name of names.map((each) => each.replaceAll('~1', '/').replaceAll('~0', '~'))) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === name);
      if (pair === undefined || !isScalar(pair.key)) return offset;
      offset = pair.key.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item: unknown = node.items[Number(name)];
      if (!isMap(item) && !isSeq(item) && !isScalar(item)) return offset;
      offset = item.range?.[0] ?? offset;
      node = item;
    } else return offset;
  }
  return offset;
};
