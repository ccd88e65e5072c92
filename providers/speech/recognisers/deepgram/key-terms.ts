/** How many phrases Deepgram takes. */
import type { KeyTermLimits } from '../key-terms.js';

/**
 * A hundred terms and 500 tokens in all (docs/protocols/recognition.md "Deepgram, v1"). How many tokens a term has is not
 * published, and one too many ends the stream: two bytes to a token stay below it in every language.
 */
export const DEEPGRAM_KEY_TERMS: KeyTermLimits = {
  most: 100,
  mostCharacters: 100,
  mostWords: 12,
  mostBytes: 1_000,
};
