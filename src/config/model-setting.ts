/** The LLM of agents: models of providers, the script in their instructions, or none. */
import { type ProviderChoice, providerChoices } from './provider-choices.js';
import { MODELS } from './provider-kinds.js';
import type { Env } from './settings/setting.js';

export type ModelSetting =
  | { readonly type: 'networked'; readonly choices: readonly ProviderChoice[] }
  /** The script in an agent's instructions. */
  | { readonly type: 'scripted' }
  /** No model: a script that was not written for real customers must not answer them. */
  | { readonly type: 'none' };

const SCRIPTED = 'scripted';
/** If one of these is set, customers are people. */
const REAL_CHANNELS = [
  'TWILIO_ACCOUNT_SID',
  'TELNYX_API_KEY',
  'PLIVO_AUTH_ID',
  'WHATSAPP_APP_SECRET',
  'INSTAGRAM_APP_SECRET',
] as const;

/** From PARLEY_MODEL; without it the script, unless a channel to real customers is configured. @throws ConfigError */
export const modelSetting = (env: Env): ModelSetting => {
  const text = env.PARLEY_MODEL?.trim() ?? '';
  if (text === SCRIPTED) return { type: 'scripted' };
  if (text !== '') return { type: 'networked', choices: providerChoices('PARLEY_MODEL', text, MODELS, env) };
  return REAL_CHANNELS.some((name) => env[name] !== undefined) ? { type: 'none' } : { type: 'scripted' };
};
