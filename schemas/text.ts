/** Small facts about text that several floors share. */

/** Words as the limits count them (spec section 8): runs of anything but white space. */
export const countWords = (text: string): number =>
  text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== '').length;

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The names inside double-brace placeholders, in order of appearance, without repetition. */
export const placeholdersOf = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(PLACEHOLDER), (match) => match[1] ?? '')),
];

/** Replaces every placeholder that has a value; others stay as they are. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(PLACEHOLDER, (whole, name: string) => values[name] ?? whole);
