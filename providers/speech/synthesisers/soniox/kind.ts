/** The Soniox synthesiser kind: `soniox:<voice>` or `soniox:<voice>@<model>`. */
import type { ProviderKind } from '../../../provider-kind.js';
import type { Synthesiser, Voice } from '../../synthesiser.js';
import { SONIOX_LANGUAGES } from '../languages.js';
import { SPEECH_DEADLINES } from '../limits.js';
import { checkKey, type KindOptions, parseChoice, socketAddress } from '../settings.js';
import { createWebsocketSynthesiser } from '../websocket/synthesiser.js';
import { createSonioxDialect } from './dialect.js';

const DEFAULT_MODEL = 'tts-rt-v1';

/** Offers only the configured voice, because no list of voices is documented. */
export const sonioxKind = ({
  deadlines = SPEECH_DEADLINES,
}: Pick<KindOptions, 'deadlines'>): ProviderKind<Synthesiser> => ({
  name: 'soniox',
  keyVariable: 'SONIOX_API_KEY',
  // Recognition has another host.
  addressVariable: 'SONIOX_TTS_BASE_URL',
  defaultAddress: 'https://tts-rt.soniox.com',
  defaultChoice: 'Adrian',
  open: async ({ choice, key, address, guard }) => {
    checkKey('soniox', key);
    const { voice, model } = parseChoice('soniox', choice);
    const voices: readonly Voice[] = [
      {
        id: `soniox:${voice}`,
        name: voice,
        language: 'en',
        furtherLanguages: SONIOX_LANGUAGES,
        gender: 'neutral',
      },
    ];
    return createWebsocketSynthesiser({
      dialect: createSonioxDialect(model ?? DEFAULT_MODEL),
      key,
      address: socketAddress(address),
      voices: () => voices,
      onClose: async () => undefined,
      deadlines,
      guard,
    });
  },
});
