/** Engines of speech to speech, which hear, think and speak on calls before all others do. */
import { voiceOfChoice } from '../providers/realtime/openai/index.js';
import { type ProviderChoice, providerChoices } from './provider-choices.js';
import { ENGINES } from './provider-kinds.js';

type Env = Readonly<Record<string, string | undefined>>;

/** By PARLEY_REALTIME, at most five; without it none. @throws ConfigError */
export const realtimeSetting = (env: Env): readonly ProviderChoice[] => {
  const text = env.PARLEY_REALTIME?.trim() ?? '';
  return text === '' ? [] : providerChoices('PARLEY_REALTIME', text, ENGINES, env);
};

/**
 * Synthesisers in the engines' voices, as PARLEY_SYNTHESISER names them: greetings and fixed phrases are theirs to say, so that a
 * call has one voice. A choice that no engine takes is left for its opening to refuse.
 */
export const voicesOfEngines = (engines: readonly ProviderChoice[]): readonly string[] =>
  engines.flatMap(({ provider, settings }) => {
    try {
      return [`${provider}:${voiceOfChoice(settings.choice)}`];
    } catch {
      return [];
    }
  });
