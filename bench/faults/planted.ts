/**
 * Planted bugs: each patch of `bench/faults/planted` is a realistic bug. A copy of the build with the bug is run with
 * one seed after the other until the checker finds it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build as esbuild } from 'esbuild';
import { codesOf, filesIn, plantedPatches, TREE } from './patches.js';
import type { Profile } from './plan.js';
import { runSeed } from './run-seed.js';

/** Compiled folders of the service, and the one that bundles them. */
const FOLDERS = [
  'schemas',
  'actors',
  'views',
  'providers',
  'operations',
  'media',
  'gateway',
  'simulators',
  'src',
  'scripts',
];
/** The most seeds that finding a planted bug may take. */
const MAX_SEEDS = 20;

/** A planted bug, and how it was found; `seed` is null if it was not. */
export interface FoundBug {
  readonly name: string;
  readonly seed: number | null;
  readonly codes: readonly string[];
}

/** Which seeds are run. */
interface PlantedOptions {
  readonly profile: Profile;
  /** The first seed. */
  readonly from: number;
}

/** Copies this build and recompiles the files of the patch. @returns the command line of the copy */
const build = async (patch: string, directory: string): Promise<string> => {
  const files = filesIn(patch);
  for (const file of files) cpSync(join(TREE, file), join(directory, file));
  execFileSync('git', ['apply', patch], { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const folder of FOLDERS)
    cpSync(join(TREE, 'dist', folder), join(directory, 'dist', folder), { recursive: true });
  // Files that are not code are found next to the sources, by path.
  for (const name of readdirSync(TREE))
    if (!name.startsWith('.') && !existsSync(join(directory, name)))
      symlinkSync(join(TREE, name), join(directory, name));
  await esbuild({
    entryPoints: files.map((file) => join(directory, file)),
    outdir: join(directory, 'dist'),
    outbase: directory,
    format: 'esm',
    target: 'node20',
  });
  execFileSync(process.execPath, [join('dist', 'scripts', 'bundle.js')], { cwd: directory, stdio: 'ignore' });
  return join(directory, 'dist', 'bundle', 'cli.js');
};

const findBug = async (
  patch: string,
  { profile, from }: PlantedOptions,
  log: (line: string) => void,
): Promise<FoundBug> => {
  const name = basename(patch, '.patch');
  const directory = mkdtempSync(join(tmpdir(), 'parley-planted-'));
  const expectedCodes = new Set(codesOf(patch));
  try {
    const cli = await build(patch, directory);
    for (let seed = from; seed < from + MAX_SEEDS; seed += 1) {
      const { result } = await runSeed({ seed, profile, cli });
      const codes = [...new Set(result.violations.map(({ code }) => code))];
      log(`${name}: seed ${seed}: ${codes.length === 0 ? 'held' : codes.join(', ')}`);
      const found = codes.filter((code) => expectedCodes.has(code));
      if (found.length > 0) return { name, seed, codes: found };
    }
    return { name, seed: null, codes: [] };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
};

/** `only` is the name of one patch; null means all. @throws Error when no patch has this name, or one cannot be built */
export const findPlanted = async (
  { only, ...options }: PlantedOptions & { readonly only: string | null },
  log: (line: string) => void,
): Promise<readonly FoundBug[]> => {
  const patches = plantedPatches().filter((patch) => only === null || basename(patch, '.patch') === only);
  if (patches.length === 0)
    throw new RangeError(`--only is "${only}"; write the name of a patch without .patch`);
  const found: FoundBug[] = [];
  for (const patch of patches) found.push(await findBug(patch, options, log));
  return found;
};
