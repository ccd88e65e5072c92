/**
 * What answering machines, announcements, menus, call screeners and people say when they answer, in 25 languages.
 *
 * A missed machine costs a minute, but a false positive hangs up on a person. So a list that decides alone holds only
 * phrases that people do not say when they answer the telephone; those of `keys` count at any time. The three lists of openers (`reached`, `absent`, `leave`)
 * decide together.
 *
 * A phrase is a regular expression over normalised text: lower case, single spaces, no punctuation but apostrophes. ` .. `
 * stands for up to {@link MOST_BETWEEN} characters. Phrases begin and end at a word, except in languages that are
 * written without spaces; there the text has none, either.
 */
import { ARABIC, CHINESE, HINDI, JAPANESE, KOREAN } from './languages/asian.js';
import { ENGLISH } from './languages/english.js';
import { DANISH, DUTCH, GERMAN, NORWEGIAN, SWEDISH } from './languages/germanic.js';
import { FINNISH, GREEK, HUNGARIAN, TURKISH } from './languages/other-european.js';
import { FRENCH, ITALIAN, PORTUGUESE, SPANISH } from './languages/romance.js';
import { ROMANIAN } from './languages/romanian.js';
import { CZECH, POLISH, RUSSIAN, SLOVAK, UKRAINIAN } from './languages/slavic.js';
import type { PhraseLists } from './phrase-lists.js';

type List = keyof PhraseLists;

/** The lists of a language, ready to be matched. */
export interface CalleePhrases {
  /** How often phrases of the list occur in normalised text; of `menu`, including `keys`. */
  count(list: List, text: string): number;
}

/** Characters between the two parts of a phrase, at most. */
const MOST_BETWEEN = 60;

const LISTS: Readonly<Record<string, PhraseLists>> = {
  ar: ARABIC,
  cs: CZECH,
  da: DANISH,
  de: GERMAN,
  el: GREEK,
  en: ENGLISH,
  es: SPANISH,
  fi: FINNISH,
  fr: FRENCH,
  hi: HINDI,
  hu: HUNGARIAN,
  it: ITALIAN,
  ja: JAPANESE,
  ko: KOREAN,
  nb: NORWEGIAN,
  nl: DUTCH,
  no: NORWEGIAN,
  pl: POLISH,
  pt: PORTUGUESE,
  ro: ROMANIAN,
  ru: RUSSIAN,
  sk: SLOVAK,
  sv: SWEDISH,
  tr: TURKISH,
  uk: UKRAINIAN,
  zh: CHINESE,
};

/** Languages that are matched without spaces: they have none, or recognisers place them differently. */
const WITHOUT_SPACES: ReadonlySet<string> = new Set(['ja', 'ko', 'zh']);

const compiled = new Map<string, CalleePhrases>();

/** The phrases of a language, by its code in ISO 639-1 (`en`); null: there are none. */
export const phrasesOf = (language: string): CalleePhrases | null => {
  const lists = LISTS[language];
  if (lists === undefined) return null;
  const before = compiled.get(language);
  if (before !== undefined) return before;
  const phrases = compile(lists, WITHOUT_SPACES.has(language));
  compiled.set(language, phrases);
  return phrases;
};

const compile = (lists: PhraseLists, spaceless: boolean): CalleePhrases => {
  const patterns = new Map<List, RegExp>();
  const patternOf = (list: List): RegExp | null => {
    const sources = list === 'menu' ? [...lists.keys, ...lists.menu] : lists[list];
    if (sources.length === 0) return null;
    const pattern = patterns.get(list) ?? toPattern(sources, spaceless);
    patterns.set(list, pattern);
    return pattern;
  };
  return {
    count: (list, text) => {
      const pattern = patternOf(list);
      if (pattern === null) return 0;
      return countOf(pattern, spaceless ? text.replaceAll(' ', '') : text);
    },
  };
};

/**
 * How often the pattern occurs. `matchAll` would copy it, and V8 compiles a copy of patterns as large as these from the
 * beginning once its cache was emptied: 20 ms for one sentence.
 */
const countOf = (pattern: RegExp, text: string): number => {
  let count = 0;
  pattern.lastIndex = 0;
  while (pattern.test(text)) count += 1;
  return count;
};

/** The `keys` of all languages: menus offer several. */
const keyPatterns = (): { readonly spaced: RegExp; readonly spaceless: RegExp } => {
  const sourcesOf = (spaceless: boolean): readonly string[] => [
    ...new Set(
      Object.entries(LISTS).flatMap(([language, { keys }]) =>
        WITHOUT_SPACES.has(language) === spaceless ? keys : [],
      ),
    ),
  ];
  return { spaced: toPattern(sourcesOf(false), false), spaceless: toPattern(sourcesOf(true), true) };
};

let everyKey: ReturnType<typeof keyPatterns> | null = null;

/** How often normalised text says which key does what, or requests a number by keys, in any language. */
export const countKeys = (text: string): number => {
  everyKey ??= keyPatterns();
  return countOf(everyKey.spaced, text) + countOf(everyKey.spaceless, text.replaceAll(' ', ''));
};

/** Text as phrases are written: lower case, single spaces, no punctuation but apostrophes. */
export const normalised = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\p{L}\p{M}\p{N}'\s]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

const toPattern = (sources: readonly string[], spaceless: boolean): RegExp => {
  const all = sources.map((source) => `(?:${notated(source)})`).join('|');
  return spaceless
    ? new RegExp(all.replaceAll(' ', ''), 'gu')
    : new RegExp(`(?<![^ '])(?:${all})(?![^ '])`, 'gu');
};

/** `\\w` means a letter or digit of any script: normalised text has nothing else in its words but apostrophes. */
const notated = (source: string): string =>
  source.replaceAll(' .. ', ` (?:.{0,${MOST_BETWEEN}}? )?`).replaceAll('\\w', "[^ ']");
