/** Hashes built code: its files, the files that they import, and the versions of the packages. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Static imports and re-exports as `tsc` writes them, one a line. */
const IMPORTED = /^(?:import|export)\b[^'"]*['"](\.{1,2}\/[^'"]+)['"];$/gm;
const QUOTED = /['"]([^'"\s]+)['"]/g;

/**
 * Changes whenever one of the files changes, a file that they import by path, directly or not, or the installed version of
 * a package that one of them names. `packages`: the folder of installed packages.
 * @throws Error if a file is missing
 */
export const codeHash = (files: readonly string[], packages: string): string => {
  const texts = new Map<string, string>();
  const add = (path: string): void => {
    if (texts.has(path)) return;
    const text = readFileSync(path, 'utf8');
    texts.set(path, text);
    for (const [, imported = ''] of text.matchAll(IMPORTED)) add(resolve(dirname(path), imported));
  };
  for (const file of files) add(resolve(file));
  const versions = new Set([...texts.values()].flatMap((text) => versionsIn(text, packages)));
  const hash = createHash('sha256');
  for (const text of [...texts.values(), ...versions].sort()) hash.update(`${text.length}\n${text}\n`);
  return hash.digest('hex');
};

/** `name@version` of each package that the text names anywhere. */
const versionsIn = (text: string, packages: string): readonly string[] =>
  [...text.matchAll(QUOTED)].flatMap(([, name = '']) => {
    const path = join(packages, name, 'package.json');
    if (name.startsWith('.') || !existsSync(path)) return [];
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? [`${name}@${manifest.version}`]
      : [];
  });
