/**
 * Node 22 and 24 on a system whose C library is too old for uWebSockets.js: a copy of the official binary that starts with the C library
 * of a newer Debian, unpacked beside it, and better-sqlite3 compiled for it. All of it is kept in the cache directory.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, cp, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { unpackPackages } from '../../src/engine/fetch-from-debian.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The suite of glibc 2.41, and that of this machine for the tool. */
const SUITE = 'trixie';
const LIBRARIES = ['libc6', 'libstdc++6', 'libgcc-s1'];
const COMPILE_MS = 600_000;

const run = promisify(execFile);

export interface NewerNode {
  /** Path of the program. Processes that it starts from its own path use the same libraries. */
  readonly path: string;
  /** Value of NODE_OPTIONS that loads the binaries compiled for it. */
  readonly options: string;
}

/** `major`: 22 or 24. @throws Error if packages cannot be fetched, or the compiler fails */
export const newerNode = async (major: number, cacheDir: string): Promise<NewerNode> => {
  const package_ = join(ROOT, 'witnesses', 'node_modules', `node${major}`);
  const { stdout } = await run(join(package_, 'bin', 'node'), ['--version']);
  const folder = join(cacheDir, `node-${stdout.trim()}`);
  if (!existsSync(join(folder, 'complete'))) {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await Promise.all([placeNode(package_, folder, cacheDir), compileSqlite(package_, folder)]);
    await writeFile(join(folder, 'complete'), '');
  }
  return { path: join(folder, 'node'), options: `--require=${join(folder, 'binaries.cjs')}` };
};

/** The program with its own loader and libraries. */
const placeNode = async (package_: string, folder: string, cacheDir: string): Promise<void> => {
  const libraries = join(cacheDir, `libraries-${SUITE}`);
  const tools = join(cacheDir, 'tools');
  await unpackPackages({ cacheDir, suite: SUITE, packages: LIBRARIES, into: libraries });
  await unpackPackages({ cacheDir, suite: null, packages: ['patchelf'], into: tools });
  const lib = join(libraries, 'usr', 'lib', 'x86_64-linux-gnu');
  await copyFile(join(package_, 'bin', 'node'), join(folder, 'node'));
  const interpreter = ['--set-interpreter', join(lib, 'ld-linux-x86-64.so.2')];
  await run(join(tools, 'usr', 'bin', 'patchelf'), [
    ...interpreter,
    '--force-rpath',
    '--set-rpath',
    lib,
    join(folder, 'node'),
  ]);
};

/** Compiles better-sqlite3 with the headers in the package of Node, and makes Node load that. */
const compileSqlite = async (package_: string, folder: string): Promise<void> => {
  const work = await mkdtemp(join(folder, 'build-'));
  const source = join(ROOT, 'node_modules', 'better-sqlite3');
  for (const name of await readdir(source))
    if (name !== 'build') await cp(join(source, name), join(work, name), { recursive: true });
  const gyp = join(ROOT, 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
  const { stdout } = await run(join(package_, 'bin', 'node'), ['-p', 'process.versions.node']);
  const headers = [`--nodedir=${package_}`, `--target=${stdout.trim()}`];
  const parameters = [gyp, 'rebuild', '--release', ...headers];
  // Optimising takes most of the time, and tests do without.
  const env = { ...process.env, NODE_OPTIONS: '', CFLAGS: '-O1', CXXFLAGS: '-O1' };
  const limits = { timeout: COMPILE_MS, maxBuffer: 16 * 1024 * 1024 };
  await run(process.execPath, parameters, { cwd: work, env, ...limits });
  const binary = join(folder, 'better_sqlite3.node');
  await rename(join(work, 'build', 'Release', 'better_sqlite3.node'), binary);
  await rm(work, { recursive: true, force: true });
  await writeFile(join(folder, 'binaries.cjs'), loadsInstead(binary));
};

/** A script that loads `binary` where better-sqlite3 loads its own. */
const loadsInstead = (binary: string): string => `const load = process.dlopen;
process.dlopen = (module, path, ...flags) =>
  load.call(process, module, path.endsWith('better_sqlite3.node') ? ${JSON.stringify(binary)} : path, ...flags);
`;

/** URL of the module that all processes of tap load. */
export const UNHOOKED = pathToFileURL(join(ROOT, 'dist', 'test', 'support', 'unhooked.js')).href;
