/** Who listens and who speaks for agents: providers, or what needs none. */
import { FLITE, PHRASE_BOOK } from '../providers/speech/offline-kinds.js';
import { type ProviderChoice, providerChoices } from './provider-choices.js';
import { RECOGNISERS, SYNTHESISERS } from './provider-kinds.js';

export interface SpeechSetting {
  /** The first listens, the others stand in for it. */
  readonly recognisers: readonly ProviderChoice[];
  /** All of their voices can be chosen; the first one's is the default. */
  readonly synthesisers: readonly ProviderChoice[];
}

/** By PARLEY_RECOGNISER and PARLEY_SYNTHESISER; without them what needs neither a network nor an account. @throws ConfigError */
export const speechSetting = (env: Readonly<Record<string, string | undefined>>): SpeechSetting => ({
  recognisers: providerChoices(
    'PARLEY_RECOGNISER',
    env.PARLEY_RECOGNISER?.trim() || PHRASE_BOOK.name,
    [PHRASE_BOOK, ...RECOGNISERS],
    env,
  ),
  synthesisers: providerChoices(
    'PARLEY_SYNTHESISER',
    env.PARLEY_SYNTHESISER?.trim() || FLITE.name,
    [FLITE, ...SYNTHESISERS],
    env,
  ),
});
