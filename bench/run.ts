/**
 * The latency bench: measures the budgets of bench/budgets.json through the real gateway, a real nats-server and the
 * simulated network in its own process. `npm run bench -- --help`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { natsServerPath } from '../testkit/nats/server.js';
import { readBudgets } from './calls/measures.js';
import { type CallRun, type RunOptions, runCalls } from './calls/one-run.js';
import {
  callCounts,
  compareResults,
  comparisonTable,
  type Results,
  readResults,
  runLines,
  tableOf,
  validRuns,
  verdictsOf,
} from './calls/results.js';
import { note, print, run, wholeNumber } from './command-line.js';
import { measureCommands } from './compare/commands.js';
import { tableOf as turnsTable } from './compare/turns.js';
import { outputOf, REPOSITORY, versionsOf } from './compare/versions.js';
import { machine, machineLine } from './gauges/machine.js';

const SCENARIOS = {
  conversation:
    'calls that talk over the greeting, get answers, interrupt, are nudged and are cancelled; with each, a customer writes',
  'durable-command': 'commands to an actor, and plain publishes to the same server, in turns',
} as const;
type Scenario = keyof typeof SCENARIOS;

const HELP = `Measures latencies against their budgets, on its own services.

  npm run bench -- [scenario ...] [options]

Scenarios (default: all):
${Object.entries(SCENARIOS)
  .map(([name, summary]) => `  ${name.padEnd(16)} ${summary}`)
  .join('\n')}

  --calls <list>     concurrent calls; each number runs in its own service (1,100; at most 1000)
  --runs <n>         runs of each number; the median is judged (1; at most 20)
  --pin              the service on processor 0, everything else on processor 1, with taskset
  --media-threads <n>
                     dedicated threads for the calls' media (0; at most 8)
  --contacts <n>     concurrent requests of a client that creates and lists contacts without pause (0; at most 64)
  --compare <file>   results of an earlier bench; says better, same or worse, judged by the spread of the runs
  --output <file>    where the results are written (bench/results/<time>.json)
  --json             the results as one JSON object, as the last line
  --help             this text

A run does not count if the simulated network itself was late, if a call did not complete, or if a measure was taken
more or less often than the calls require.

Exits with 0 if every budget is kept, 1 if one is broken, 2 if the arguments are invalid, 3 if a number of calls has no
run that counts.
`;

/** `npm run bench:compare -- commands` measures all of this, and more. */
const COMMANDS = { rounds: 3, ms: 2_000, only: '', fsync: false, withRestate: false } as const;

const isScenario = (name: string): name is Scenario => Object.hasOwn(SCENARIOS, name);

const readOptions = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      calls: { type: 'string', default: '1,100' },
      runs: { type: 'string', default: '1' },
      pin: { type: 'boolean', default: false },
      'media-threads': { type: 'string', default: '0' },
      contacts: { type: 'string', default: '0' },
      compare: { type: 'string' },
      output: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const unknown = positionals.find((name) => !isScenario(name));
  if (unknown !== undefined)
    throw new RangeError(`there is no scenario "${unknown}"; write ${Object.keys(SCENARIOS).join(' or ')}`);
  return {
    scenarios: positionals.length === 0 ? Object.keys(SCENARIOS) : positionals,
    calls: values.calls.split(',').map((text) => wholeNumber('calls', text, 1, 1_000)),
    runs: wholeNumber('runs', values.runs, 1, 20),
    pin: values.pin,
    mediaThreads: wholeNumber('media-threads', values['media-threads'], 0, 8),
    contacts: wholeNumber('contacts', values.contacts, 0, 64),
    baseline: values.compare === undefined ? null : readResults(values.compare),
    output: values.output ?? null,
    json: values.json,
    help: values.help,
  };
};

const versions = async (): Promise<Readonly<Record<string, string>>> => ({
  ...versionsOf([]),
  'nats-server': outputOf(await natsServerPath(), ['--version']).replace(/^nats-server: v/, ''),
});

const write = (results: Results, output: string | null): string => {
  const file = resolve(
    output ?? join(REPOSITORY, 'bench/results', `${results.at.replaceAll(':', '-')}.json`),
  );
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  return file;
};

const playAll = async (
  calls: readonly number[],
  runs: number,
  options: Omit<RunOptions, 'calls'>,
): Promise<readonly CallRun[]> => {
  const played: CallRun[] = [];
  for (let round = 1; round <= runs; round += 1)
    for (const count of calls) {
      note(`${count} concurrent call${count === 1 ? '' : 's'}, run ${round} of ${runs} ...`);
      const callRun = await runCalls({ calls: count, ...options });
      note(runLines(callRun));
      played.push(callRun);
    }
  return played;
};

const main = async (): Promise<void> => {
  const { scenarios, calls, runs, pin, mediaThreads, contacts, baseline, output, json, help } = readOptions();
  if (help) return print(HELP.trimEnd());
  const results: Results = {
    version: 2,
    at: new Date().toISOString(),
    machine: machine(),
    versions: await versions(),
    pinned: pin,
    mediaThreads,
    budgets: readBudgets(),
    runs: scenarios.includes('conversation')
      ? await playAll(calls, runs, { pin, mediaThreads, contacts })
      : [],
    commands: scenarios.includes('durable-command') ? await measureCommands(COMMANDS) : null,
  };
  const { parley, 'nats-server': nats } = results.versions;
  print(
    `${machineLine(results.machine)}, nats-server ${nats}; Parley ${parley}${pin ? '; pinned' : ''}${mediaThreads === 0 ? '' : `; ${mediaThreads} media threads`}`,
  );
  for (const count of callCounts(results)) {
    const all = results.runs.filter((entry) => entry.calls === count);
    print(tableOf(results, count));
    print(`${validRuns(results, count).length} of ${all.length} runs count\n`);
  }
  if (results.commands !== null)
    print(turnsTable({ works: results.commands, pairs: [['parley', 'JetStream']] }));
  if (baseline !== null) {
    print(`compared with ${baseline.at}, Parley ${baseline.versions.parley}`);
    print(comparisonTable(compareResults(baseline, results)));
  }
  print(`written to ${write(results, output)}`);
  if (json) print(JSON.stringify(results));
  const counts = callCounts(results);
  if (counts.some((count) => validRuns(results, count).length === 0)) process.exitCode = 3;
  else if (counts.some((count) => verdictsOf(results, count).some(({ outcome }) => outcome === 'broken')))
    process.exitCode = 1;
};

run(main);
