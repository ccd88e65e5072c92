/** The synthesiser kind for Deepgram's Aura: `deepgram:<voice>`. Its voices are its models. */
import type { ProviderKind } from '../../../provider-kind.js';
import type { Synthesiser } from '../../synthesiser.js';
import { SPEECH_DEADLINES } from '../limits.js';
import { checkKey, type KindOptions, parseChoice, socketAddress } from '../settings.js';
import { createWebsocketSynthesiser } from '../websocket/synthesiser.js';
import { deepgramDialect } from './dialect.js';
import { deepgramVoices } from './voices.js';

export const deepgramKind = ({
  deadlines = SPEECH_DEADLINES,
}: Pick<KindOptions, 'deadlines'>): ProviderKind<Synthesiser> => ({
  name: 'deepgram',
  keyVariable: 'DEEPGRAM_API_KEY',
  addressVariable: 'DEEPGRAM_BASE_URL',
  defaultAddress: 'https://api.deepgram.com',
  defaultChoice: 'aura-2-thalia-en',
  open: async ({ choice, key, address, guard }) => {
    checkKey('deepgram', key);
    const { voice, model } = parseChoice('deepgram', choice);
    if (model !== null) throw new Error(`a Deepgram voice already names its model: write deepgram:${voice}`);
    const voices = deepgramVoices(voice);
    return createWebsocketSynthesiser({
      dialect: deepgramDialect,
      key,
      address: socketAddress(address),
      voices: () => voices,
      onClose: async () => undefined,
      deadlines,
      guard,
    });
  },
});
