/** The patches of `bench/faults/planted`, each of which plants a bug in the tree. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The tree that this file was built from. */
export const TREE = fileURLToPath(new URL('../../../', import.meta.url));
const PLANTED = join(TREE, 'bench', 'faults', 'planted');

/** Paths of all patches. */
export const plantedPatches = (): readonly string[] =>
  readdirSync(PLANTED)
    .filter((name) => name.endsWith('.patch'))
    .sort()
    .map((name) => join(PLANTED, name));

/** The codes that reveal a patch, from its line `Found-by:`; other violations may be those of the tree itself. */
export const codesOf = (patch: string): readonly string[] =>
  (/^Found-by: (.+)$/m.exec(readFileSync(patch, 'utf8'))?.[1] ?? '')
    .split(/,\s*/)
    .filter((code) => code !== '');

/** Throws when the patch does not apply to the tree. */
export const checkPatch = (patch: string): void =>
  void execFileSync('git', ['apply', '--check', patch], { cwd: TREE, stdio: ['ignore', 'pipe', 'pipe'] });

/** Paths of the files that a patch changes. */
export const filesIn = (patch: string): readonly string[] =>
  [...readFileSync(patch, 'utf8').matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, path = '']) => path);
