/** The provider kinds for STT and TTS on this machine, which need neither a key nor an address. */
import type { ProviderDescription, ProviderKind } from '../../provider-kind.js';
import type { Synthesiser } from '../synthesiser.js';
import { FLITE_VOICES } from './flite/synthesiser.js';
import type { PhraseRecogniser } from './phrases/recogniser.js';

/** `flite:<voice>` */
export const FLITE: ProviderDescription = {
  name: 'flite',
  keyVariable: null,
  addressVariable: null,
  defaultAddress: null,
  defaultChoice: 'slt',
};

/** `phrase-book`; there is one book. */
export const PHRASE_BOOK: ProviderDescription = {
  name: 'phrase-book',
  keyVariable: null,
  addressVariable: null,
  defaultAddress: null,
  defaultChoice: 'built-in',
};

/** `flite`: provides the engine, shared by all settings that name it. */
export const fliteKind = (flite: () => Synthesiser): ProviderKind<Synthesiser> => ({
  ...FLITE,
  open: async ({ choice }) => {
    const id = `flite:${choice}`;
    if (!FLITE_VOICES.some((voice) => voice.id === id))
      throw new Error(`write one of ${FLITE_VOICES.map((voice) => voice.id).join(', ')}`);
    const engine = flite();
    const isChosen = (voice: { readonly id: string }): boolean => voice.id === id;
    return {
      ...engine,
      voices: [...engine.voices.filter(isChosen), ...engine.voices.filter((voice) => !isChosen(voice))],
    };
  },
});

/** `book`: provides the recogniser, shared by all settings that name it. */
export const phraseBookKind = (book: () => PhraseRecogniser): ProviderKind<PhraseRecogniser> => ({
  ...PHRASE_BOOK,
  open: async ({ choice }) => {
    if (choice !== PHRASE_BOOK.defaultChoice) throw new Error('write phrase-book without a suffix');
    return book();
  },
});
