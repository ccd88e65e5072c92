/** The Cartesia synthesiser kind: `cartesia:<voice>` or `cartesia:<voice>@<model>`. */
import type { ProviderKind } from '../../../provider-kind.js';
import type { Synthesiser } from '../../synthesiser.js';
import type { KindOptions } from '../kind-options.js';
import { CARTESIA_LANGUAGES } from '../languages.js';
import { accountVoicesKind } from '../websocket/account-voices-kind.js';
import { cartesiaHeaders, createCartesiaDialect } from './dialect.js';
import { CARTESIA_VOICES, readCartesiaVoices } from './voices.js';

export const cartesiaKind = (options: KindOptions): ProviderKind<Synthesiser> =>
  accountVoicesKind(
    {
      name: 'cartesia',
      keyVariable: 'CARTESIA_API_KEY',
      addressVariable: 'CARTESIA_BASE_URL',
      defaultAddress: 'https://api.cartesia.ai',
      defaultModel: 'sonic-3',
      dialect: createCartesiaDialect,
      languages: () => CARTESIA_LANGUAGES,
      headers: cartesiaHeaders,
      firstPage: CARTESIA_VOICES,
      readPage: readCartesiaVoices,
    },
    options,
  );
