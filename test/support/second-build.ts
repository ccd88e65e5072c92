/** Another build of the service: a copy of this one's compiled files in which some lines are others. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Lifetime } from '../../testkit/lifetime.js';

/** One change: `from` stands exactly once in the file. */
export interface Change {
  /** Below the root of the compiled files. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** A build beside this one. */
export interface SecondBuild {
  /** Its command line. */
  readonly cli: string;
}

const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url));
const FOLDERS = ['schemas', 'actors', 'views', 'providers', 'operations', 'media', 'gateway', 'src'];

/** Ends with the test. @throws Error when a line that is to be changed is not there */
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
    if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
    writeFileSync(path, parts.join(to));
  }
  return { cli: join(root, 'dist', 'src', 'cli.js') };
};
