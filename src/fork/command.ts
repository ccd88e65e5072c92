/** `parley fork`: continues a recorded call from one of its turns with another model, prompt or tool result. */
import type { Command } from 'commander';
import { createRehearse } from '../../media/rehearsal/rehearse.js';
import type { Rehearse } from '../../operations/simulations/rehearse.js';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { createNetworkedModel } from '../../providers/llm/networked-model.js';
import { createScriptedModel } from '../../providers/llm/scripted.js';
import { createFairSlots } from '../../providers/scheduling/fair-slots.js';
import { wholeNumber } from '../admin/action.js';
import { ConfigError } from '../config/error.js';
import { modelSetting } from '../config/model-setting.js';
import { openChosen } from '../config/provider-choices.js';
import { MODELS } from '../config/provider-kinds.js';
import { AGENTS } from '../config/settings/agents.js';
import { read } from '../config/settings/setting.js';
import { explainErrors, loadEnvironment } from '../config-file/environment.js';
import type { Environment } from '../config-file/read.js';
import { agentIn } from '../replay/changes.js';
import { type ApiOptions, addApiOptions, apiOf } from '../replay/command.js';
import { sourcesOf } from '../replay/sources.js';
import { readScenario } from '../simulate/scenario-file.js';
import { playFork } from './fork.js';
import { customerOf, readInstructions, toolResultIn } from './options.js';
import { forkInWords } from './report.js';
import type { Fork } from './request.js';

interface ForkOptions extends ApiOptions {
  readonly atTurn: number;
  readonly instructions?: string;
  readonly withAgent?: string;
  readonly toolResult: readonly string[];
  readonly model?: string;
  readonly scenario?: string;
  readonly customer?: string;
  readonly seed: number;
  readonly json?: boolean;
}

/** Exit code: nothing was played. */
const NOT_PLAYED = 2;
const MAX_SEED = 4_294_967_295;

/** Adds the command. */
export const addForkCommand = (program: Command): void => {
  const command = program
    .command('fork <log>')
    .description('Continue a recorded call from one of its turns, with another model, prompt or tool result.')
    .requiredOption('--at-turn <n>', 'number of the last turn that stays as it was', wholeNumber(1))
    .option('--instructions <file>', 'other instructions')
    .option('--with-agent <file>', 'another agent, or version of it: JSON as the API returns it')
    .option(
      '--tool-result <tool=result>',
      'another result of a tool; repeatable',
      (text: string, before: readonly string[]) => [...before, text],
      [],
    )
    .option('--model <provider:model>', 'another model (default: PARLEY_MODEL)')
    .option('--scenario <file>', 'a customer of this scenario continues (default: the recorded lines)')
    .option('--customer <name>', 'which of them (default: the first)')
    .option('--seed <n>', 'seed of what the customer does at random', wholeNumber(0, MAX_SEED), 1);
  addApiOptions(command)
    .option('--json', 'print one JSON object (default if the output is not a terminal)')
    .addHelpText(
      'after',
      `
The log is a session log, or the id of a call (docs/how-to/replay.md). The conversation is played in virtual time, without a service, by
the model, which charges as usual. No tool is used: tools answer as recorded, or as given.
Exits with 0 if the conversation was played, 1 if it has a problem, and 2 if it could not begin.`,
    )
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : NOT_PLAYED))
    .action(async (log: string, options: ForkOptions) => {
      try {
        process.exitCode = await fork(log, options);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        process.stderr.write(`parley: ${error.message}\n`);
        process.exitCode = NOT_PLAYED;
      }
    });
};

const fork = async (log: string, options: ForkOptions): Promise<number> => {
  const { model: chosen, json = false } = options;
  const [source, ...others] = sourcesOf([log], apiOf(options));
  if (source === undefined || others.length > 0) throw new ConfigError(`${log} has more than one log`);
  const change = changeIn(options);
  const settings = loadEnvironment(undefined, process.env, process.cwd());
  const models = await explainErrors(settings, async () => modelsOf(settings.env, chosen));
  const report = await playFork(source, change, models);
  const isJson = json || !process.stdout.isTTY;
  process.stdout.write(isJson ? `${JSON.stringify(report)}\n` : forkInWords(report));
  return report.forked.problem === null ? 0 : 1;
};

const changeIn = ({
  atTurn,
  instructions,
  withAgent,
  toolResult,
  scenario: path,
  customer,
  seed,
}: ForkOptions): Fork => {
  const scenario = path === undefined ? null : readScenario(path);
  if (scenario === null && customer !== undefined)
    throw new ConfigError('--customer names a customer of --scenario; give both');
  return {
    atTurn,
    instructions: instructions === undefined ? null : readInstructions(instructions),
    agent: withAgent === undefined ? null : agentIn(withAgent),
    toolResults: new Map(toolResult.map(toolResultIn)),
    customer: scenario === null ? null : customerOf(scenario, customer ?? null),
    mostTurns: scenario?.mostTurns ?? null,
    seed,
  };
};

/** The model of the agent; personas are played by that of PARLEY_MODEL. */
const modelsOf = async (
  env: Environment,
  chosen: string | undefined,
): Promise<{ readonly rehearse: Rehearse; readonly model: string }> => {
  const usual = await modelOf(env);
  const model = chosen === undefined ? usual : await modelOf({ ...env, PARLEY_MODEL: chosen });
  return {
    model: model.name,
    rehearse: createRehearse({
      modelOf: () => model,
      customerModelOf: () => usual,
      tools: null,
      knowledge: async () => [],
      installationTimeZone: read(AGENTS.timeZone, env),
      wallClock: Date.now,
      slots: createFairSlots({ inAll: 1, perOwner: 1 }),
    }),
  };
};

const modelOf = async (env: Environment): Promise<LanguageModel> => {
  const setting = modelSetting(env);
  if (setting.type === 'scripted') return createScriptedModel();
  const [choice] = setting.type === 'networked' ? setting.choices : [];
  if (choice === undefined) throw new ConfigError('there is no model; set PARLEY_MODEL, or give --model');
  return createNetworkedModel(await openChosen('PARLEY_MODEL', choice, MODELS), {
    name: `${choice.provider}:${choice.settings.choice}`,
    key: choice.settings.key,
    now: Date.now,
    timeZone: read(AGENTS.timeZone, env),
    onUsage: () => undefined,
  });
};
