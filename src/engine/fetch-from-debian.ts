/**
 * Fetches nats-server from the packages of a newer suite of the machine's own distribution, without root and without
 * changing anything on the machine but the cache. apt works on private directories and verifies signatures with the
 * machine's own keys as usual; the package is unpacked, not installed.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { distributionSource, readAptSources, stanzaFor } from './apt-sources.js';
import { isSuitable, type NatsServerBinary, parseVersion, probe } from './find-nats-server.js';
import { moveIntoCache } from './move-into-cache.js';

export interface FetchFromDebianOptions {
  readonly cacheDir: string;
  /** Default `/etc/os-release`. */
  readonly osRelease?: string;
  /** Default `/etc/apt`. */
  readonly aptDirectory?: string;
}

const PACKAGE = 'nats-server';
const COMMAND_TIMEOUT_MS = 120_000;

/** Suites that may be newer than the machine's own, the most stable first. */
const NEWER_SUITES = {
  debian: { suites: ['stable', 'testing', 'unstable'], components: ['main'] },
  ubuntu: { suites: ['devel', 'resolute'], components: ['main', 'universe'] },
} as const;

/** Hooks of the machine's configuration would affect more than this download. */
const PRIVATE_CONFIGURATION = `#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear APT::Default-Release;
`;

/** @throws Error that says why nothing can be fetched here */
export const fetchFromDebian = async (options: FetchFromDebianOptions): Promise<NatsServerBinary> => {
  const { id, codenames } = await readOsRelease(options.osRelease ?? '/etc/os-release');
  const source = distributionSource(await readAptSources(options.aptDirectory), codenames);
  if (source === null) throw new Error('the apt sources do not name the distribution’s own mirror');
  await mkdir(options.cacheDir, { recursive: true });
  const failures: string[] = [];
  for (const suite of NEWER_SUITES[id].suites) {
    const work = await mkdtemp(join(options.cacheDir, '.fetch-'));
    try {
      const stanza = stanzaFor(source, suite, NEWER_SUITES[id].components);
      return await moveIntoCache(options.cacheDir, await fetchFromSuite(work, stanza));
    } catch (error) {
      failures.push(`${suite}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
  throw new Error(failures.join('; '));
};

/** Packages to unpack. */
export interface UnpackOptions extends FetchFromDebianOptions {
  /** Null: the suite of this machine. */
  readonly suite: string | null;
  readonly packages: readonly string[];
  /** A directory that has their files afterwards; if it is there, nothing is fetched. */
  readonly into: string;
}

/**
 * Unpacks packages of a suite of this machine's distribution without installing them. Concurrent calls for one directory are allowed.
 * @throws Error that says why nothing can be fetched here
 */
export const unpackPackages = async (options: UnpackOptions): Promise<void> => {
  const { cacheDir, packages, into } = options;
  if (existsSync(into)) return;
  const { id, codenames } = await readOsRelease(options.osRelease ?? '/etc/os-release');
  const source = distributionSource(await readAptSources(options.aptDirectory), codenames);
  const suite = options.suite ?? codenames[0];
  if (source === null || suite === undefined)
    throw new Error('the apt sources do not name the distribution’s own mirror');
  await mkdir(cacheDir, { recursive: true });
  const work = await mkdtemp(join(cacheDir, '.fetch-'));
  try {
    const apt = await preparePrivateApt(work, stanzaFor(source, suite, NEWER_SUITES[id].components));
    await run('apt-get', [...apt, 'update'], work);
    await run('apt-get', [...apt, 'download', ...packages], work);
    const tree = join(work, 'tree');
    for (const name of await readdir(work))
      if (name.endsWith('.deb')) await run('dpkg-deb', ['-x', name, tree], work);
    await rename(tree, into).catch((error: unknown) => {
      if (!existsSync(into)) throw error;
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

const readOsRelease = async (
  path: string,
): Promise<{ id: keyof typeof NEWER_SUITES; codenames: readonly string[] }> => {
  const text = await readFile(path, 'utf8').catch(() => '');
  const field = (name: string): string =>
    new RegExp(`^${name}=(?:"([^"]*)"|(.*))$`, 'm')
      .exec(text)
      ?.slice(1)
      .find((value) => value !== undefined) ?? '';
  const family = [field('ID'), ...field('ID_LIKE').split(' ')];
  const id = family.includes('ubuntu') ? 'ubuntu' : family.includes('debian') ? 'debian' : null;
  if (id === null) throw new Error('this is neither Debian nor Ubuntu');
  const codenames = ['VERSION_CODENAME', 'UBUNTU_CODENAME', 'DEBIAN_CODENAME'].map(field);
  return { id, codenames: codenames.filter((name) => name !== '') };
};

const fetchFromSuite = async (work: string, stanza: string): Promise<NatsServerBinary> => {
  const apt = await preparePrivateApt(work, stanza);
  await run('apt-get', [...apt, 'update'], work);
  const offered = await run('apt-cache', [...apt, 'madison', PACKAGE], work);
  const version = parseVersion(offered.split('|')[1] ?? '');
  if (version === null) throw new Error(`has no ${PACKAGE}`);
  if (!isSuitable(version)) throw new Error(`has ${version.join('.')}, too old`);
  await run('apt-get', [...apt, 'download', PACKAGE], work);
  const archive = (await readdir(work)).find((name) => name.endsWith('.deb'));
  if (archive === undefined) throw new Error('apt-get downloaded nothing');
  const tree = join(work, 'tree');
  await run('dpkg-deb', ['-x', archive, tree], work);
  for (const directory of ['usr/sbin', 'usr/bin']) {
    const found = await probe(join(tree, directory, PACKAGE));
    if (found !== null && isSuitable(found.version)) return found;
  }
  throw new Error('the packaged program does not run here');
};

const preparePrivateApt = async (work: string, stanza: string): Promise<readonly string[]> => {
  const path = (name: string): string => join(work, name);
  for (const name of ['state/lists/partial', 'cache/archives/partial'])
    await mkdir(path(name), { recursive: true });
  await writeFile(path('private.sources'), stanza);
  await writeFile(path('private.conf'), PRIVATE_CONFIGURATION);
  const settings = {
    'Dir::State': path('state'),
    'Dir::State::Lists': path('state/lists'),
    'Dir::Cache': path('cache'),
    'Dir::Etc::sourcelist': path('private.sources'),
    'Dir::Etc::sourceparts': '-',
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': '-',
    'APT::Sandbox::User': 'root',
    'APT::Update::Error-Mode': 'any',
    'APT::Get::AllowUnauthenticated': 'false',
    'Acquire::AllowInsecureRepositories': 'false',
    'Acquire::AllowDowngradeToInsecureRepositories': 'false',
    'Acquire::AllowWeakRepositories': 'false',
    'Acquire::Languages': 'none',
    'Acquire::Retries': '2',
    'Acquire::http::Timeout': '20',
  };
  return [
    '-q',
    '-c',
    path('private.conf'),
    ...Object.entries(settings).flatMap(([k, v]) => ['-o', `${k}=${v}`]),
  ];
};

const run = (command: string, parameters: readonly string[], cwd: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const options = { cwd, timeout: COMMAND_TIMEOUT_MS, env: { ...process.env, LC_ALL: 'C' } };
    execFile(command, [...parameters], options, (error, stdout, stderr) => {
      if (error === null) return resolve(stdout);
      const problems = stderr.split('\n').filter((line) => /^[EW]:/.test(line));
      reject(
        new Error(
          `${command} failed: ${problems.slice(-2).join(' ').trim() || error.message.split('\n')[0]}`,
        ),
      );
    });
  });
