/**
 * The LLM, STT, TTS and engines in use on this node, or in this thread of it, for each agent.
 *
 * It guarantees:
 * U1. Taken providers stay open and unchanged until they are released, whatever is chosen meanwhile.
 * U2. A later take gets what is chosen by then: lists are read each time, and never cached.
 * U3. There are always providers: if a list cannot be read or opened, or finds no room (own-shares.ts), the installation's
 *     providers fill its role.
 * U4. Credentials are in no log, count or key.
 */
import { isDeepStrictEqual } from 'node:util';
import type { TakenProviders } from '../../media/providers.js';
import type { OwnList } from '../../operations/providers/own-lists.js';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { providerFailure } from '../../providers/provider-failure.js';
import type { NoiseSuppressor } from '../../providers/speech/noise-suppressor.js';
import type { Synthesiser } from '../../providers/speech/synthesiser.js';
import type { TurnDetector } from '../../providers/speech/turn-detector.js';
import type { VoiceDetector } from '../../providers/speech/voice-detector.js';
import { PROVIDER_ROLES, type ProviderRole } from '../../schemas/accounts/provider-list.js';
import { type ChosenList, providersOf } from './chosen.js';
import {
  holdInstallation,
  type Installation,
  type InstallationDeps,
  openInstallation,
  type ProviderSetting,
} from './installation.js';
import { asSingleModel, openModels } from './models.js';
import { keyOfList } from './own-list.js';
import { createOwnShares, type OwnSharesDeps } from './own-shares.js';
import { createOwnVoices, type OwnVoices } from './own-voices.js';

/** Taken providers. `speaker`: an opaque key that is equal for equal synthesisers. */
export interface TakenForSpeech extends TakenProviders {
  readonly speaker: string;
}

export interface ProvidersInUse extends OwnVoices {
  /** The providers of an agent; never rejects (U3). */
  take(businessId: string, agentId: string | null): Promise<TakenForSpeech>;
  /** A model that looks up the agent's models with each request. */
  modelOf(businessId: string, agentId: string | null): LanguageModel;
  /** The providers of the installation. */
  current(): Installation;
  /** Replaces the providers of the installation. @throws ConfigError if they cannot be used: then nothing has changed */
  change(setting: ProviderSetting): Promise<void>;
  close(): Promise<void>;
}

export interface ProvidersInUseDeps extends InstallationDeps, OwnSharesDeps {
  readonly voiceDetector: VoiceDetector | null;
  /** Null or absent: words decide alone whether a turn has ended. */
  readonly turnDetector?: TurnDetector | null;
  /** Null or absent: recognisers get the audio as it is. */
  readonly noiseSuppressor?: NoiseSuppressor | null;
  /** The lists that apply to an agent. */
  readonly listsFor: (businessId: string, agentId: string | null) => Promise<readonly OwnList[]>;
  /** All synthesiser lists of a business. */
  readonly speakersOf: (businessId: string) => Promise<readonly OwnList[]>;
  /** Wraps the first synthesiser of a `speaker`. */
  readonly around?: (speaker: string, synthesiser: Synthesiser) => Synthesiser;
}

/** @throws ConfigError if the installation's providers cannot be used */
export const openProvidersInUse = async (
  setting: ProviderSetting,
  deps: ProvidersInUseDeps,
): Promise<ProvidersInUse> => {
  const {
    around = (_speaker, synthesiser) => synthesiser,
    logger,
    timeZone,
    voiceDetector,
    turnDetector = null,
    noiseSuppressor = null,
  } = deps;
  const onCloseFailed = (error: unknown): void =>
    logger.error({ event: 'provider.close_failed', err: providerFailure(error) });
  const installations = holdInstallation(await openInstallation(setting, deps), onCloseFailed);
  let applied = { speech: setting.speech, realtime: setting.realtime };
  const own = createOwnShares(deps, onCloseFailed);

  const takeRoles = async (
    businessId: string,
    agentId: string | null,
    roles: readonly ProviderRole[],
  ): Promise<TakenForSpeech> => {
    const ownLists = await own.knownLists(businessId, () => deps.listsFor(businessId, agentId));
    const wanted = ownLists.filter(({ role }) => roles.includes(role));
    const shares = await Promise.all(wanted.map((list) => own.take(businessId, list)));
    const installation = installations.take();
    const lists = wanted.flatMap(({ standIn }, index): readonly ChosenList[] => {
      const share = shares[index];
      return share ? [{ opened: share.value, standIn }] : [];
    });
    const { providers, defaultVoiceId } = providersOf(installation.value, lists, {
      timeZone,
      voiceDetector,
      turnDetector,
      noiseSuppressor,
    });
    const speakers = wanted.find(({ role }, index) => role === 'synthesiser' && shares[index]);
    const speaker = speakers === undefined ? '' : `${keyOfList(speakers)} ${speakers.standIn}`;
    const [first, ...others] = providers.synthesisers;
    return {
      providers: { ...providers, synthesisers: [around(speaker, first), ...others] },
      defaultVoiceId,
      speaker,
      release: () => {
        for (const share of shares) share?.release();
        installation.release();
      },
    };
  };

  return {
    ...createOwnVoices({ installations, own, speakersOf: deps.speakersOf }),
    take: (businessId, agentId) => takeRoles(businessId, agentId, PROVIDER_ROLES),
    modelOf: (businessId, agentId) => ({
      name: 'chosen',
      respond: async function* (request, signal) {
        const { providers, release } = await takeRoles(businessId, agentId, ['model']);
        try {
          yield* asSingleModel(providers.models, logger).respond(request, signal);
        } finally {
          release();
        }
      },
    }),
    current: installations.current,
    change: async (next) => {
      // Engines on this machine are not restarted for another model.
      const { speech, realtime } = next;
      if (isDeepStrictEqual({ speech, realtime }, applied))
        installations.renew(await openModels(next.model, deps));
      else installations.replace(await openInstallation(next, deps));
      applied = { speech, realtime };
    },
    close: async () => {
      await Promise.all([own.close(), installations.close()]);
    },
  };
};
