/**
 * Which test files run together in one process, and which by themselves. Those that start neither a service nor a server
 * run together, a folder at a time (test/all-in-one/): most of what such a file costs is starting a process for it. So do
 * those of the views and of the runtime that start a nats-server and nothing else.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `dist/`, as this file lies in it. */
const BUILT = fileURLToPath(new URL('../..', import.meta.url));
const TESTS = join(BUILT, 'test');
/** tap takes files by their names: those that take longest come first, and none of them is left to run alone at the end. */
const TOGETHER = 'all-in-one';

const inTestkit = (name: string): string => join(BUILT, 'testkit', `${name}.js`);
const NATS = inTestkit('nats');

/** What starts a server or a service. */
const STARTERS = [
  NATS,
  ...[
    'parley-process',
    'nats-cluster',
    'databases',
    'recognition/simulated-recognisers',
    'realtime/simulated-engine',
  ].map(inTestkit),
];

/** Files with threads that a test ends, or with clocks that others' work would disturb; some are long, too. */
const BY_THEMSELVES: ReadonlySet<string> = new Set([
  'gateway/request-head.test.js',
  'gateway/slow-clients.test.js',
  'providers/speech/synthesisers/account-voices.test.js',
  'providers/speech/synthesisers/conformance.test.js',
  'providers/speech/synthesisers/pool.test.js',
  'providers/speech/synthesisers/witnesses.test.js',
  'providers/tables/hostile.test.js',
]);

/** Folders whose files run together although they start a nats-server. */
const SERVED: readonly string[] = ['views', 'actors/runtime'];

/** Files that listen to the same voices, which take long to make; they run together by themselves. */
const LISTENING: ReadonlySet<string> = new Set([
  'media/noise.test.js',
  'media/voice-activity.test.js',
  'providers/speech/phrase-recogniser.test.js',
  'providers/speech/silero-detector.test.js',
]);

/** The folders whose files run together, the one of a file comes first; the last one is what lies in no other. */
const GROUPS = [
  'actors/runtime',
  'actors',
  'gateway',
  'media',
  'operations',
  'providers',
  'views',
  'voices',
  'others',
] as const;
export type Group = (typeof GROUPS)[number];

const IMPORT = /(?:from|import) '(\.[^']+)'/g;

/** File → what it imports of ours: most files are reached from many tests, and read once. */
const importsRead = new Map<string, readonly string[]>();

const importsOf = (file: string): readonly string[] => {
  const found = importsRead.get(file);
  if (found !== undefined) return found;
  const text = readFileSync(file, 'utf8');
  const imports = [...text.matchAll(IMPORT)]
    .map(([, path = '']) => resolve(dirname(file), path))
    .filter((imported) => existsSync(imported));
  importsRead.set(file, imports);
  return imports;
};

const startsSomething = (name: string): boolean => {
  const file = join(TESTS, name);
  const isServed = SERVED.some((folder) => name.startsWith(`${folder}/`));
  const reached = new Set([file]);
  // A set that grows is walked to its new end.
  for (const each of reached) for (const imported of importsOf(each)) reached.add(imported);
  return STARTERS.some((starter) => reached.has(starter) && !(isServed && starter === NATS));
};

const allTests = (): readonly string[] =>
  readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => name.split(sep).join('/'))
    .sort();

const groupOf = (name: string): Group =>
  LISTENING.has(name) ? 'voices' : (GROUPS.find((group) => name.startsWith(`${group}/`)) ?? 'others');

const isTogether = (name: string): boolean =>
  !name.startsWith(`${TOGETHER}/`) && !BY_THEMSELVES.has(name) && !startsSomething(name);

/** Paths of the files that run in one process as this group. */
export const filesTogether = (group: Group): readonly string[] =>
  allTests()
    .filter((name) => groupOf(name) === group && isTogether(name))
    .map((name) => join(TESTS, name));

/** Calls in real time, which run after all others. */
const IN_REAL_TIME = ['e2e/calls/', 'e2e/console/calls/'] as const;

/** Paths of what starts a process each: the groups, and all that is in none; without the calls in real time. */
export const filesApart = ({ fast }: { readonly fast: boolean }): readonly string[] =>
  allTests()
    .filter((name) => !IN_REAL_TIME.some((folder) => name.startsWith(folder)) && !isTogether(name))
    .filter((name) => !fast || name.startsWith(`${TOGETHER}/`) || BY_THEMSELVES.has(name))
    .map((name) => join(TESTS, name));
