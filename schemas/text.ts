/**
 * Small facts about text that several floors share. All of them take a text of any size and shape in one pass: they are
 * asked about texts that somebody sent.
 */

/** White space as `\s` knows it, as character codes. */
const isSpace = (code: number): boolean =>
  code === 0x20 ||
  (code >= 0x09 && code <= 0x0d) ||
  (code >= 0xa0 &&
    (code === 0xa0 ||
      code === 0x1680 ||
      (code >= 0x2000 && code <= 0x200a) ||
      code === 0x2028 ||
      code === 0x2029 ||
      code === 0x202f ||
      code === 0x205f ||
      code === 0x3000 ||
      code === 0xfeff));

/** Words as the limits count them (spec section 8): runs of anything but white space. */
export const countWords = (text: string): number => {
  let words = 0;
  let inside = false;
  for (let at = 0; at < text.length; at += 1) {
    const space = isSpace(text.charCodeAt(at));
    if (!space && !inside) words += 1;
    inside = !space;
  }
  return words;
};

// White space is part of what stands between the braces, and taken off afterwards: as parts of the pattern beside
// "anything" it would be tried in every division of a run of it.
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The names inside double-brace placeholders, in order of appearance, without repetition. */
export const placeholdersOf = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(PLACEHOLDER), (match) => (match[1] ?? '').trim())),
];

/** How many placeholders a text holds, repetitions included, counted no further than `most` + 1. */
export const countPlaceholders = (text: string, most: number): number => {
  let count = 0;
  for (const _ of text.matchAll(PLACEHOLDER)) {
    count += 1;
    if (count > most) break;
  }
  return count;
};

/** The text on one line: each run of white space and control characters becomes one space, none at either end. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Whether it has a letter or a digit outside of its placeholders. */
export const hasOwnWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(PLACEHOLDER, ' '));

/** Replaces every placeholder that has a value; others stay as they are. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) =>
    Object.hasOwn(values, name.trim()) ? (values[name.trim()] ?? whole) : whole,
  );
