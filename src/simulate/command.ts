/** `parley simulate`: tests an agent with simulated customers before it talks to real ones. */
import { openSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { MAX_SAMPLES } from '../../schemas/simulations/criterion.js';
import { MAX_RUNS } from '../../schemas/simulations/customer.js';
import { formatReport, wholeNumber } from '../admin/action.js';
import { ConfigError } from '../config/index.js';
import { loadEnvironment } from '../config-file/environment.js';
import { openInRealTime, openInVirtualTime } from './playing.js';
import { junitOf } from './results/junit.js';
import { exitCodeOf, type Played, reportOf, type SimulationReport, tableOf } from './results/report.js';
import { runScenario } from './run.js';
import { readScenario } from './scenario-file.js';

interface SimulateOptions {
  readonly runs?: number;
  readonly atOnce: number;
  readonly samples?: number;
  readonly virtual?: boolean;
  readonly junit?: string;
  readonly output?: string;
  readonly json?: boolean;
}

const MAX_AT_ONCE = 20;

const upTo =
  (max: number) =>
  (text: string): number => {
    const value = wholeNumber(1)(text);
    if (value <= max) return value;
    throw new InvalidArgumentError(`write ${max} at most`);
  };

/** Adds the command. */
export const addSimulateCommand = (program: Command): void => {
  program
    .command('simulate <scenario>')
    .description('Let simulated customers talk to an agent, and judge the conversations.')
    .option('--runs <count>', 'conversations per customer (default: set by the scenario)', upTo(MAX_RUNS))
    .option('--at-once <count>', 'concurrent conversations', upTo(MAX_AT_ONCE), 4)
    .option('--virtual', 'play in virtual time, without a service: fast, and with all behaviours and tools')
    .option(
      '--samples <count>',
      'answers of the judge to each question (default: set by the scenario)',
      upTo(MAX_SAMPLES),
    )
    .option('--junit <path>', 'write a JUnit report for CI servers')
    .option('--output <path>', 'write all conversations and verdicts, as JSON')
    .option('--json', 'print that JSON (default if the output is not a terminal)')
    .addHelpText(
      'after',
      `
The scenario is a file in YAML or JSON: docs/how-to/simulated-customers.md, and for editors docs/parley.simulation.schema.json. The command starts a
service that cannot reach real customers, with the providers of PARLEY_MODEL, PARLEY_RECOGNISER and PARLEY_SYNTHESISER
or the configuration file, which charge as usual. With --virtual no service starts, and only PARLEY_MODEL is used.
Personas and judges need PARLEY_MODEL. Exits with 1 if a criterion is not met, or could not be judged, and with 2 if
the only reason is that this machine was too slow.`,
    )
    .action(simulate);
};

const simulate = async (path: string, options: SimulateOptions): Promise<void> => {
  const scenario = readScenario(path);
  const files = reportFiles(options);
  const settings = loadEnvironment(undefined, process.env, process.cwd());
  const playing =
    options.virtual === true
      ? await openInVirtualTime(scenario, settings, options.atOnce)
      : await openInRealTime(path, scenario, settings);
  const { model } = playing;
  const samples = options.samples ?? scenario.judge?.samples ?? 1;
  const play = async (): Promise<null> => {
    const played = await runScenario(scenario, {
      play: await playing.play,
      judge: model === null ? null : { model, samples },
      atOnce: options.atOnce,
      runs: options.runs ?? null,
      onPlayed: logPlayed,
    });
    const report = reportOf(played);
    files.write(report);
    print(report, options.json === true || !process.stdout.isTTY);
    process.exitCode = exitCodeOf(report);
    return null;
  };
  let stoppedBy: StopSignal | null = null;
  try {
    stoppedBy = await Promise.race([play(), stopSignal()]);
  } finally {
    // A stop, too, waits until the service and its data are gone.
    await playing.close();
  }
  // Conversations in progress are of no use any more.
  if (stoppedBy !== null) process.exit(128 + constants.signals[stoppedBy]);
};

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof STOP_SIGNALS)[number];

/** Resolves with the first of them that arrives. */
const stopSignal = (): Promise<StopSignal> =>
  new Promise((resolve) => {
    for (const signal of STOP_SIGNALS) process.once(signal, () => resolve(signal));
  });

const print = (report: SimulationReport, isJson: boolean): void => {
  const { passed, failed, errors } = report;
  process.stdout.write(
    isJson
      ? `${JSON.stringify(report)}\n`
      : formatReport({ criteria: tableOf(report), passed, failed, errors }),
  );
};

const logPlayed = ({ customer, run, seconds, verdicts }: Played): void => {
  const bad = verdicts.filter(({ outcome }) => outcome !== 'passed').length;
  process.stderr.write(
    `${customer}, run ${run}: ${seconds.toFixed(0)} s, ${bad === 0 ? 'all met' : `${bad} not met`}\n`,
  );
};

/** Opened before anything is played: conversations cost money. @throws ConfigError if one cannot be written */
const reportFiles = ({ junit, output }: SimulateOptions) => {
  const open = (option: string, path: string | undefined): number | null => {
    if (path === undefined) return null;
    try {
      return openSync(path, 'w');
    } catch {
      throw new ConfigError(
        `${option} is "${path}", which cannot be written; use a path that this user can write to`,
      );
    }
  };
  const files = { junit: open('--junit', junit), output: open('--output', output) };
  return {
    write: (report: SimulationReport): void => {
      if (files.junit !== null) writeFileSync(files.junit, junitOf(report));
      if (files.output !== null) writeFileSync(files.output, `${JSON.stringify(report, null, 2)}\n`);
    },
  };
};
