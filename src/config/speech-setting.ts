/** STT and TTS of agents: providers, or engines that need none. */
import { join, resolve } from 'node:path';
import { FLITE, PHRASE_BOOK } from '../../providers/speech/offline/kinds.js';
import { hasEngine } from '../../providers/speech/sherpa/installed-models.js';
import { sherpaDescription } from '../../providers/speech/sherpa/sherpa-kind.js';
import { type ProviderChoice, providerChoices } from './provider-choices.js';
import { RECOGNISERS, SYNTHESISERS } from './provider-kinds.js';
import { realtimeSetting, voicesOfEngines } from './realtime-setting.js';
import { type Env, read } from './settings/setting.js';
import { STORAGE } from './settings/storage.js';

export interface SpeechSetting {
  /** The first one listens, the others are its fallbacks. */
  readonly recognisers: readonly ProviderChoice[];
  /** All of their voices can be chosen; the first one's is the default. */
  readonly synthesisers: readonly ProviderChoice[];
}

/** Directory of the installed models. */
export const speechDirectory = (dataDir: string, env: Env): string =>
  resolve(read(STORAGE.speechDir, env) ?? join(dataDir, 'speech'));

/** An installed model recognises more than the phrase book, which is its fallback. */
const offlineRecognisers = (speechDir: string): string => {
  const { name, defaultChoice } = sherpaDescription(speechDir);
  return defaultChoice !== null && hasEngine()
    ? `${name}:${defaultChoice},${PHRASE_BOOK.name}`
    : PHRASE_BOOK.name;
};

/**
 * From PARLEY_RECOGNISER and PARLEY_SYNTHESISER; without them, engines that need neither a network nor an account,
 * models in `speechDir` included.
 * @throws ConfigError
 */
export const speechSetting = (env: Env, speechDir: string): SpeechSetting => ({
  recognisers: providerChoices(
    'PARLEY_RECOGNISER',
    env.PARLEY_RECOGNISER?.trim() || offlineRecognisers(speechDir),
    [PHRASE_BOOK, sherpaDescription(speechDir), ...RECOGNISERS],
    env,
  ),
  synthesisers: synthesiserChoices(env),
});

/** Adds the voice of a speech-to-speech engine unless its provider is already chosen: the rest of a call sounds alike then. */
const synthesiserChoices = (env: Env): readonly ProviderChoice[] => {
  const read = (text: string): readonly ProviderChoice[] =>
    providerChoices('PARLEY_SYNTHESISER', text, [FLITE, ...SYNTHESISERS], env);
  const configured = env.PARLEY_SYNTHESISER?.trim() ?? '';
  const engineVoices = voicesOfEngines(realtimeSetting(env));
  if (configured === '') return read([...engineVoices.slice(0, 1), FLITE.name].join(','));
  const chosen = read(configured);
  const additional = engineVoices.filter(
    (voice) => !chosen.some(({ provider }) => voice.startsWith(`${provider}:`)),
  );
  return [...chosen, ...additional.slice(0, 1).flatMap(read)];
};
