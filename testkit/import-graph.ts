/** Which compiled files a compiled file imports, directly or not. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const IMPORT = /(?:from|import) '(\.[^']+)'/g;

export interface ImportGraph {
  /** The file and all files that it reaches, with the number of imports between them at least. */
  readonly reachedFrom: (file: string) => ReadonlyMap<string, number>;
  readonly textOf: (file: string) => string;
}

/** Reads each file once: most files are reached from many others. */
export const createImportGraph = (): ImportGraph => {
  const texts = new Map<string, string>();
  const textOf = (file: string): string => {
    const text = texts.get(file) ?? readFileSync(file, 'utf8');
    texts.set(file, text);
    return text;
  };
  const importsRead = new Map<string, readonly string[]>();
  const importsOf = (file: string): readonly string[] => {
    const found =
      importsRead.get(file) ??
      [...textOf(file).matchAll(IMPORT)]
        .map(([, path = '']) => resolve(dirname(file), path))
        .filter((imported) => existsSync(imported));
    importsRead.set(file, found);
    return found;
  };
  return {
    textOf,
    reachedFrom: (file) => {
      const reached = new Map([[file, 0]]);
      // The loop also visits the files that it adds.
      for (const [each, distance] of reached)
        for (const imported of importsOf(each))
          if (!reached.has(imported)) reached.set(imported, distance + 1);
      return reached;
    },
  };
};
