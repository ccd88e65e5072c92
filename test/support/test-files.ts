/**
 * Which test files share a process, and which have their own. Files that start neither a service nor a server run
 * together, a folder at a time (test/all-in-one/): most of the cost of such a file is the start of its process. Files
 * of the views and of the runtime that start only a nats-server run together as well, and so do files of the console,
 * which share a service and a browser.
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
/** The group that starts a service. */
const CONSOLE = `${TOGETHER}/console.test.js`;

const inTestkit = (name: string): string => join(BUILT, 'testkit', `${name}.js`);
const NATS = inTestkit('nats/server');
const SERVICE = inTestkit('service/parley-process');

/** Modules that start a server or a service. */
const SERVER_MODULES = [
  NATS,
  SERVICE,
  ...[
    'nats/cluster',
    'servers/databases',
    'simulators/simulated-recognisers',
    'simulators/simulated-engine',
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

/** Folders whose files run together although they start these. */
const SERVED: Readonly<Record<string, readonly string[]>> = {
  views: [NATS],
  'actors/runtime': [NATS],
  'e2e/console': [NATS, SERVICE],
  'src/admin': [NATS],
};

/** Files of these folders that need an installation of their own. */
const NOT_SERVED: ReadonlySet<string> = new Set(['e2e/console/first-run.test.js']);

/** Files that use the same voices, which take long to synthesise; they have their own group. */
const LISTENING: ReadonlySet<string> = new Set([
  'media/session/hearing/noise.test.js',
  'media/audio/voice-activity.test.js',
  'providers/speech/offline/phrases/recogniser.test.js',
  'providers/speech/silero/detector.test.js',
]);

/** Folders whose files run together. The first matching folder counts; the last group has the remaining files. */
const GROUPS = [
  'e2e/console',
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
  const [, served = []] = Object.entries(SERVED).find(([folder]) => name.startsWith(`${folder}/`)) ?? [];
  const reached = graph.reachedFrom(file);
  return SERVER_MODULES.some((starter) => reached.has(starter) && !served.includes(starter));
};

const BUILT_TESTS: readonly string[] = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.js'))
  .map((name) => name.split(sep).join('/'))
  .sort();

/** Tests with the tools of witnesses/, which `npm run test:ecosystem` runs. */
const ECOSYSTEM = 'ecosystem/';

const ALL_TESTS = BUILT_TESTS.filter((name) => !name.startsWith(ECOSYSTEM));

const groupOf = (name: string): Group =>
  LISTENING.has(name) ? 'voices' : (GROUPS.find((group) => name.startsWith(`${group}/`)) ?? 'others');

/** Tests with calls in real time, which run after all others, and tests that mostly wait, which run beside them. */
const IN_REAL_TIME: readonly string[] = [
  'e2e/calls/',
  'e2e/console/calls/',
  'gateway/pipeline/idempotency.test.js',
  'operations/trouble/trouble-desk.test.js',
  'operations/webhooks/delivery-order.test.js',
  'providers/speech/recognisers/deepgram-flux.test.js',
  'providers/speech/recognisers/deepgram.test.js',
  'providers/speech/synthesisers/conformance.test.js',
];

/** What a newcomer, an operator and a designer do from beginning to end, in a browser with sound. They run last, two at a time. */
const OF_PEOPLE = 'e2e/console/stories/';

/** Tests through a whole service. `npm test` runs the stories below; `npm run verify:full` runs all of them. */
const STORIES = 'e2e/';

/** One story of each kind, so that `npm test` sees every part of the service work together. */
const STORIES_OF_EVERY_RUN: ReadonlySet<string> = new Set([
  'e2e/api/webhooks.test.js',
  'e2e/calls/conversation.test.js',
  'e2e/campaigns/messages.test.js',
  'e2e/console/pages/tools.test.js',
  'e2e/console/stories/designer.test.js',
  'e2e/console/stories/newcomer.test.js',
  'e2e/console/stories/operator.test.js',
  'e2e/messaging/whatsapp.test.js',
]);

/**
 * Tests of parts that only `npm run verify:full` runs: their servers, processes, SDKs or many random cases take more than ten
 * seconds, and quicker tests of the same part run every time.
 */
const ONLY_IN_FULL_RUNS: ReadonlySet<string> = new Set([
  'actors/runtime/activation/journal-goes-back.test.js',
  'actors/runtime/cluster/frozen-node.test.js',
  'actors/runtime/consumers/deleted.test.js',
  'actors/runtime/consumers/successor.test.js',
  'actors/runtime/integrity/journal-guard.test.js',
  'actors/runtime/journal/probe.test.js',
  'actors/runtime/journal/replicas.test.js',
  'actors/runtime/timekeeping/journal-clock.test.js',
  'actors/runtime/trouble/trouble.test.js',
  'bench/damage/short.test.js',
  'bench/faults/short.test.js',
  'gateway/access/address-limits.test.js',
  'gateway/http/request-head.test.js',
  'gateway/http/slow-clients.test.js',
  'gateway/intake/request-cost.test.js',
  'gateway/live/streams.test.js',
  'gateway/uploads/hostile.test.js',
  'gateway/uploads/spooled.test.js',
  'gateway/uploads/threads.test.js',
  'media/audio/voice-activity.test.js',
  'operations/accounts/identity.test.js',
  'operations/accounts/passwords.test.js',
  'operations/channels/account-claims.test.js',
  'operations/effects/recipients/call-backs.test.js',
  'operations/effects/recipients/dispatch.test.js',
  'operations/ingestion/documents.test.js',
  'operations/ingestion/reading.test.js',
  'operations/live/voices.test.js',
  'operations/outreach/block-races.test.js',
  'operations/outreach/calling-hours.test.js',
  'operations/trouble/views-watch.test.js',
  'operations/webhooks/gone-endpoint.test.js',
  'operations/webhooks/retry-number.test.js',
  'operations/webhooks/two-builds.test.js',
  'providers/assets/object-store.test.js',
  'providers/databases/reading.test.js',
  'providers/documents/reading.test.js',
  'providers/egress/connection-guard.test.js',
  'providers/legs/relay.test.js',
  'providers/outside/promises.test.js',
  'providers/realtime/witnesses.test.js',
  'providers/recordings/blobs/s3.test.js',
  'providers/recordings/blobs/store.test.js',
  'providers/recordings/holders.test.js',
  'providers/recordings/shared-store.test.js',
  'providers/recordings/two-nodes.test.js',
  'providers/session-logs/spool.test.js',
  'providers/session-logs/store.test.js',
  'providers/speech/offline/phrases/recogniser.test.js',
  'providers/speech/recognisers/assemblyai.test.js',
  'providers/speech/recognisers/elevenlabs.test.js',
  'providers/speech/recognisers/openai.test.js',
  'providers/speech/recognisers/soniox.test.js',
  'providers/speech/recognisers/witnesses.test.js',
  'providers/speech/sherpa/recogniser.test.js',
  'providers/speech/silero/detector.test.js',
  'providers/speech/synthesisers/account-voices.test.js',
  'providers/speech/synthesisers/websocket/pool.test.js',
  'providers/speech/synthesisers/witnesses.test.js',
  'providers/tables/hostile.test.js',
  'src/admin/trouble.test.js',
  'src/apply/apply.test.js',
  'src/engine/fetch.test.js',
  'src/engine/full-disk.test.js',
  'src/engine/nats-server.test.js',
  'src/fork/fork.test.js',
  'src/init/starter.test.js',
  'src/nats/connection.test.js',
  'src/nats/next-server.test.js',
  'src/nats/replicas.test.js',
  'src/providers-in-use/provider-test.test.js',
  'src/recordings.test.js',
  'src/replay/builds.test.js',
  'src/simulate/virtual.test.js',
  'views/archives.test.js',
  'views/kernel/full-disk.test.js',
  'views/kernel/journal-goes-back.test.js',
  'views/kernel/projector/checkpointer.test.js',
  'views/kernel/projector/damaged-messages.test.js',
  'views/kernel/store/store.test.js',
]);

for (const name of [...STORIES_OF_EVERY_RUN, ...ONLY_IN_FULL_RUNS])
  if (!ALL_TESTS.includes(name))
    throw new Error(`test/support/test-files.ts names ${name}, which does not exist`);

interface Run {
  /** Whether all tests run, or those of every run. */
  readonly full: boolean;
}

/**
 * Whether `npm test` runs a file; its path is relative to `test/`.
 * @public bench:mutants imports it from the build that it examines
 */
export const runsEveryTime = (name: string): boolean =>
  name.startsWith(STORIES) ? STORIES_OF_EVERY_RUN.has(name) : !ONLY_IN_FULL_RUNS.has(name);

const inRun =
  ({ full }: Run) =>
  (name: string): boolean =>
    full || runsEveryTime(name);

const isInRealTime = (name: string): boolean => IN_REAL_TIME.some((folder) => name.startsWith(folder));

const isOfPeople = (name: string): boolean => name.startsWith(OF_PEOPLE);

const isTogether = (name: string): boolean =>
  !name.startsWith(`${TOGETHER}/`) &&
  !BY_THEMSELVES.has(name) &&
  !NOT_SERVED.has(name) &&
  !isInRealTime(name) &&
  !isOfPeople(name) &&
  !startsServer(name);

/** Paths of the files that run in one process as this group. */
export const filesTogether = (group: Group, run: Run): readonly string[] =>
  ALL_TESTS.filter((name) => groupOf(name) === group && isTogether(name) && inRun(run)(name)).map((name) =>
    join(TESTS, name),
  );

/** Paths of the tests with calls in real time. */
export const filesInRealTime = (run: Run): readonly string[] =>
  ALL_TESTS.filter((name) => isInRealTime(name) && inRun(run)(name)).map((name) => join(TESTS, name));

/** Paths of the stories of people. */
export const filesOfPeople = (run: Run): readonly string[] =>
  ALL_TESTS.filter((name) => isOfPeople(name) && inRun(run)(name)).map((name) => join(TESTS, name));

/** Paths of the files that each start a process: the groups, and files in no group; without those that run after them. */
export const filesApart = (run: Run): readonly string[] =>
  ALL_TESTS.filter(
    (name) => !isInRealTime(name) && !isOfPeople(name) && !isTogether(name) && inRun(run)(name),
  ).map((name) => join(TESTS, name));

/** Paths of the files that each start a process, and start neither a server nor a service. */
export const fastFiles = (): readonly string[] =>
  ALL_TESTS.filter(
    (name) => (name.startsWith(`${TOGETHER}/`) && name !== CONSOLE) || BY_THEMSELVES.has(name),
  ).map((name) => join(TESTS, name));

/** Paths of the tests with foreign tools. */
export const ecosystemFiles = (): readonly string[] =>
  BUILT_TESTS.filter((name) => name.startsWith(ECOSYSTEM)).map((name) => join(TESTS, name));
