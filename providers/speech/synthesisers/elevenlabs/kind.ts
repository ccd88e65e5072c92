/** ElevenLabs as a kind of synthesiser: `elevenlabs:<voice>` or `elevenlabs:<voice>@<model>`. */
import type { ProviderKind } from '../../../provider-kind.js';
import type { Synthesiser } from '../../synthesiser.js';
import { followVoices } from '../account-voices.js';
import { requestAddress, socketAddress } from '../address.js';
import { checkKey, parseChoice } from '../choice.js';
import { createProviderHttp } from '../http.js';
import type { KindOptions } from '../kind-options.js';
import { elevenlabsLanguages } from '../languages.js';
import { SPEECH_DEADLINES } from '../limits.js';
import { createWebsocketSynthesiser } from '../over-websocket.js';
import { createElevenlabsDialect, elevenlabsHeaders } from './dialect.js';
import { ELEVENLABS_VOICES, readElevenlabsVoices } from './voices.js';

const DEFAULT_MODEL = 'eleven_flash_v2_5';

export const elevenlabsKind = ({
  onWarning,
  deadlines = SPEECH_DEADLINES,
}: KindOptions): ProviderKind<Synthesiser> => ({
  name: 'elevenlabs',
  keyVariable: 'ELEVENLABS_API_KEY',
  addressVariable: 'ELEVENLABS_BASE_URL',
  defaultAddress: 'https://api.elevenlabs.io',
  defaultChoice: null,
  open: async ({ choice, key, address }) => {
    checkKey('elevenlabs', key);
    const { voice, model } = parseChoice('elevenlabs', choice);
    const dialect = createElevenlabsDialect(model ?? DEFAULT_MODEL);
    const http = createProviderHttp(dialect.name, 1, deadlines);
    const voices = await followVoices({
      provider: dialect.name,
      configured: voice,
      http,
      address: requestAddress(address),
      headers: elevenlabsHeaders(key),
      languages: elevenlabsLanguages(model ?? DEFAULT_MODEL),
      first: ELEVENLABS_VOICES,
      readPage: readElevenlabsVoices,
      onWarning,
    });
    return createWebsocketSynthesiser({
      dialect,
      key,
      address: socketAddress(address),
      voices: voices.current,
      onClose: async () => {
        voices.close();
        await http.close();
      },
      deadlines,
    });
  },
});
