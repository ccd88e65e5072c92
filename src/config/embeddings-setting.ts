/** The embedding model by which Data Sources are searched. */
import { ConfigError } from './error.js';
import { type ProviderChoice, providerChoices } from './provider-choices.js';
import { EMBEDDINGS } from './provider-kinds.js';
import type { Env } from './settings/setting.js';

/** From PARLEY_EMBEDDINGS; null: by words alone. One model: vectors of different models cannot be compared. @throws ConfigError */
export const embeddingsSetting = (env: Env): ProviderChoice | null => {
  const text = env.PARLEY_EMBEDDINGS?.trim() ?? '';
  if (text === '') return null;
  const [choice, ...others] = providerChoices('PARLEY_EMBEDDINGS', text, EMBEDDINGS, env);
  if (choice === undefined || others.length > 0)
    throw new ConfigError(
      'PARLEY_EMBEDDINGS names several models; write one, like openai:text-embedding-3-small',
    );
  return choice;
};
