/** The synthesiser kind for OpenAI's speech: `openai:<voice>` or `openai:<voice>@<model>`. */
import type { ProviderKind } from '../../../provider-kind.js';
import type { Synthesiser } from '../../synthesiser.js';
import { SPEECH_DEADLINES } from '../limits.js';
import { checkKey, type KindOptions, parseChoice, requestAddress } from '../settings.js';
import { createOpenaiSynthesiser } from './synthesiser.js';
import { openaiVoices } from './voices.js';

const DEFAULT_MODEL = 'gpt-4o-mini-tts';

export const openaiKind = ({
  deadlines = SPEECH_DEADLINES,
}: Pick<KindOptions, 'deadlines'>): ProviderKind<Synthesiser> => ({
  name: 'openai',
  keyVariable: 'OPENAI_API_KEY',
  addressVariable: 'OPENAI_BASE_URL',
  defaultAddress: 'https://api.openai.com/v1',
  defaultChoice: 'alloy',
  open: async ({ choice, key, address, guard }) => {
    checkKey('openai', key);
    const { voice, model } = parseChoice('openai', choice);
    return createOpenaiSynthesiser({
      model: model ?? DEFAULT_MODEL,
      key,
      address: requestAddress(address),
      voices: openaiVoices(voice, model ?? DEFAULT_MODEL),
      deadlines,
      guard,
    });
  },
});
