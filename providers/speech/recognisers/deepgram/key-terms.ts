/** Deepgram's limits for phrases. */
import type { KeyTermLimits } from '../key-terms.js';

/**
 * A hundred terms and 500 tokens in all (docs/reference/protocols/recognition.md "Deepgram, v1"). The tokenisation is not published,
 * and one token too many ends the stream; two bytes a token stay below the limit in every language.
 */
export const DEEPGRAM_KEY_TERMS: KeyTermLimits = {
  maxTerms: 100,
  maxCharacters: 100,
  maxWords: 12,
  maxBytes: 1_000,
};
