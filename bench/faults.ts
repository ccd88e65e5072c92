/**
 * Runs seeded worlds in which mixed faults happen under load, and checks each against Parley's promises. `npm run
 * bench:faults -- --help`.
 */
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { note, print, run, wholeNumber } from './command-line.js';
import { describeFault } from './faults/fault.js';
import { planOf } from './faults/plan.js';
import { findPlanted } from './faults/planted.js';
import { report } from './faults/report.js';
import { openResults, RUN_SIZE, writeHistory } from './faults/results.js';
import { runSeed, type SeedOptions } from './faults/run-seed.js';

const HELP = `Runs seeded worlds of servers, nodes and simulators under mixed faults, and checks what users see.

  npm run bench:faults -- [options]

  --seeds <n>        worlds to run (25), in runs of ${RUN_SIZE}; seeds with a result for this commit are skipped
  --from <n>         the first seed (1)
  --seed <n>         only this seed, with all its events on standard error
  --short            the short profile: four seconds of load, faults that heal soon
  --again            also runs seeds that have a result
  --planted          plants each known bug of bench/faults/planted in a copy of the tree, and runs seeds until it is found
  --only <name>      with --planted: only this bug
  --cli <path>       command line of another build to test
  --previous <dir>   nodes start with the build in this folder, and restart with the one under test
  --results <file>   where results are stored (bench/results/2-faults.json)
  --markdown <file>  where the report is written
  --help             this text

Exits with 1 if a promise is broken, a seed could not be run or a planted bug is not found, with 2 if the arguments
are invalid.
`;

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: String(RUN_SIZE) },
      from: { type: 'string', default: '1' },
      seed: { type: 'string' },
      short: { type: 'boolean', default: false },
      again: { type: 'boolean', default: false },
      planted: { type: 'boolean', default: false },
      only: { type: 'string' },
      cli: { type: 'string' },
      previous: { type: 'string' },
      results: { type: 'string', default: join('bench', 'results', '2-faults.json') },
      markdown: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    seeds: wholeNumber('seeds', values.seeds, 1, 100_000),
    from: wholeNumber('from', values.from, 0, 1_000_000_000),
    seed: values.seed === undefined ? null : wholeNumber('seed', values.seed, 0, 1_000_000_000),
    profile: values.short ? ('short' as const) : ('full' as const),
    again: values.again,
    planted: values.planted,
    only: values.only ?? null,
    cli: values.cli ?? null,
    previousCli: values.previous === undefined ? null : join(values.previous, 'dist', 'bundle', 'cli.js'),
    results: values.results,
    markdown: values.markdown ?? null,
    help: values.help,
  };
};

type Options = ReturnType<typeof readOptions>;

const runSingleSeed = async (seed: number, { profile, cli, previousCli }: Options): Promise<void> => {
  const startedAt = Date.now();
  const log = (line: string): void => note(`${((Date.now() - startedAt) / 1_000).toFixed(1)} ${line}`);
  for (const fault of planOf(seed, profile).faults) note(describeFault(fault));
  const { result, history } = await runSeed({ seed, profile, cli, previousCli, log });
  note(`history: ${writeHistory(history)}`);
  print(JSON.stringify(result, null, 1));
  if (result.violations.length > 0) process.exitCode = 1;
};

/** A world that cannot be started or read has no result, and the other seeds still run. */
const tryRunSeed = async (options: SeedOptions): Promise<Awaited<ReturnType<typeof runSeed>> | null> => {
  try {
    return await runSeed(options);
  } catch (error) {
    note(`seed ${options.seed}: not run: ${inspect(error)}`);
    return null;
  }
};

const runSeeds = async (options: Options): Promise<void> => {
  const { seeds, from, profile, cli, previousCli, again } = options;
  const results = openResults(options.results, { profile, cli, previousCli });
  const requested = Array.from({ length: seeds }, (_, index) => from + index);
  const missing = requested.filter((seed) => again || !results.has(seed));
  let notRun = 0;
  for (const [index, seed] of missing.entries()) {
    const run = await tryRunSeed({ seed, profile, cli, previousCli });
    if (run === null) {
      notRun += 1;
      continue;
    }
    const { result, history } = run;
    results.put(result);
    const broken = result.violations.map(({ code }) => code);
    note(
      `${index + 1}/${missing.length} seed ${seed}: ${result.seconds} s, ${result.faults.join(', ')}: ` +
        (broken.length === 0 ? 'held' : [...new Set(broken)].join(', ')),
    );
    if (broken.length > 0) note(`  history: ${writeHistory(history)}`);
    if ((index + 1) % RUN_SIZE === 0) print(report(results.of(requested)).text);
  }
  const { text, isBroken } = report(results.of(requested));
  print(text);
  if (options.markdown !== null) results.writeReport(options.markdown, text);
  if (notRun > 0) note(`${notRun} seeds have no result; the same command runs them again`);
  if (isBroken || notRun > 0) process.exitCode = 1;
};

const main = async (): Promise<void> => {
  const options = readOptions();
  if (options.help) return print(HELP.trimEnd());
  if (options.planted) {
    const found = await findPlanted(options, note);
    for (const { name, seed, codes } of found)
      print(seed === null ? `${name}: NOT FOUND` : `${name}: found by seed ${seed} (${codes.join(', ')})`);
    if (found.some(({ seed }) => seed === null)) process.exitCode = 1;
    return;
  }
  if (options.seed !== null) return runSingleSeed(options.seed, options);
  await runSeeds(options);
};

run(main);
