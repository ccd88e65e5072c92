/** The models of a node, as configured, and the counts of their tokens. */
import type { Logger } from 'pino';
import { withFallback } from '../../providers/llm/fallback-model.js';
import { takesImages } from '../../providers/llm/image-models.js';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { ModelFailure } from '../../providers/llm/model-failure.js';
import { type CountedUsage, createNetworkedModel } from '../../providers/llm/networked-model.js';
import { createScriptedModel } from '../../providers/llm/scripted.js';
import { createSilentModel } from '../../providers/llm/silent.js';
import { providerFailure } from '../../providers/provider-failure.js';
import type { ModelSetting } from '../config/model-setting.js';
import { openChosen } from '../config/provider-choices.js';
import { MODELS } from '../config/provider-kinds.js';

export interface Models {
  readonly models: readonly [LanguageModel, ...LanguageModel[]];
  /** Whether there is a model that thinks: it may then be the fallback of a business's own models. */
  readonly hasModel: boolean;
}

/** Counts the tokens of one model request. */
export type CountTokens = (model: string, usage: CountedUsage) => void;

interface ModelDeps {
  readonly countTokens: CountTokens;
  readonly logger: Logger;
  /** ms since the epoch */
  readonly wallClock: () => number;
  /** Time zone of agents whose business has none of its own. */
  readonly timeZone: string;
  /** An operator's rules about models that take images (providers/llm/image-models.ts). Absent: none. */
  readonly imageModels?: readonly string[];
}

/** Loads the models that the setting names. @throws ConfigError if one cannot be used */
export const openModels = async (
  setting: ModelSetting,
  { countTokens, imageModels, logger, timeZone, wallClock }: ModelDeps,
): Promise<Models> => {
  if (setting.type !== 'networked') {
    const only = setting.type === 'scripted' ? createScriptedModel() : createSilentModel();
    if (setting.type === 'scripted')
      logger.info({
        event: 'model.scripted',
        remedy:
          'Agents answer by a script, a stand-in that understands little English and is no LLM; set PARLEY_MODEL for one.',
      });
    if (setting.type === 'none')
      logger.warn({
        event: 'model.none',
        remedy:
          'Without a model, agents speak only their greeting, and what an engine of PARLEY_REALTIME says; set PARLEY_MODEL.',
      });
    return { models: [only], hasModel: setting.type === 'scripted' };
  }
  const opened = await Promise.all(
    setting.choices.map(async (choice) => {
      const name = `${choice.provider}:${choice.settings.choice}`;
      return createNetworkedModel(await openChosen('PARLEY_MODEL', choice, MODELS), {
        name,
        key: choice.settings.key,
        now: wallClock,
        timeZone,
        onUsage: (usage) => countTokens(name, usage),
        takesImages: takesImages(name, imageModels),
      });
    }),
  );
  const [first, ...others] = opened;
  if (first === undefined) throw new RangeError('no model is configured');
  return { models: [first, ...others], hasModel: true };
};

/** One model with the others as its fallback, for callers that wait for a whole answer. */
export const asSingleModel = (models: Models['models'], logger: Logger): LanguageModel =>
  withFallback(models, ({ name }, error) =>
    logger.warn({
      event: 'model.failed',
      model: name,
      kind: error instanceof ModelFailure ? error.kind : 'internal',
      err: providerFailure(error),
    }),
  );
