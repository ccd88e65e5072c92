/** Where a scenario is played: in real time by a service of its own, or in virtual time in this process. */
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { createNetworkedModel } from '../../providers/llm/networked-model.js';
import { firstVirtualPart, needsModel, type Scenario } from '../../schemas/simulations/scenario.js';
import { ConfigError, readConfig } from '../config/index.js';
import { modelSetting } from '../config/model-setting.js';
import { openChosen } from '../config/provider-choices.js';
import { MODELS } from '../config/provider-kinds.js';
import { AGENTS } from '../config/settings/agents.js';
import { read } from '../config/settings/setting.js';
import { explainErrors, type LoadedEnvironment } from '../config-file/environment.js';
import type { Environment } from '../config-file/read.js';
import { createLogger } from '../logging.js';
import { asSingleModel, openModels } from '../providers-in-use/models.js';
import { openVoices } from './customers/sound.js';
import { inRealTime } from './real-time.js';
import type { PlayConversation } from './run.js';
import { launchService, withoutDeployment } from './service.js';
import { removeLeftovers } from './simulation-directory.js';
import { inVirtualTime } from './virtual-time.js';

export interface Playing {
  /** Resolves once conversations can be played. @throws ConfigError if the agent is rejected, or the service does not start */
  readonly play: Promise<PlayConversation>;
  /** Plays personas and judges; null if there are neither. */
  readonly model: LanguageModel | null;
  /** Ends whatever was started, and leaves nothing of it; idempotent. */
  close(): Promise<void>;
}

/** @throws ConfigError */
export const openInRealTime = async (
  path: string,
  scenario: Scenario,
  settings: LoadedEnvironment,
): Promise<Playing> => {
  const virtual = firstVirtualPart(scenario);
  if (virtual !== null)
    throw new ConfigError(`${path}: ${virtual.path} ${virtual.message}; add --virtual, or leave it out`);
  const env = withoutDeployment(settings.env);
  const { config, model, voices } = await explainErrors(settings, async () => ({
    config: readConfig({}, env),
    model: needsModel(scenario) ? await customerModel(env) : null,
    voices: await openVoices(scenario, env),
  }));
  removeLeftovers(Date.now());
  const launched = launchService(env, config);
  return {
    play: launched.service.then((service) => inRealTime(scenario, { service, model, speak: voices.speak })),
    model,
    close: async () => {
      await voices.close();
      await launched.close();
    },
  };
};

/** `atOnce`: concurrent conversations. @throws ConfigError */
export const openInVirtualTime = (
  scenario: Scenario,
  settings: LoadedEnvironment,
  atOnce: number,
): Promise<Playing> =>
  explainErrors(settings, async () => {
    const env = withoutDeployment(settings.env);
    const timeZone = read(AGENTS.timeZone, env);
    const stop = new AbortController();
    const model = needsModel(scenario) ? await customerModel(env) : null;
    const play = inVirtualTime(scenario, {
      agentModel: await agentModelOf(env, timeZone),
      model,
      atOnce,
      timeZone,
      signal: stop.signal,
    });
    return { play: Promise.resolve(play), model, close: async () => stop.abort() };
  });

/** The model of agents, with its fallbacks. @throws ConfigError */
const agentModelOf = async (env: Environment, timeZone: string): Promise<LanguageModel> => {
  const logger = createLogger('fatal');
  const countTokens = (): void => undefined;
  const opened = await openModels(modelSetting(env), { countTokens, logger, timeZone, wallClock: Date.now });
  return asSingleModel(opened.models, logger);
};

/** The first model that PARLEY_MODEL names. @throws ConfigError */
const customerModel = async (env: Environment): Promise<LanguageModel> => {
  const setting = modelSetting(env);
  const [choice] = setting.type === 'networked' ? setting.choices : [];
  if (choice === undefined)
    throw new ConfigError(
      'personas and judges need a model; set PARLEY_MODEL, or use lines and rules instead',
    );
  return createNetworkedModel(await openChosen('PARLEY_MODEL', choice, MODELS), {
    name: `${choice.provider}:${choice.settings.choice}`,
    key: choice.settings.key,
    now: Date.now,
    timeZone: read(AGENTS.timeZone, env),
    onUsage: () => undefined,
  });
};
