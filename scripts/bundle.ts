/**
 * Bundles the compiled files into the program that is started: `dist/bundle/cli.js`, with the entry files of its
 * threads and processes next to it. A process that loads a thousand small files spends most of a second of processor
 * time on finding them. Part of `npm run build`; the compiled files stay, for tests and benches that use them one by
 * one.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { sessionCode } from '../media/driver/session-build.js';

const BUILT = fileURLToPath(new URL('..', import.meta.url));
/** Flat, so that every file in it finds all others next to it. */
const TARGET = join(BUILT, 'bundle');
const COMMAND_LINE = join(BUILT, 'src', 'cli.js');
const FOLDERS = [
  'actors',
  'gateway',
  'media',
  'operations',
  'providers',
  'schemas',
  'simulators',
  'src',
  'views',
];

/**
 * What an installation has beside the program: packages with files of their own, native or not, and large ones that few use. All
 * others are part of the program, which their many small files would slow down; package.json has them as development packages.
 */
const manifest: {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
} = JSON.parse(readFileSync(new URL('../package.json', pathToFileURL(BUILT)), 'utf8'));
const INSTALLED: ReadonlySet<string> = new Set(
  [manifest.dependencies, manifest.optionalDependencies, manifest.peerDependencies].flatMap(Object.keys),
);
/** Native accelerators that `ws` tries to load, and does without. */
const ABSENT: ReadonlySet<string> = new Set(['bufferutil', 'utf-8-validate']);

/** The entry file of a thread or a process. */
const STARTED = /new URL\('(\.[^']+\.js)', import\.meta\.url\)/g;

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

const nameOf = (path: string): string =>
  path === COMMAND_LINE ? 'cli' : relative(BUILT, path).replace(/\.js$/, '').replaceAll(/[\\/]/g, '.');

const compiled = (): readonly string[] =>
  FOLDERS.flatMap((folder) =>
    readdirSync(join(BUILT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(BUILT, folder, name)),
  );

const startedBy = (path: string, text: string): readonly string[] =>
  [...text.matchAll(STARTED)]
    .map(([, started = '']) => resolve(dirname(path), started))
    .filter((started) => existsSync(started));

/** Placeholder for `import.meta.url` of a bundled file until all other occurrences are replaced. */
const HERE = '<here>';

/** Files refer to each other, and to the data next to them, by location; in the bundle their location differs. */
const rebased = (path: string, text: string): string =>
  text
    .replaceAll(STARTED, (found, started: string) => {
      const target = resolve(dirname(path), started);
      return existsSync(target) ? `new URL('./${nameOf(target)}.js', ${HERE})` : found;
    })
    .replaceAll('import.meta.url', `new URL('${relative(TARGET, path).replaceAll('\\', '/')}', ${HERE}).href`)
    .replaceAll(HERE, 'import.meta.url');

const plugin: Plugin = {
  name: 'parley',
  setup: ({ onLoad, onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind !== 'entry-point' && (INSTALLED.has(packageOf(path)) || ABSENT.has(packageOf(path)))
        ? { path, external: true }
        : undefined,
    );
    onLoad({ filter: /\.js$/ }, async ({ path }) => {
      if (!path.startsWith(BUILT)) return undefined;
      const text = await readFile(path, 'utf8');
      return text.includes('import.meta.url') ? { contents: rebased(path, text), loader: 'js' } : undefined;
    });
  },
};

const started = compiled().flatMap((path) => startedBy(path, readFileSync(path, 'utf8')));
rmSync(TARGET, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: resolve(BUILT, '..'),
  metafile: true,
  entryPoints: Object.fromEntries([COMMAND_LINE, ...started].map((path) => [nameOf(path), path])),
  outdir: TARGET,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  define: { SESSION_CODE: JSON.stringify(sessionCode()) },
  // Stack traces of an installed package show places alone. The maps, which every build of the version makes, lead from them to names.
  minify: true,
  charset: 'utf8',
  sourcemap: 'linked',
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  plugins: [plugin],
  // CommonJS packages load Node's own modules by this name.
  banner: {
    js: "import { createRequire as createBundleRequire } from 'node:module';\nconst require = createBundleRequire(import.meta.url);",
  },
});

/** Folders of the packages inside the program, for the lists of licences and components (scripts/packages/). */
const inputs = Object.values(metafile.outputs).flatMap(({ inputs: parts }) => Object.keys(parts));
const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
writeFileSync(join(TARGET, 'packages.json'), JSON.stringify([...new Set(folders)].sort()));

// The voice detector's model as packages contain it (providers/speech/silero/judge.ts).
const model = resolve(BUILT, '..', 'providers', 'speech', 'silero', 'silero_vad.onnx');
const packed = join(BUILT, 'providers', 'speech', 'silero', 'silero_vad.onnx.br');
if (!existsSync(packed) || statSync(packed).mtimeMs < statSync(model).mtimeMs) {
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  writeFileSync(packed, brotliCompressSync(readFileSync(model), { params }));
}

// `node_modules/.bin/parley`, which npm makes where the package is installed, but not in the package itself.
const commands = resolve(BUILT, '..', 'node_modules', '.bin');
const command = join(commands, 'parley');
const program = join(TARGET, 'cli.js');
chmodSync(program, 0o755);
mkdirSync(commands, { recursive: true });
rmSync(command, { force: true });
symlinkSync(relative(commands, program), command);
