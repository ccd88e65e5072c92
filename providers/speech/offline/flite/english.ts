/**
 * What Flite is given to say. It reads ASCII: text in another script has no sound in it, and some of it makes the engine
 * fault. Pure.
 *
 * It guarantees:
 * E1. The result is ASCII and not empty.
 * E2. Latin letters lose their accents, and other scripts are left out of a sentence that is mostly Latin.
 * E3. A sentence that is mostly in another script becomes {@link ENGLISH_ONLY}.
 */

/** Spoken instead of a sentence in another script. */
export const ENGLISH_ONLY = 'I am sorry, this voice only speaks English.';

/** A text without anything to say: a moment of silence. */
const NOTHING = '...';

/** Letters that no decomposition turns into ASCII. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

const PUNCTUATION: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u2013': '-',
  '\u2014': '-',
};

const spelled = (character: string): string => {
  const punctuation = PUNCTUATION[character];
  if (punctuation !== undefined) return punctuation;
  const lower = character.toLowerCase();
  const letters = LETTERS[lower];
  if (letters === undefined) return character;
  return lower === character ? letters : letters.charAt(0).toUpperCase() + letters.slice(1);
};

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The text as Flite can say it. */
export const asEnglish = (text: string): string => {
  const latin = Array.from(text, spelled)
    .join('')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '');
  // Replaces control characters, too: a zero byte would end a C program's argument.
  const ascii = latin.replaceAll(/[^\x21-\x7e]+/g, ' ').trim();
  const said = countOf(ascii, /[a-z0-9]/gi);
  // One letter of a script without spaces is a syllable or a word.
  const lost = countOf(latin, /[\p{L}\p{N}]/gu) - said;
  if (lost > said) return ENGLISH_ONLY;
  return ascii === '' ? NOTHING : ascii;
};
