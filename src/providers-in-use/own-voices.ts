/** The voices that agents of a business can have, and their synthesisers. */
import type { OwnList } from '../../operations/providers/own-lists.js';
import type { Synthesiser, Voice } from '../../providers/speech/synthesiser.js';
import { routeVoices } from '../../providers/speech/synthesisers/voice-routing.js';
import type { HeldInstallation } from './installation.js';
import type { OwnShares } from './own-shares.js';
import type { Share } from './shared.js';

/** A voice, and the business whose account has it; null: the installation's. */
interface OwnedVoice extends Voice {
  readonly owner: string | null;
}

export interface OwnVoices {
  /** All voices that agents of a business can have, those of its lists first. Never rejects. */
  voicesOf(businessId: string): Promise<readonly OwnedVoice[]>;
  /** The synthesiser of a voice; `owner` is as in {@link voicesOf}. Null if there is no such voice. */
  speakerOf(owner: string | null, voiceId: string): Promise<Share<Synthesiser> | null>;
}

interface OwnVoicesDeps {
  readonly installations: HeldInstallation;
  readonly own: OwnShares;
  /** All synthesiser lists of a business. */
  readonly speakersOf: (businessId: string) => Promise<readonly OwnList[]>;
}

export const createOwnVoices = ({ installations, own, speakersOf }: OwnVoicesDeps): OwnVoices => {
  const voicesIn = async (businessId: string, list: OwnList): Promise<readonly OwnedVoice[]> => {
    const share = await own.take(businessId, list);
    if (share === null) return [];
    const { value, release } = share;
    const speakers = value.role === 'synthesiser' ? value.synthesisers : [];
    const voices = speakers.flatMap((speaker) =>
      speaker.voices.map((voice) => ({ ...voice, owner: businessId })),
    );
    release();
    return voices;
  };

  return {
    voicesOf: async (businessId) => {
      const lists = await own.knownLists(businessId, () => speakersOf(businessId));
      const owned = (await Promise.all(lists.map((list) => voicesIn(businessId, list)))).flat();
      const includesInstallation =
        owned.length === 0 ||
        !lists.some(({ agentId }) => agentId === null) ||
        lists.some(({ standIn }) => standIn === 'installation');
      const others = includesInstallation
        ? installations.current().synthesisers.flatMap(({ voices }) => voices)
        : [];
      const seen = new Set<string>();
      return [...owned, ...others.map((voice): OwnedVoice => ({ ...voice, owner: null }))].filter(
        ({ id }) => {
          const isNew = !seen.has(id);
          seen.add(id);
          return isNew;
        },
      );
    },
    speakerOf: async (owner, voiceId) => {
      const hasVoice = (synthesisers: readonly Synthesiser[]): boolean =>
        synthesisers.some(({ voices }) => voices.some(({ id }) => id === voiceId));
      if (owner === null) {
        const installation = installations.take();
        const { value, release } = installation;
        if (hasVoice(value.synthesisers)) return { value: routeVoices(value.synthesisers)[0], release };
        release();
        return null;
      }
      for (const list of await own.knownLists(owner, () => speakersOf(owner))) {
        const share = await own.take(owner, list);
        if (share === null) continue;
        const { value, release } = share;
        const [first, ...others] = value.role === 'synthesiser' ? value.synthesisers : [];
        if (first !== undefined && hasVoice([first, ...others]))
          return { value: routeVoices([first, ...others])[0], release };
        release();
      }
      return null;
    },
  };
};
