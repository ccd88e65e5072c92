/** Words alone, so that two texts that differ in capitals, signs and spaces are the same. */
export const plainWords = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}'\s]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
