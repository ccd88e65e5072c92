/** `parley init`: writes a project that uses Parley: an agent as a file, a call, a receiver of webhooks, a simulation. */
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { asJson } from '../apply/json.js';
import { ConfigError } from '../config/error.js';
import { LISTEN } from '../config/settings/listen.js';
import { STORAGE } from '../config/settings/storage.js';
import { createCredentials } from './credentials.js';
import { type PackageSource, packageSource, rootOf } from './package-source.js';

const DEFAULT_URL = `http://127.0.0.1:${LISTEN.port.default}`;
const OWNER_ONLY = 0o600;

/** The files of a project, and where their templates are in `examples/starter`: a package cannot have all of these names. */
const FILES = {
  'agents.yaml': 'agents.yaml',
  'opening-hours.md': 'opening-hours.md',
  'call.js': 'call.js',
  'receiver.js': 'receiver.js',
  'parley.js': 'parley.js',
  'scenario.yaml': 'scenario.yaml',
  'README.md': 'README.md',
  'package.json': '_package.json',
  '.env.example': '_env.example',
  '.gitignore': '_gitignore',
  '.github/workflows/agents.yml': '_github/workflows/agents.yml',
} as const;

/** The options of the command. */
interface InitOptions {
  readonly force?: boolean;
  readonly key?: boolean;
  readonly dataDir?: string;
  readonly url: string;
  readonly package?: string;
  readonly client?: string;
}

/** Adds the command. */
export const addInitCommand = (program: Command): void => {
  program
    .command('init [folder]')
    .description('Write a project: an agent as a file, a call, a receiver of webhooks, a simulation, and CI.')
    .option('--force', 'overwrite existing files')
    .option('--key', 'write no project: create a business and a key at the local service, for .env')
    .option(
      '--data-dir <path>',
      `data directory of the local service (default ${STORAGE.dataDir.default}; PARLEY_DATA_DIR)`,
    )
    .option('--url <url>', 'address of the service, for .env', DEFAULT_URL)
    .option('--package <spec>', 'where package.json gets parley-voice from (default: this installation)')
    .option(
      '--client <spec>',
      'where it gets parley-voice-client from (default: as --package, of this version)',
    )
    .addHelpText(
      'after',
      `
If a service of this machine has its data in the data directory, a business with 100 credits and a key are created there and written to
.env. Existing files are kept: the command refuses to begin if there are any (docs/tutorials/own-project.md).`,
    )
    .action(async (folder: string | undefined, options: InitOptions) => {
      const lines = await init(resolve(folder ?? '.'), options);
      process.stdout.write(lines.map((line) => `${line}\n`).join(''));
    });
};

/** Resolves with what to print. @throws ConfigError if a file exists, or there is no service to create a key at */
export const init = async (folder: string, options: InitOptions): Promise<readonly string[]> => {
  const { force = false, key = false, url } = options;
  if (!URL.canParse(url)) throw new ConfigError(`--url is "${url}", which is no address`);
  const dataDir = resolve(options.dataDir ?? process.env.PARLEY_DATA_DIR ?? STORAGE.dataDir.default);
  const hasService = existsSync(dataDir);
  if (key && !hasService)
    throw new ConfigError(
      `${dataDir} has no data of a service; start one with parley serve, or give its directory with --data-dir`,
    );
  const names = [...(key ? [] : Object.keys(FILES)), ...(hasService ? ['.env'] : [])];
  const existing = names.filter((name) => existsSync(join(folder, name)));
  if (existing.length > 0 && !force)
    throw new ConfigError(
      `${folder} already has ${existing.join(', ')}; choose another folder, or overwrite with --force`,
    );
  const source = packageSource(folder, options);
  if (!key) writeProject(folder, source);
  const lines = [...(key ? [] : [`Wrote ${Object.keys(FILES).length} files to ${folder}.`])];
  if (hasService) {
    const { businessId, apiKey } = await createCredentials(dataDir, basename(folder));
    writeEnvironment(folder, { PARLEY_URL: url, PARLEY_BUSINESS_ID: businessId, PARLEY_API_KEY: apiKey });
    lines.push(`Created a business with a key, and wrote them to ${join(folder, '.env')}.`);
  }
  return [...lines, ...nextSteps(folder, { key, hasService })];
};

const nextSteps = (
  folder: string,
  { key, hasService }: Readonly<Record<'key' | 'hasService', boolean>>,
): readonly string[] => {
  if (key) return ['Next: npm run apply'];
  const commands = [
    `cd ${folder}`,
    'npm install',
    ...(hasService ? ['npm run apply', 'npm run call'] : ['npm run serve']),
  ];
  return [
    `Next: ${commands.join(' && ')}`,
    ...(hasService ? [] : ['Then, in another terminal: npm run key && npm run apply && npm run call']),
  ];
};

const template = (name: string): string => readFileSync(join(rootOf(), 'examples', 'starter', name), 'utf8');

const writeProject = (folder: string, source: PackageSource): void => {
  for (const [name, from] of Object.entries(FILES)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const text = template(from).replaceAll('./node_modules/parley-voice', source.root);
    writeFileSync(path, name === 'package.json' ? packageJson(text, source, folder) : text);
  }
};

/** Characters that the name of a package may not have. */
const NOT_IN_NAMES = /[^a-z0-9-]+/g;
/** The command in a script of the template. */
const COMMAND = /(?<=^|\s)parley(?= )/;

const packageJson = (text: string, source: PackageSource, folder: string): string => {
  const { command, dependencies, devDependencies } = source;
  const content = asJson(JSON.parse(text));
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(NOT_IN_NAMES, '-')
    .replaceAll(/^-+|-+$/g, '');
  const scripts = Object.entries(asJson(content.scripts)).map(([script, line]) => [
    script,
    String(line).replace(COMMAND, () => command),
  ]);
  const named = {
    ...content,
    ...(name === '' ? {} : { name }),
    scripts: Object.fromEntries(scripts),
    dependencies,
    ...(Object.keys(devDependencies).length === 0 ? {} : { devDependencies }),
  };
  return `${JSON.stringify(named, null, 2)}\n`;
};

/** The lines of .env.example, with these values. */
const writeEnvironment = (folder: string, values: Readonly<Record<string, string>>): void => {
  const text = Object.entries(values).reduce(
    (lines, [name, value]) => lines.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`),
    template(FILES['.env.example']),
  );
  const path = join(folder, '.env');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, text, { mode: OWNER_ONLY });
  chmodSync(path, OWNER_ONLY);
};
