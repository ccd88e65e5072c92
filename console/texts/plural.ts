/** Counts with their nouns. */

/** `1 call`, `1,240 calls`. */
export const plural = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
