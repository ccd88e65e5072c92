/** Versions of the measured software. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this package. */
export const REPOSITORY = fileURLToPath(new URL('../../../', import.meta.url));

/** The output of a command; `unknown` if the command is missing or fails. */
export const outputOf = (file: string, args: readonly string[]): string => {
  try {
    return execFileSync(file, args, {
      cwd: REPOSITORY,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown'; // A package without its repository can be measured all the same.
  }
};

/** Versions of this package and of others that are installed in it. */
export const versionsOf = (packages: readonly string[]): Readonly<Record<string, string>> => ({
  parley: outputOf('git', ['describe', '--always', '--dirty']),
  node: process.version.slice(1),
  ...Object.fromEntries(
    packages.map((name) => {
      const { version }: { readonly version: string } = JSON.parse(
        readFileSync(join(REPOSITORY, 'node_modules', name, 'package.json'), 'utf8'),
      );
      return [name, version];
    }),
  ),
});
