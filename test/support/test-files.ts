/**
 * Which test files share a process, and which have their own. Files that start neither a service nor a server run
 * together, a folder at a time (test/all-in-one/): most of the cost of such a file is the start of its process. Files
 * of the views and of the runtime that start only a nats-server run together as well.
 */
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createImportGraph } from '../../testkit/import-graph.js';

/** `dist/`, which contains this file. */
const BUILT = fileURLToPath(new URL('../..', import.meta.url));
const TESTS = join(BUILT, 'test');
/** tap runs files by name. This name comes early: the longest files start first, and none runs alone at the end. */
const TOGETHER = 'all-in-one';

const inTestkit = (name: string): string => join(BUILT, 'testkit', `${name}.js`);
const NATS = inTestkit('nats/server');

/** Modules that start a server or a service. */
const SERVER_MODULES = [
  NATS,
  ...[
    'service/parley-process',
    'nats/cluster',
    'servers/databases',
    'recognition/simulated-recognisers',
    'realtime/simulated-engine',
  ].map(inTestkit),
];

/** Files with threads that a test ends, or with clocks that other work would disturb; some are also long. */
const BY_THEMSELVES: ReadonlySet<string> = new Set([
  'gateway/http/request-head.test.js',
  'gateway/http/slow-clients.test.js',
  'providers/speech/synthesisers/account-voices.test.js',
  'providers/speech/synthesisers/conformance.test.js',
  'providers/speech/synthesisers/websocket/pool.test.js',
  'providers/speech/synthesisers/witnesses.test.js',
  'providers/tables/hostile.test.js',
]);

/** Folders whose files run together although they start a nats-server. */
const SERVED: readonly string[] = ['views', 'actors/runtime'];

/** Files that use the same voices, which take long to synthesise; they have their own group. */
const LISTENING: ReadonlySet<string> = new Set([
  'media/session/hearing/noise.test.js',
  'media/audio/voice-activity.test.js',
  'providers/speech/offline/phrases/recogniser.test.js',
  'providers/speech/silero/detector.test.js',
]);

/** Folders whose files run together. The first matching folder counts; the last group has the remaining files. */
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

const graph = createImportGraph();

const startsServer = (name: string): boolean => {
  const file = join(TESTS, name);
  const isServed = SERVED.some((folder) => name.startsWith(`${folder}/`));
  const reached = graph.reachedFrom(file);
  return SERVER_MODULES.some((starter) => reached.has(starter) && !(isServed && starter === NATS));
};

const allTests = (): readonly string[] =>
  readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.js'))
    .map((name) => name.split(sep).join('/'))
    .sort();

const groupOf = (name: string): Group =>
  LISTENING.has(name) ? 'voices' : (GROUPS.find((group) => name.startsWith(`${group}/`)) ?? 'others');

const isTogether = (name: string): boolean =>
  !name.startsWith(`${TOGETHER}/`) && !BY_THEMSELVES.has(name) && !startsServer(name);

/** Paths of the files that run in one process as this group. */
export const filesTogether = (group: Group): readonly string[] =>
  allTests()
    .filter((name) => groupOf(name) === group && isTogether(name))
    .map((name) => join(TESTS, name));

/** Tests with calls in real time, which run after all others. */
const IN_REAL_TIME = ['e2e/calls/', 'e2e/console/calls/'] as const;

/** Paths of the tests with calls in real time. */
export const filesInRealTime = (): readonly string[] =>
  allTests()
    .filter((name) => IN_REAL_TIME.some((folder) => name.startsWith(folder)))
    .map((name) => join(TESTS, name));

/** Paths of the files that each start a process: the groups, and files in no group; without the calls in real time. */
export const filesApart = ({ fast }: { readonly fast: boolean }): readonly string[] =>
  allTests()
    .filter((name) => !IN_REAL_TIME.some((folder) => name.startsWith(folder)) && !isTogether(name))
    .filter((name) => !fast || name.startsWith(`${TOGETHER}/`) || BY_THEMSELVES.has(name))
    .map((name) => join(TESTS, name));
