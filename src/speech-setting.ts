/** Who listens and who speaks for agents: providers, or what needs none. */
import { join, resolve } from 'node:path';
import { FLITE, PHRASE_BOOK } from '../providers/speech/offline-kinds.js';
import { hasEngine } from '../providers/speech/sherpa/installed-models.js';
import { sherpaDescription } from '../providers/speech/sherpa/sherpa-kind.js';
import { type ProviderChoice, providerChoices } from './provider-choices.js';
import { RECOGNISERS, SYNTHESISERS } from './provider-kinds.js';

export interface SpeechSetting {
  /** The first listens, the others stand in for it. */
  readonly recognisers: readonly ProviderChoice[];
  /** All of their voices can be chosen; the first one's is the default. */
  readonly synthesisers: readonly ProviderChoice[];
}

type Env = Readonly<Record<string, string | undefined>>;

/** Where installed models lie. */
export const speechDirectory = (dataDir: string, env: Env): string =>
  resolve(env.PARLEY_SPEECH_DIR ?? join(dataDir, 'speech'));

/** A model that is installed hears more than the phrase book, which stands in for it. */
const offlineEars = (speechDir: string): string => {
  const { name, defaultChoice } = sherpaDescription(speechDir);
  return defaultChoice !== null && hasEngine()
    ? `${name}:${defaultChoice},${PHRASE_BOOK.name}`
    : PHRASE_BOOK.name;
};

/**
 * By PARLEY_RECOGNISER and PARLEY_SYNTHESISER; without them what needs neither a network nor an account, of which models in
 * `speechDir` are a part. @throws ConfigError
 */
export const speechSetting = (env: Env, speechDir: string): SpeechSetting => ({
  recognisers: providerChoices(
    'PARLEY_RECOGNISER',
    env.PARLEY_RECOGNISER?.trim() || offlineEars(speechDir),
    [PHRASE_BOOK, sherpaDescription(speechDir), ...RECOGNISERS],
    env,
  ),
  synthesisers: providerChoices(
    'PARLEY_SYNTHESISER',
    env.PARLEY_SYNTHESISER?.trim() || FLITE.name,
    [FLITE, ...SYNTHESISERS],
    env,
  ),
});
