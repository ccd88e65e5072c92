/** Which packages of the lock file end up on a user's machine, and how: installed next to Parley, or inside its files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** An entry of the lock file. */
interface Entry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lock {
  readonly packages: Readonly<Record<string, Entry>>;
}

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** As the package states it, an SPDX expression for nearly all. */
  readonly licence: string;
  /** Subresource integrity of its archive; null: a package in this repository. */
  readonly integrity: string | null;
  /** Folder from the root of the repository, a key of the lock file. */
  readonly path: string;
  /** Folders of the packages that it needs. */
  readonly needs: readonly string[];
}

/** Packages on a user's machine. */
export interface Shipped {
  /** Installed by npm with Parley. */
  readonly installed: readonly LockedPackage[];
  /** Inside the program (`dist/bundle`) or the console's page. */
  readonly included: readonly LockedPackage[];
}

const readLock = (): Lock => JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));

const MODULES = 'node_modules/';

/** The folder that `name` resolves to in the package at `from`, as Node looks for it; null: an optional package without a build. */
const resolveIn = ({ packages }: Lock, from: string, name: string): string | null => {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf(MODULES) - 1))) {
    const path = `${folder === '' ? '' : `${folder}/`}${MODULES}${name}`;
    if (path in packages) return path;
    if (folder === '') return null;
  }
};

const nameAt = (path: string): string => path.slice(path.lastIndexOf(MODULES) + MODULES.length);

const needsOf = (lock: Lock, path: string): readonly string[] => {
  const { dependencies = {}, optionalDependencies = {} } = lock.packages[path] ?? {};
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap(
    (name) => resolveIn(lock, path, name) ?? [],
  );
};

const closureOf = (lock: Lock, roots: readonly string[]): ReadonlySet<string> => {
  const found = new Set<string>();
  const open = [...roots];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    open.push(...needsOf(lock, path));
  }
  return found;
};

const lockedAt = (lock: Lock, path: string): LockedPackage => {
  const { version = '', license = '', integrity = null } = lock.packages[path] ?? {};
  return { name: nameAt(path), version, licence: license, integrity, path, needs: needsOf(lock, path) };
};

const byName = (a: LockedPackage, b: LockedPackage): number =>
  a.name === b.name ? (a.version < b.version ? -1 : 1) : a.name < b.name ? -1 : 1;

/** Folders of the packages that scripts/bundle.ts has put into the program. @throws Error before the first build */
const bundledFolders = (): readonly string[] =>
  JSON.parse(readFileSync(join(ROOT, 'dist', 'bundle', 'packages.json'), 'utf8'));

/** Build and test the page, and are not in it. */
const PAGE_TOOLS: ReadonlySet<string> = new Set([
  ...['vite', 'vitest', 'happy-dom'],
  ...['@testing-library/dom', '@testing-library/react', '@testing-library/user-event'],
]);

/** Packages that the console is built from: development packages, because the page contains what it needs of them. */
const pagePackages = ({ packages }: Lock): readonly string[] =>
  Object.keys(packages.console?.devDependencies ?? {}).filter(
    (name) => !name.startsWith('@types/') && !PAGE_TOOLS.has(name),
  );

/** By name. @throws Error if the program was not built */
export const shippedPackages = (): Shipped => {
  const lock = readLock();
  const installed = [...closureOf(lock, needsOf(lock, ''))];
  const page = closureOf(
    lock,
    pagePackages(lock).flatMap((name) => resolveIn(lock, 'console', name) ?? []),
  );
  const included = [...new Set([...bundledFolders(), ...page])];
  const packages = (paths: readonly string[]): readonly LockedPackage[] =>
    paths.map((path) => lockedAt(lock, path)).sort(byName);
  return { installed: packages(installed), included: packages(included) };
};

/** A file of a package or of this repository. `path`: from the root of the repository. */
export const rootPath = (path: string): string => join(ROOT, path);
