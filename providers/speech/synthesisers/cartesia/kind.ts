/** Cartesia as a kind of synthesiser: `cartesia:<voice>` or `cartesia:<voice>@<model>`. */
import type { ProviderKind } from '../../../provider-kind.js';
import type { Synthesiser } from '../../synthesiser.js';
import { followVoices } from '../account-voices.js';
import { requestAddress, socketAddress } from '../address.js';
import { checkKey, parseChoice } from '../choice.js';
import { createProviderHttp } from '../http.js';
import type { KindOptions } from '../kind-options.js';
import { CARTESIA_LANGUAGES } from '../languages.js';
import { SPEECH_DEADLINES } from '../limits.js';
import { createWebsocketSynthesiser } from '../over-websocket.js';
import { cartesiaHeaders, createCartesiaDialect } from './dialect.js';
import { CARTESIA_VOICES, readCartesiaVoices } from './voices.js';

const DEFAULT_MODEL = 'sonic-3';

export const cartesiaKind = ({
  onWarning,
  deadlines = SPEECH_DEADLINES,
}: KindOptions): ProviderKind<Synthesiser> => ({
  name: 'cartesia',
  keyVariable: 'CARTESIA_API_KEY',
  addressVariable: 'CARTESIA_BASE_URL',
  defaultAddress: 'https://api.cartesia.ai',
  defaultChoice: null,
  open: async ({ choice, key, address }) => {
    checkKey('cartesia', key);
    const { voice, model } = parseChoice('cartesia', choice);
    const dialect = createCartesiaDialect(model ?? DEFAULT_MODEL);
    const http = createProviderHttp(dialect.name, 1, deadlines);
    const voices = await followVoices({
      provider: dialect.name,
      configured: voice,
      http,
      address: requestAddress(address),
      headers: cartesiaHeaders(key),
      languages: CARTESIA_LANGUAGES,
      first: CARTESIA_VOICES,
      readPage: readCartesiaVoices,
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
