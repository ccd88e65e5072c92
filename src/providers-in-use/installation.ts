/**
 * The providers of an installation, as its settings currently name them. They may change during calls, which keep those
 * that they have taken. Replaced providers are closed once they are no longer in use.
 */
import type { ModelSetting } from '../config/model-setting.js';
import type { ProviderChoice } from '../config/provider-choices.js';
import type { SpeechSetting } from '../config/speech-setting.js';
import { type CountTokens, type Models, openModels } from './models.js';
import type { Share } from './shared.js';
import { openSpeech, type Speech, type SpeechDeps } from './speech.js';

/** The settings that may change while a node serves. */
export interface ProviderSetting {
  readonly model: ModelSetting;
  readonly speech: SpeechSetting;
  /** Speech-to-speech engines. */
  readonly realtime: readonly ProviderChoice[];
}

export interface InstallationDeps extends SpeechDeps {
  readonly countTokens: CountTokens;
  /** ms since the epoch. */
  readonly wallClock: () => number;
  /** Time zone of agents whose business has none of its own. */
  readonly timeZone: string;
  /** An operator's rules about models that take images (providers/llm/image-models.ts). Absent: none. */
  readonly imageModels?: readonly string[];
}

export type Installation = Models & Speech;

/** @throws ConfigError if one of them cannot be used */
export const openInstallation = async (
  { model, speech, realtime }: ProviderSetting,
  deps: InstallationDeps,
): Promise<Installation> => {
  const models = await openModels(model, deps);
  return { ...models, ...(await openSpeech({ ...deps, config: { ...deps.config, speech, realtime } })) };
};

/** The current installation, and replaced ones that are still in use. */
export interface HeldInstallation {
  /** For callers that read it and keep nothing. */
  current(): Installation;
  take(): Share<Installation>;
  /** Later takes get these models, and the same speech. */
  renew(models: Models): void;
  /** Later takes get `next`. */
  replace(next: Installation): void;
  /** Closes the installation, even while in use, and all that it replaced. */
  close(): Promise<void>;
}

interface Held {
  /** With the same speech as long as it is held. */
  installation: Installation;
  users: number;
}

/** `onCloseFailed` receives the error if something could not be closed; it is dropped all the same. */
export const holdInstallation = (
  first: Installation,
  onCloseFailed: (error: unknown) => void,
): HeldInstallation => {
  let current: Held = { installation: first, users: 0 };
  const replaced = new Set<Held>();
  const end = async (held: Held): Promise<void> => {
    replaced.delete(held);
    await held.installation.closeSpeech().catch(onCloseFailed);
  };
  return {
    current: () => current.installation,
    take: () => {
      const held = current;
      held.users += 1;
      let taken = true;
      return {
        value: held.installation,
        release: () => {
          if (!taken) return;
          taken = false;
          held.users -= 1;
          if (held.users === 0 && replaced.has(held)) void end(held);
        },
      };
    },
    renew: (models) => {
      current.installation = { ...current.installation, ...models };
    },
    replace: (next) => {
      const before = current;
      current = { installation: next, users: 0 };
      replaced.add(before);
      if (before.users === 0) void end(before);
    },
    close: async () => {
      await Promise.all([...replaced, current].map(end));
    },
  };
};
