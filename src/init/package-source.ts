/** How a project starts `parley`: as a package that it depends on, or from this checkout, which no registry has. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PackageSource {
  /** What package.json depends on; empty for a checkout. */
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

/** For a project in `folder`. `spec`: a version, or the path of a tarball; undefined: as this program was installed. */
export const packageSource = (folder: string, spec: string | undefined): PackageSource => {
  const root = rootOf();
  const isInstalled = root.split(sep).includes('node_modules');
  if (spec !== undefined || isInstalled) {
    const wanted = spec ?? `^${versionIn(root)}`;
    return {
      devDependencies: { 'parley-voice': wanted },
      command: 'parley',
      root: './node_modules/parley-voice',
    };
  }
  // npm would build the checkout again as a dependency.
  const path = relative(resolve(folder), root);
  const cli = join(path, 'dist', 'bundle', 'cli.js');
  return { devDependencies: {}, command: `node ${PLAIN.test(cli) ? cli : `'${cli}'`}`, root: path };
};

const versionIn = (root: string): string => {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  );
  return version;
};
