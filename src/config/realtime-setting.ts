/** Speech-to-speech engines, which take precedence over all other providers on calls. */
import { voiceOfChoice } from '../../providers/realtime/openai/index.js';
import { type ProviderChoice, providerChoices } from './provider-choices.js';
import { ENGINES } from './provider-kinds.js';
import type { Env } from './settings/setting.js';

/** From PARLEY_REALTIME, at most five; without it none. @throws ConfigError */
export const realtimeSetting = (env: Env): readonly ProviderChoice[] => {
  const text = env.PARLEY_REALTIME?.trim() ?? '';
  return text === '' ? [] : providerChoices('PARLEY_REALTIME', text, ENGINES, env);
};

/**
 * Synthesisers in the engines' voices, in the form of PARLEY_SYNTHESISER: they say greetings and fixed phrases, so that
 * a call has one voice. A choice that no engine accepts is left out; opening the engine rejects it.
 */
export const voicesOfEngines = (engines: readonly ProviderChoice[]): readonly string[] =>
  engines.flatMap(({ provider, settings }) => {
    try {
      return [`${provider}:${voiceOfChoice(settings.choice)}`];
    } catch {
      return [];
    }
  });
