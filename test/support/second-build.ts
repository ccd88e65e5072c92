/** Another build of the service: a copy of this one's compiled files with some lines changed. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Lifetime } from '../../testkit/lifetime.js';

/** One change: `from` must occur exactly once in the file. */
export interface Change {
  /** Path below the root of the compiled files. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** Another build. */
export interface SecondBuild {
  /** Its command line. */
  readonly cli: string;
}

const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url));
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
];

/** The build is removed at the end of the test. @throws Error if a line to change does not occur exactly once */
export const makeSecondBuild = (t: Lifetime, changes: readonly Change[]): SecondBuild => {
  const root = mkdtempSync(join(tmpdir(), 'parley-build-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of FOLDERS)
    cpSync(join(PACKAGE, 'dist', folder), join(root, 'dist', folder), { recursive: true });
  cpSync(join(PACKAGE, 'package.json'), join(root, 'package.json'));
  symlinkSync(join(PACKAGE, 'node_modules'), join(root, 'node_modules'));
  for (const { file, from, to } of changes) {
    const path = join(root, 'dist', file);
    const parts = readFileSync(path, 'utf8').split(from);
    if (parts.length !== 2) throw new Error(`${file} contains ${parts.length - 1} times: ${from}`);
    writeFileSync(path, parts.join(to));
  }
  return { cli: join(root, 'dist', 'src', 'cli.js') };
};
