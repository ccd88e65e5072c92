/** `parley simulate`: tests an agent with simulated customers before it talks to real ones. */
import { openSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { createNetworkedModel } from '../../providers/llm/networked-model.js';
import { forReaders, whole } from '../admin/answering.js';
import { ConfigError, readConfig } from '../config.js';
import { configured, explained } from '../config-file/environment.js';
import type { Environment } from '../config-file/read.js';
import { modelSetting } from '../model-setting.js';
import { openChosen } from '../provider-choices.js';
import { MODELS } from '../provider-kinds.js';
import { timeZoneSetting } from '../time-zone-setting.js';
import { junitOf } from './junit.js';
import { removeLeftBehind } from './left-behind.js';
import { type Played, reportOf, type SimulationReport, tableOf } from './report.js';
import { runScenario } from './run.js';
import { MOST_RUNS, needsModel } from './scenario.js';
import { readScenario } from './scenario-file.js';
import { launchService, withoutPlaces } from './service.js';
import { openVoices } from './voices.js';

interface SimulateOptions {
  readonly runs?: number;
  readonly atOnce: number;
  readonly junit?: string;
  readonly output?: string;
  readonly json?: boolean;
}

const MOST_AT_ONCE = 20;

const upTo =
  (most: number) =>
  (text: string): number => {
    const value = whole(1)(text);
    if (value <= most) return value;
    throw new InvalidArgumentError(`write ${most} at most`);
  };

/** Adds the command. */
export const addSimulateCommand = (program: Command): void => {
  program
    .command('simulate <scenario>')
    .description('Let simulated customers talk to an agent, and judge the conversations.')
    .option(
      '--runs <count>',
      'how often each customer talks to it (default: as the scenario says)',
      upTo(MOST_RUNS),
    )
    .option('--at-once <count>', 'conversations at a time', upTo(MOST_AT_ONCE), 4)
    .option('--junit <path>', 'write a report that CI servers read')
    .option('--output <path>', 'write everything that was said and judged, as JSON')
    .option('--json', 'print that JSON; what it does anyway where the output is no terminal')
    .addHelpText(
      'after',
      `
The scenario is a file in YAML or JSON: docs/simulate.md, and for editors docs/parley.simulation.schema.json. A service is
started for it, which reaches nobody, and thinks, listens and speaks as PARLEY_MODEL, PARLEY_RECOGNISER and PARLEY_SYNTHESISER
or the configuration file say: providers cost what their use costs. Personas and judges need PARLEY_MODEL.
Ends with 1 where a criterion is not met, or nobody could say whether it is.`,
    )
    .action(simulate);
};

const simulate = async (path: string, options: SimulateOptions): Promise<void> => {
  const scenario = readScenario(path);
  const files = reportFiles(options);
  const settings = configured(undefined, process.env, process.cwd());
  const env = withoutPlaces(settings.env);
  const { config, model, voices } = await explained(settings, async () => ({
    config: readConfig({}, env),
    model: needsModel(scenario) ? await customersModel(env) : null,
    voices: await openVoices(scenario, env),
  }));
  removeLeftBehind(Date.now());
  const launched = launchService(env, config);
  const play = async (): Promise<null> => {
    const played = await runScenario(scenario, {
      service: await launched.service,
      model,
      speak: voices.speak,
      atOnce: options.atOnce,
      runs: options.runs ?? null,
      onPlayed: tell,
    });
    const report = reportOf(played);
    files.write(report);
    print(report, options.json === true || !process.stdout.isTTY);
    if (report.failed + report.errors > 0) process.exitCode = 1;
    return null;
  };
  let stoppedBy: StopSignal | null = null;
  try {
    stoppedBy = await Promise.race([play(), stopSignal()]);
  } finally {
    // A stop, too, waits until the service and its data are gone.
    await voices.close();
    await launched.close();
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
      : forReaders({ criteria: tableOf(report), passed, failed, errors }),
  );
};

const tell = ({ customer, run, seconds, verdicts }: Played): void => {
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
        `${option} is "${path}", which cannot be written; give a file in a directory of yours`,
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

/** The first model that PARLEY_MODEL names. @throws ConfigError */
const customersModel = async (env: Environment): Promise<LanguageModel> => {
  const setting = modelSetting(env);
  const [choice] = setting.type === 'networked' ? setting.choices : [];
  if (choice === undefined)
    throw new ConfigError(
      'personas and judges need a model; name one in PARLEY_MODEL, or give lines and rules',
    );
  return createNetworkedModel(await openChosen('PARLEY_MODEL', choice, MODELS), {
    name: `${choice.provider}:${choice.settings.choice}`,
    key: choice.settings.key,
    now: Date.now,
    timeZone: timeZoneSetting(env),
    onUsage: () => undefined,
  });
};
