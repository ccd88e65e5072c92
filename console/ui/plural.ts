/** Counts with their nouns. */

/** `1 call`, `1,240 calls`. */
export const plural = (count: number, singular: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? singular : many}`;
