/** What built code does, as a hash: of its files, of those that they import, and of the packages' versions. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** Static imports, and exports from elsewhere, as `tsc` writes them: a line each. */
const IMPORTED = /^(?:import|export)\b[^'"]*['"](\.{1,2}\/[^'"]+)['"];$/gm;
const QUOTED = /['"]([^'"\s]+)['"]/g;

/**
 * Changes whenever one of the files does, one that they import by its path, however far down, or the installed version of a
 * package that one of them names. `packages`: the folder of installed packages.
 * @throws Error when a file is not there
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

/** `name@version` of each package that is named anywhere in it. */
const versionsIn = (text: string, packages: string): readonly string[] =>
  [...text.matchAll(QUOTED)].flatMap(([, name = '']) => {
    const path = join(packages, name, 'package.json');
    if (name.startsWith('.') || !existsSync(path)) return [];
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? [`${name}@${manifest.version}`]
      : [];
  });
