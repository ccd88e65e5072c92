/** Phrases as texts: what makes two of them the same, and where a speaker may pause in one. */

/** Letters and digits in lower case, one space between words: what is equal in this form sounds the same. */
export const normalPhrase = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();

/** The pieces between punctuation, with what closes each: `Yes, please.` → `Yes,` and `please.` */
export const partsOf = (text: string): readonly string[] =>
  (text.match(/[^.,;:!?]+[.,;:!?]*/g) ?? []).map((part) => part.trim()).filter((part) => part !== '');
