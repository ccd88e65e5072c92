/**
 * Packages that only some settings need, and that are not installed with Parley: the SDKs of providers, drivers of databases.
 * package.json declares them as optional peers, with the versions that Parley is tested with.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The same path from the compiled file and from the bundled one. */
const PACKAGE = new URL('../../package.json', import.meta.url);

/** A package has to be installed first; the message says how. `code` is stable. */
export class PackageMissing extends Error {
  override readonly name = 'PackageMissing';
  readonly code = 'package_missing';

  constructor(packages: readonly string[]) {
    const { peerDependencies }: { readonly peerDependencies: Readonly<Record<string, string>> } = JSON.parse(
      readFileSync(PACKAGE, 'utf8'),
    );
    const wanted = packages.map((name) => `"${name}@${peerDependencies[name] ?? 'latest'}"`).join(' ');
    super(
      packages.length === 1
        ? `the package ${packages[0]} is not installed; run npm install ${wanted}`
        : `the packages ${packages.join(' and ')} are not installed; run npm install ${wanted}`,
    );
  }
}

/** Loads a package by `load`, an import of it. @throws PackageMissing */
export const loadPackage = async <Module>(name: string, load: () => Promise<Module>): Promise<Module> => {
  try {
    return await load();
  } catch (error) {
    if (isMissing(error, name)) throw new PackageMissing([name]);
    throw error;
  }
};

/** A package that one of its own dependencies lacks is another fault. */
const isMissing = (error: unknown, name: string): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes(`'${name}'`);

const isInstalled = (name: string): boolean => {
  try {
    createRequire(import.meta.url).resolve(`${name}/package.json`);
    return true;
  } catch (error) {
    // Packages may hide their package.json.
    return error instanceof Error && 'code' in error && error.code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  }
};

/** @throws PackageMissing for those that are not installed */
export const requirePackages = (
  packages: readonly string[],
  isThere: (name: string) => boolean = isInstalled,
): void => {
  const missing = packages.filter((name) => !isThere(name));
  if (missing.length > 0) throw new PackageMissing(missing);
};
