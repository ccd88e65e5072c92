/** `parley simulate`: how an agent does with simulated customers, before it talks to real ones. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { createNetworkedModel } from '../../providers/llm/networked-model.js';
import { createFlite } from '../../providers/speech/flite.js';
import { forReaders, whole } from '../admin/answering.js';
import { ConfigError, readConfig } from '../config.js';
import { configured, explained } from '../config-file/environment.js';
import type { Environment } from '../config-file/read.js';
import { modelSetting } from '../model-setting.js';
import { openChosen } from '../provider-choices.js';
import { MODELS } from '../provider-kinds.js';
import { junitOf, type Played, reportOf, tableOf } from './report.js';
import { runScenario } from './run.js';
import { needsModel, readScenario } from './scenario.js';
import { startSimulationService } from './service.js';

interface SimulateOptions {
  readonly runs?: number;
  readonly atOnce: number;
  readonly junit?: string;
  readonly output?: string;
  readonly json?: boolean;
}

const MOST_AT_ONCE = 20;

const atOnce = (text: string): number => {
  const value = whole(1)(text);
  if (value <= MOST_AT_ONCE) return value;
  throw new InvalidArgumentError(`write ${MOST_AT_ONCE} at most`);
};

/** Adds the command. */
export const addSimulateCommand = (program: Command): void => {
  program
    .command('simulate <scenario>')
    .description('Let simulated customers talk to an agent, and judge the conversations.')
    .option('--runs <count>', 'how often each customer talks to it (default: as the scenario says)', whole(1))
    .option('--at-once <count>', 'conversations at a time', atOnce, 4)
    .option('--junit <path>', 'write a report that CI servers read')
    .option('--output <path>', 'write everything that was said and judged, as JSON')
    .option('--json', 'print that JSON; what it does anyway where the output is no terminal')
    .addHelpText(
      'after',
      `
The scenario is a file in YAML or JSON (docs/simulate.md). A service is started for it, which reaches nobody, and thinks,
listens and speaks as PARLEY_MODEL, PARLEY_RECOGNISER and PARLEY_SYNTHESISER say: providers cost what their use costs.
Personas and judges need PARLEY_MODEL. Ends with 1 where a criterion is not met.`,
    )
    .action(simulate);
};

const simulate = async (path: string, options: SimulateOptions): Promise<void> => {
  const scenario = readScenario(path);
  const settings = configured(undefined, process.env, process.cwd());
  const config = await explained(settings, () => readConfig({}, settings.env));
  const model = needsModel(scenario) ? await customersModel(settings.env) : null;
  const service = await startSimulationService(settings.env, config);
  const voices = createFlite();
  try {
    const onPlayed = ({ customer, run, seconds, verdicts }: Played): void => {
      const failed = verdicts.filter(({ passed }) => !passed).length;
      process.stderr.write(
        `${customer}, run ${run}: ${seconds.toFixed(0)} s, ${failed === 0 ? 'all met' : `${failed} not met`}\n`,
      );
    };
    const { runs = null } = options;
    const played = await runScenario(scenario, {
      service,
      model,
      voices,
      atOnce: options.atOnce,
      runs,
      onPlayed,
    });
    const report = reportOf(played);
    if (options.junit !== undefined) writeFileSync(resolve(options.junit), junitOf(report));
    if (options.output !== undefined)
      writeFileSync(resolve(options.output), `${JSON.stringify(report, null, 2)}\n`);
    const isJson = options.json === true || !process.stdout.isTTY;
    const { passed, failed } = report;
    process.stdout.write(
      isJson ? `${JSON.stringify(report)}\n` : forReaders({ criteria: tableOf(report), passed, failed }),
    );
    if (failed > 0) process.exitCode = 1;
  } finally {
    await voices.close();
    await service.close();
  }
};

/** The first that PARLEY_MODEL names. @throws ConfigError */
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
    onUsage: () => undefined,
  });
};
