/** An opened list of a business: the providers that it names, with their own connections. */
import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { OwnList } from '../../operations/providers/own-lists.js';
import { openConnectionGuard } from '../../providers/egress/connection-guard.js';
import { takesImages } from '../../providers/llm/image-models.js';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { createNetworkedModel } from '../../providers/llm/networked-model.js';
import type { TenantNames } from '../../providers/names/tenant-names.js';
import { providerFailure } from '../../providers/provider-failure.js';
import type { RealtimeEngine } from '../../providers/realtime/realtime-engine.js';
import type { Recogniser } from '../../providers/speech/recogniser.js';
import { withCache } from '../../providers/speech/speech-cache.js';
import type { Synthesiser } from '../../providers/speech/synthesiser.js';
import { assertNever } from '../../schemas/assert.js';
import { openChosen, type ProviderChoice } from '../config/provider-choices.js';
import { ENGINES, MODELS, RECOGNISERS, synthesisersFor } from '../config/provider-kinds.js';
import { businessChoice } from './business-providers.js';
import type { CountTokens } from './models.js';

/** By role; providers are in the order of the list. */
export type OpenedList = { close(): Promise<void> } & (
  | { readonly role: 'model'; readonly models: readonly LanguageModel[] }
  | { readonly role: 'recogniser'; readonly recognisers: readonly Recogniser[] }
  | { readonly role: 'synthesiser'; readonly synthesisers: readonly Synthesiser[] }
  | { readonly role: 'engine'; readonly engines: readonly RealtimeEngine[] }
);

export interface OwnListDeps {
  /** The value of PARLEY_DEVELOPMENT. */
  readonly development: boolean;
  /** Resolves the host names of addresses. */
  readonly names: TenantNames;
  readonly countTokens: CountTokens;
  /** ms since the epoch. */
  readonly wallClock: () => number;
  /** Time zone of agents whose business has none of its own. */
  readonly timeZone: string;
  /** An operator's rules about models that take images (providers/llm/image-models.ts). Absent: none. */
  readonly imageModels?: readonly string[];
  readonly logger: Logger;
}

/** Limit for finished speech: about two minutes, which covers the greetings of a business. */
const CACHE_BYTES = 1024 * 1024;

/** An opaque key that is equal for equal providers with equal credentials. */
export const keyOfList = ({ role, choices }: OwnList): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        role,
        choices.map(({ provider, choice, key, address }) => [provider, choice, key, address]),
      ]),
    )
    .digest('base64url');

/** @throws ConfigError if one of the providers cannot be used as named */
export const openOwnList = async (
  businessId: string,
  list: OwnList,
  deps: OwnListDeps,
): Promise<OpenedList> => {
  const { role } = list;
  const guard = openConnectionGuard(deps.development, deps.names.lookupOf({ businessId, use: 'provider' }));
  try {
    const choices = list.choices.map((named) => businessChoice(role, named, guard, deps.development));
    switch (role) {
      case 'model': {
        const models = await Promise.all(choices.map((choice) => openModel(choice, deps)));
        return { role, models, close: guard.close };
      }
      case 'recogniser': {
        const recognisers = await openAll(choices, (choice) => openChosen('the list', choice, RECOGNISERS));
        return { role, recognisers, close: closeAll(recognisers, guard.close) };
      }
      case 'synthesiser': {
        const kinds = synthesisersFor({
          onWarning: (provider, failure) =>
            deps.logger.warn({ event: 'voices.not_listed', provider, err: providerFailure(failure) }),
        });
        const synthesisers = await openAll(choices, async (choice) =>
          withCache(await openChosen('the list', choice, kinds), CACHE_BYTES),
        );
        return { role, synthesisers, close: closeAll(synthesisers, guard.close) };
      }
      case 'engine': {
        const engines = await openAll(choices, (choice) => openChosen('the list', choice, ENGINES));
        return { role, engines, close: closeAll(engines, guard.close) };
      }
      default:
        return assertNever(role);
    }
  } catch (error) {
    await guard.close();
    throw error;
  }
};

const openModel = async (
  choice: ProviderChoice,
  { countTokens, imageModels, timeZone, wallClock }: OwnListDeps,
): Promise<LanguageModel> => {
  const name = `${choice.provider}:${choice.settings.choice}`;
  return createNetworkedModel(await openChosen('the list', choice, MODELS), {
    name,
    key: choice.settings.key,
    now: wallClock,
    timeZone,
    // Not labelled with the model: businesses write its name, and each name would add a series to the metric.
    onUsage: (usage) => countTokens(`${choice.provider}:own`, usage),
    takesImages: takesImages(name, imageModels),
  });
};

interface Closable {
  close(): Promise<void>;
}

/** Opens all of them or none: if one cannot be opened, those that were are closed. */
const openAll = async <T extends Closable>(
  choices: readonly ProviderChoice[],
  open: (choice: ProviderChoice) => Promise<T>,
): Promise<readonly T[]> => {
  const results = await Promise.allSettled(choices.map(open));
  const opened = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed === undefined) return opened;
  await Promise.all(opened.map((provider) => provider.close()));
  throw failed.reason;
};

const closeAll = (opened: readonly Closable[], last: () => Promise<void>) => async (): Promise<void> => {
  await Promise.all(opened.map((provider) => provider.close()));
  await last();
};
