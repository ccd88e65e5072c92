/** What a project depends on, and how it starts `parley`: from packages, or from this checkout, which no registry has. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PackageSource {
  /** The client, which the project's programs use. */
  readonly dependencies: Readonly<Record<string, string>>;
  /** The command line; empty for a checkout. */
  readonly devDependencies: Readonly<Record<string, string>>;
  /** Starts the command line in a script of package.json. */
  readonly command: string;
  /** The folder of the package, from the project. */
  readonly root: string;
}

/** The folder of this package. The compiled and the bundled program are at different depths below it. */
export const rootOf = (): string => {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
};

/** Letters that a shell leaves alone. */
const PLAIN = /^[\w./@+-]+$/;

/** What was given on the command line: versions, or paths of tarballs. undefined: as this program was installed. */
interface WantedPackages {
  readonly package?: string;
  readonly client?: string;
}

/** For a project in `folder`. */
export const packageSource = (folder: string, wanted: WantedPackages): PackageSource => {
  const root = rootOf();
  const isInstalled = root.split(sep).includes('node_modules');
  const published = `^${versionIn(root)}`;
  if (wanted.package !== undefined || isInstalled)
    return {
      dependencies: { 'parley-voice-client': wanted.client ?? published },
      devDependencies: { 'parley-voice': wanted.package ?? published },
      command: 'parley',
      root: './node_modules/parley-voice',
    };
  const path = relative(resolve(folder), root);
  const cli = join(path, 'dist', 'bundle', 'cli.js');
  return {
    // npm links it. As a dependency, the checkout itself would be built again.
    dependencies: { 'parley-voice-client': wanted.client ?? `file:${join(path, 'packages', 'client')}` },
    devDependencies: {},
    command: `node ${PLAIN.test(cli) ? cli : `'${cli}'`}`,
    root: path,
  };
};

const versionIn = (root: string): string => {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return version;
};
