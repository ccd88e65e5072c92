/** The bare words, so that two texts that differ only in case, punctuation and spacing are equal. */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}'\s]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
