/** The phrases of a request as a provider takes them: so many, so long, so much in all. What is beyond that is left out. */

export interface KeyTermLimits {
  readonly most: number;
  /** Of one term. */
  readonly mostCharacters: number;
  /** Of one term. */
  readonly mostWords: number;
  /** Of all, as UTF-8. */
  readonly mostBytes: number;
}

/** The first of the phrases that fit, in their order, each once, with single spaces. */
export const keyTermsOf = (phrases: readonly string[], limits: KeyTermLimits): readonly string[] => {
  const terms = new Set<string>();
  let bytes = 0;
  for (const phrase of phrases) {
    if (terms.size >= limits.most) break;
    const term = phrase.trim().replaceAll(/\s+/g, ' ');
    const size = Buffer.byteLength(term);
    const fits =
      term !== '' &&
      term.length <= limits.mostCharacters &&
      term.split(' ').length <= limits.mostWords &&
      bytes + size <= limits.mostBytes;
    if (!fits || terms.has(term)) continue;
    terms.add(term);
    bytes += size;
  }
  return [...terms];
};
