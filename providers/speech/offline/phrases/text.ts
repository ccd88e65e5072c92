/** Phrases as text: their normal form, and the places where a speaker may pause. */

/** Letters and digits in lower case, one space between words. Phrases that are equal in this form sound the same. */
export const normalPhrase = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}']+/gu, ' ')
    .trim();

/** The parts between punctuation, each with its closing marks: `Yes, please.` → `Yes,` and `please.` */
export const partsOf = (text: string): readonly string[] =>
  (text.match(/[^.,;:!?]+[.,;:!?]*/g) ?? []).map((part) => part.trim()).filter((part) => part !== '');
