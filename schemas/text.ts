/**
 * Text functions that several floors share. All of them process a text of any size and shape in one pass, because texts
 * come from outside.
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

// White space is matched as part of the name between the braces, and trimmed afterwards: as a separate part of the pattern
// beside "anything", every division of a run of it would be tried.
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The names inside double-brace placeholders, in order of appearance, without repetition. */
export const placeholdersOf = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(PLACEHOLDER), (match) => (match[1] ?? '').trim())),
];

/** How many placeholders a text holds, repetitions included, counted no further than `limit` + 1. */
export const countPlaceholders = (text: string, limit: number): number => {
  let count = 0;
  for (const _ of text.matchAll(PLACEHOLDER)) {
    count += 1;
    if (count > limit) break;
  }
  return count;
};

/** Whether the text has a letter or a digit outside its placeholders. */
export const hasOwnWords = (text: string): boolean => /[\p{L}\p{N}]/u.test(text.replace(PLACEHOLDER, ' '));

/**
 * Characters that break a line when a text is shown or read by a model: tab, line feed, vertical tab, form feed, carriage
 * return, next line, and Unicode's line and paragraph separators.
 */
const breaksLine = (code: number): boolean =>
  (code >= 0x09 && code <= 0x0d) || code === 0x85 || code === 0x2028 || code === 0x2029;

const VARIATION_SELECTORS = { first: 0xfe00, last: 0xfe0f } as const;
const MORE_VARIATION_SELECTORS = { first: 0xe0100, last: 0xe01ef } as const;

const isVariationSelector = (code: number): boolean =>
  (code >= VARIATION_SELECTORS.first && code <= VARIATION_SELECTORS.last) ||
  (code >= MORE_VARIATION_SELECTORS.first && code <= MORE_VARIATION_SELECTORS.last);

/**
 * Invisible characters that no script needs: controls, bidirectional controls, zero-width spaces and invisible operators,
 * annotations, Unicode tags, and halves of surrogate pairs. Joiners (U+200C, U+200D) stay, because Indic scripts, Persian
 * and emoji need them.
 */
const isHidden = (code: number): boolean =>
  code < 0x20 ||
  (code >= 0x7f && code <= 0x9f) ||
  code === 0x61c ||
  code === 0x180e ||
  code === 0x200b ||
  code === 0x200e ||
  code === 0x200f ||
  (code >= 0x202a && code <= 0x202e) ||
  (code >= 0x2060 && code <= 0x206f) ||
  (code >= 0xd800 && code <= 0xdfff) ||
  code === 0xfeff ||
  (code >= 0xfff9 && code <= 0xfffb) ||
  (code >= 0xe0000 && code <= 0xe007f);

/**
 * Whether a text may contain something to remove. Most contain nothing, which a pattern detects faster. Halves of surrogate
 * pairs are included, because a pattern sees them in every pair.
 */
const MAY_CHANGE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
  /[\ufe00-\ufe0f\u0000-\u001f\u007f-\u009f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb]/;

/** The text without hidden characters; `onBreak` replaces a character that breaks a line. One pass. */
const visible = (
  text: string,
  onBreak: (character: string, before: string) => string,
  limit: number,
): string => {
  if (text.length <= limit && !MAY_CHANGE.test(text)) return text;
  let shown = '';
  let last = '';
  let hasSelector = false;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const isSelector = isVariationSelector(code);
    // A second selector has no meaning for a character, and a run of them can carry a hidden text.
    if (isSelector && hasSelector) continue;
    const kept = breaksLine(code) ? onBreak(character, last) : isHidden(code) ? '' : character;
    if (kept === '') continue;
    if (shown.length + kept.length > limit) break;
    hasSelector = isSelector;
    shown += kept;
    last = kept;
  }
  return shown;
};

/**
 * The text on one line: characters that break a line become a space; hidden characters (controls, bidirectional controls,
 * zero-width spaces, Unicode tags) and surrounding space are removed. At most `limit` UTF-16 code units, never half a
 * surrogate pair. Linear in the length of the text, and idempotent.
 */
export const oneLine = (text: string, limit: number): string =>
  visible(text.trim(), (_, before) => (before === ' ' || before === '' ? '' : ' '), limit).trim();

/** Removes hidden characters as {@link oneLine} does, but keeps lines and tabs, for texts that may have several lines. */
export const withoutHidden = (text: string): string =>
  visible(text, (character) => (character === '\t' || character === '\r' ? character : '\n'), text.length);

/** Longest value that is filled in for a placeholder, characters: longer ones are cut. */
export const MAX_VALUE_CHARACTERS = 1_000;

/**
 * Replaces every placeholder that has a value, with the value on one line and cut to {@link MAX_VALUE_CHARACTERS}; other
 * placeholders stay as they are. For texts that are spoken or sent; instructions for a model refer to their values instead
 * (providers/llm/untrusted.ts).
 */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  replacePlaceholders(text, values, (_, value) => oneLine(value, MAX_VALUE_CHARACTERS));

/** Replaces every placeholder that has a value with `replacement` of its name and value; others stay as they are. */
export const replacePlaceholders = (
  text: string,
  values: Readonly<Record<string, string>>,
  replacement: (name: string, value: string) => string,
): string =>
  text.replaceAll(PLACEHOLDER, (whole, inside: string) => {
    const name = inside.trim();
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? whole : replacement(name, value);
  });
