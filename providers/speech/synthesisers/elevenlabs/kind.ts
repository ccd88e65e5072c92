/** The ElevenLabs synthesiser kind: `elevenlabs:<voice>` or `elevenlabs:<voice>@<model>`. */
import type { ProviderKind } from '../../../provider-kind.js';
import type { Synthesiser } from '../../synthesiser.js';
import type { KindOptions } from '../kind-options.js';
import { elevenlabsLanguages } from '../languages.js';
import { accountVoicesKind } from '../websocket/account-voices-kind.js';
import { createElevenlabsDialect, elevenlabsHeaders } from './dialect.js';
import { ELEVENLABS_VOICES, readElevenlabsVoices } from './voices.js';

export const elevenlabsKind = (options: KindOptions): ProviderKind<Synthesiser> =>
  accountVoicesKind(
    {
      name: 'elevenlabs',
      keyVariable: 'ELEVENLABS_API_KEY',
      addressVariable: 'ELEVENLABS_BASE_URL',
      defaultAddress: 'https://api.elevenlabs.io',
      defaultModel: 'eleven_flash_v2_5',
      dialect: createElevenlabsDialect,
      languages: elevenlabsLanguages,
      headers: elevenlabsHeaders,
      firstPage: ELEVENLABS_VOICES,
      readPage: readElevenlabsVoices,
    },
    options,
  );
