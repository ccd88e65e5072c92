/** Fits a request's phrases to a provider's limits of number, length and total size. Phrases beyond them are left out. */

export interface KeyTermLimits {
  readonly maxTerms: number;
  /** Characters of one term. */
  readonly maxCharacters: number;
  /** Words of one term. */
  readonly maxWords: number;
  /** Bytes of all terms, as UTF-8. */
  readonly maxBytes: number;
}

/** The first phrases that fit, in order, without duplicates, with single spaces. */
export const keyTermsOf = (phrases: readonly string[], limits: KeyTermLimits): readonly string[] => {
  const terms = new Set<string>();
  let bytes = 0;
  for (const phrase of phrases) {
    if (terms.size >= limits.maxTerms) break;
    const term = phrase.trim().replaceAll(/\s+/g, ' ');
    const size = Buffer.byteLength(term);
    const fits =
      term !== '' &&
      term.length <= limits.maxCharacters &&
      term.split(' ').length <= limits.maxWords &&
      bytes + size <= limits.maxBytes;
    if (!fits || terms.has(term)) continue;
    terms.add(term);
    bytes += size;
  }
  return [...terms];
};
