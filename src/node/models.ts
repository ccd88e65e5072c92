/** The models of a node: those that are configured, and what is told of them. */
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { withFallback } from '../../providers/llm/fallback-model.js';
import { MODEL_KINDS } from '../../providers/llm/kinds.js';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { ModelFailure } from '../../providers/llm/model-failure.js';
import { createNetworkedModel } from '../../providers/llm/networked-model.js';
import { createScriptedModel } from '../../providers/llm/scripted.js';
import { createSilentModel } from '../../providers/llm/silent.js';
import { providerFailure } from '../../providers/provider-failure.js';
import type { ModelSetting } from '../model-setting.js';
import { openChosen } from '../provider-choices.js';

export interface Models {
  /** For whoever waits for a whole answer: the next stands in where one fails. */
  readonly model: LanguageModel;
  /** For calls, which ask the next one themselves. */
  readonly models: readonly [LanguageModel, ...LanguageModel[]];
}

interface ModelDeps {
  readonly registry: Registry;
  readonly logger: Logger;
  /** ms since the epoch */
  readonly wallClock: () => number;
}

/** Loads what the setting names. @throws ConfigError where it cannot be used */
export const openModels = async (
  setting: ModelSetting,
  { registry, logger, wallClock }: ModelDeps,
): Promise<Models> => {
  if (setting.type !== 'networked') {
    const only = setting.type === 'scripted' ? createScriptedModel() : createSilentModel();
    if (setting.type === 'none')
      logger.warn({
        event: 'model.none',
        remedy: 'Agents say nothing to customers but their greeting; name a model in PARLEY_MODEL.',
      });
    return { model: only, models: [only] };
  }
  const tokens = new Counter({
    name: 'parley_model_tokens_total',
    help: 'Tokens that models were sent (input) and sent back (output)',
    labelNames: ['model', 'direction'],
    registers: [registry],
  });
  const opened = await Promise.all(
    setting.choices.map(async (choice) => {
      const name = `${choice.provider}:${choice.settings.choice}`;
      return createNetworkedModel(await openChosen('PARLEY_MODEL', choice, MODEL_KINDS), {
        name,
        key: choice.settings.key,
        now: wallClock,
        onUsage: ({ input, output }) => {
          tokens.inc({ model: name, direction: 'input' }, input);
          tokens.inc({ model: name, direction: 'output' }, output);
        },
      });
    }),
  );
  const [first, ...others] = opened;
  if (first === undefined) throw new RangeError('no model is named');
  const models = [first, ...others] as const;
  const onFailed = ({ name }: LanguageModel, error: unknown): void =>
    logger.warn({
      event: 'model.failed',
      model: name,
      kind: error instanceof ModelFailure ? error.kind : 'internal',
      err: providerFailure(error),
    });
  return { model: withFallback(models, onFailed), models };
};
