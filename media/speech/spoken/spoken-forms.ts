/**
 * The spoken form of a written text: what a voice is given to say in place of Markdown, emoji, addresses, numbers, dates,
 * money and abbreviations. The transcript keeps the written words, so both are returned word by word.
 *
 * S1. The written forms, joined with spaces, are the text with its white space made single: no word is lost or moved.
 * S2. The spoken forms, joined with spaces where they are not empty, are what the voice says.
 * S3. A form is as short as its rule allows: one written word unless a number, date or abbreviation spans several.
 * S4. In languages without a grammar, digits and abbreviations are left to the voice; marks are dropped all the same.
 */

import type { Pronunciation } from '../../../schemas/agents/pronunciations.js';
import { languageOf } from '../../../schemas/language-tag.js';
import { addressRules } from './addresses.js';
import { calendarRules, yearRule } from './calendar.js';
import { ENGLISH } from './english.js';
import { FRENCH } from './french.js';
import { GERMAN } from './german.js';
import type { Grammar } from './grammar.js';
import { ITALIAN } from './italian.js';
import { lexiconRule } from './lexicon.js';
import { type Line, lineOf, markupRules, silentRule } from './markup.js';
import { capital, isLetterAt, matchAt, type Place, type Rule, type Spoken } from './place.js';
import { PORTUGUESE } from './portuguese.js';
import { numberRule, quantityRules } from './quantities.js';
import { SPANISH } from './spanish.js';
import { symbolRule, wordRules } from './words.js';

/** One written word, or several that are spoken as one, and what is said for them; nothing for marks alone. */
export interface SpokenForm {
  readonly written: string;
  readonly spoken: string;
}

const GRAMMARS: readonly Grammar[] = [ENGLISH, GERMAN, SPANISH, FRENCH, ITALIAN, PORTUGUESE];

/** The grammar of a language, by its BCP 47 tag; null: there is none. */
const grammarOf = (language: string): Grammar | null => {
  const code = languageOf(language);
  return GRAMMARS.find((grammar) => grammar.language === code) ?? null;
};

interface Rules {
  /** Tried at every character. */
  readonly anywhere: readonly Rule[];
  /** Tried where a word or a number begins, before the others. */
  readonly atStart: readonly Rule[];
  readonly symbols: readonly Rule[];
  /** Tried at digits inside a word: "mp3". */
  readonly inside: readonly Rule[];
}

const compiled = new Map<string, Rules>();
const NO_GRAMMAR: Rules = { anywhere: markupRules, atStart: [], symbols: [silentRule], inside: [] };

/** Compiled once for each language. */
const rulesOf = (grammar: Grammar | null): Rules => {
  if (grammar === null) return NO_GRAMMAR;
  const known = compiled.get(grammar.language);
  if (known !== undefined) return known;
  const { addresses, phone } = addressRules(grammar);
  const { beforePhones, afterPhones } = quantityRules(grammar);
  const measures = numberRule(grammar);
  const rules: Rules = {
    anywhere: markupRules,
    atStart: [
      ...addresses,
      ...calendarRules(grammar),
      ...beforePhones,
      phone,
      ...afterPhones,
      yearRule(grammar),
      measures,
      ...wordRules(grammar),
    ],
    symbols: [symbolRule(grammar), silentRule],
    inside: [...beforePhones, measures],
  };
  compiled.set(grammar.language, rules);
  return rules;
};

/** A part of the text: white space separates forms unless a rule has read it. */
interface Atom extends SpokenForm {
  readonly isSpace: boolean;
}

const BETWEEN_WORDS: Atom = { written: ' ', spoken: ' ', isSpace: true };
const SPACE = /\s+/y;
const WORD = /[\p{L}\p{M}]+/uy;
const NUMERAL = /\p{N}/u;
const STARTS_AFTER = /[\p{L}\p{M}\p{N}]$/u;

const firstOf = (rules: readonly Rule[], place: Place): Spoken | null => {
  for (const rule of rules) {
    const found = rule(place);
    if (found !== null) return found;
  }
  return null;
};

/** Whether a word or a number begins. Patterns are only for letters beyond ASCII: this is tested at every character. */
const isStart = ({ text, at }: Place): boolean => {
  if (at === 0) return true;
  const before = text.charCodeAt(at - 1);
  if (before >= 0x80) return !STARTS_AFTER.test(text.slice(Math.max(0, at - 2), at));
  return !isLetterAt(text, at - 1) && !isDigit(before);
};

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const atomAt = (rules: Rules, lexicon: Rule, place: Place): Atom => {
  const { text, at } = place;
  const slice = (length: number, spoken: string): Atom => ({
    written: text.slice(at, at + length),
    spoken,
    isSpace: false,
  });
  if (text[at] === ' ' && isLetterAt(text, at + 1)) return BETWEEN_WORDS;
  // Marks are no letters.
  const found =
    (isStart(place) ? (lexicon(place) ?? firstOf(rules.atStart, place)) : null) ??
    (isLetterAt(text, at) ? null : firstOf(rules.anywhere, place));
  if (found !== null) return slice(found.length, found.spoken);
  const space = matchAt(SPACE, place)?.[0];
  if (space !== undefined) return { written: space, spoken: ' ', isSpace: true };
  const word = matchAt(WORD, place)?.[0];
  if (word !== undefined) return slice(word.length, word);
  const inside = NUMERAL.test(text.charAt(at)) ? firstOf(rules.inside, place) : null;
  if (inside !== null) return slice(inside.length, ` ${inside.spoken} `);
  const symbol = firstOf(rules.symbols, place);
  if (symbol !== null) return slice(symbol.length, symbol.spoken);
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  // A hyphen or a slash between words only joins them.
  const isJoint = (character === '/' || character === '_') && rules !== NO_GRAMMAR;
  return slice(character.length, isJoint ? ' ' : character);
};

/** With its white space made single. */
const single = (text: string): string => (mayHaveSpace(text) ? text.replaceAll(/\s+/g, ' ').trim() : text);

/** Without a pattern: most forms are words of ASCII. */
const mayHaveSpace = (text: string): boolean => {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code <= 0x20 || code >= 0x80) return true;
  }
  return false;
};

const formsOfText = (rules: Rules, lexicon: Rule, text: string): readonly SpokenForm[] => {
  const forms: SpokenForm[] = [];
  let written = '';
  let spoken = '';
  const close = (): void => {
    if (written !== '') forms.push({ written: single(written), spoken: single(spoken) });
    written = '';
    spoken = '';
  };
  for (let at = 0; at < text.length; ) {
    const atom = atomAt(rules, lexicon, { text, at });
    at += atom.written.length;
    if (atom.isSpace) close();
    else {
      // "12B" is a number and a letter.
      const isLetterOfNumber =
        isDigit(written.charCodeAt(written.length - 1)) && /^\p{Lu}/u.test(atom.written);
      written += atom.written;
      spoken += isLetterOfNumber ? ` ${atom.spoken}` : atom.spoken;
    }
  }
  close();
  return forms;
};

const SENTENCE_END = /[.!?…:;,。！？।؟]["'”’»)]*$/;
const lastSpoken = (forms: readonly SpokenForm[]): number =>
  forms.findLastIndex(({ spoken }) => spoken !== '');

const withChanged = (
  forms: readonly SpokenForm[],
  index: number,
  change: (spoken: string) => string,
): readonly SpokenForm[] =>
  forms.map((form, each) => (each === index ? { ...form, spoken: change(form.spoken) } : form));

/** Words begin a sentence with a capital if a number or a mark did in writing. */
const capitalised = (forms: readonly SpokenForm[]): readonly SpokenForm[] => {
  const first = forms.findIndex(({ spoken }) => spoken !== '');
  const form = forms[first];
  if (form === undefined) return forms;
  const written = /[\p{L}\p{N}]/u.exec(form.written)?.[0] ?? '';
  const isChanged = form.spoken !== form.written && written === written.toUpperCase() && written !== '';
  return isChanged ? withChanged(forms, first, capital) : forms;
};

/** A table's cells are separated with commas. */
const rowText = (text: string): string =>
  text
    .trim()
    .replace(/^\|\s*/, '')
    .replace(/\s*\|$/, '');

const formsOfLine = (
  rules: Rules,
  grammar: Grammar | null,
  lexicon: Rule,
  { mark, number, text, isBlock, isRow }: Line,
): readonly SpokenForm[] => {
  const rawForms = isRow ? formsOfRow(rules, lexicon, text) : formsOfText(rules, lexicon, text);
  const forms = capitalised(rawForms);
  const closing = isBlock ? closed(forms) : forms;
  if (mark.trim() === '') return closing;
  const spoken =
    number === null ? '' : grammar === null ? `${number}.` : `${capital(grammar.cardinal(number, 'alone'))},`;
  return [{ written: single(mark), spoken }, ...closing];
};

const formsOfRow = (rules: Rules, lexicon: Rule, text: string): readonly SpokenForm[] => {
  const cells = rowText(text)
    .split('|')
    .map((cell) => formsOfText(rules, lexicon, cell.trim()));
  return cells
    .flatMap((forms, index) => {
      const comma = index < cells.length - 1 && lastSpoken(forms) >= 0;
      const separated = comma ? withChanged(forms, lastSpoken(forms), (spoken) => `${spoken},`) : forms;
      return [{ written: '|', spoken: '' }, ...separated];
    })
    .concat({ written: '|', spoken: '' });
};

const closed = (forms: readonly SpokenForm[]): readonly SpokenForm[] => {
  const last = lastSpoken(forms);
  const spoken = forms[last]?.spoken ?? '';
  if (last < 0 || SENTENCE_END.test(spoken)) return forms;
  return withChanged(forms, last, (words) => `${words}.`);
};

/**
 * The spoken forms of a text: a sentence, or lines of them. Pure; well under a millisecond for a sentence.
 * `language`: BCP 47.
 */
export const spokenForms = (
  text: string,
  language: string,
  lexicon: readonly Pronunciation[] = [],
): readonly SpokenForm[] => {
  const grammar = grammarOf(language);
  const rules = rulesOf(grammar);
  const pronounced = lexiconRule(lexicon);
  const isDate = (line: string): boolean => grammar?.language === 'de' && DAY_AND_MONTH.test(line);
  return text.split('\n').flatMap((line) => formsOfLine(rules, grammar, pronounced, lineOf(line, isDate)));
};

const DAY_AND_MONTH =
  /^\d{1,2}\.\s(?:Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez|Stock|Etage|Klasse|Platz|Tag)/;

/** A mark was dropped before it: the space before it was the mark's. A space that was written before it stays, as in French. */
const isLoose = ({ written, spoken }: SpokenForm): boolean =>
  !written.startsWith(spoken) && /^[,.!?…]$/.test(spoken);

/** What the voice is given. */
export const spokenText = (forms: readonly SpokenForm[]): string =>
  forms
    .filter(({ spoken }) => spoken !== '')
    .map((form, index) => (index === 0 || isLoose(form) ? form.spoken : ` ${form.spoken}`))
    .join('');

/** Written with and without a letter beyond Latin-1, because patterns are compiled for either. */
const SAMPLES = ['It is 10:30, $4.50 – A1.', 'It is 10:30, 4,50 (1).'] as const;

/**
 * Compiles the patterns of all languages, which takes tens of milliseconds for each: before a thread paces calls. V8 compiles a
 * pattern to machine code at its second use.
 */
export const warmUpSpokenForms = (): void => {
  for (const { language } of GRAMMARS)
    for (const sample of [...SAMPLES, ...SAMPLES]) spokenForms(sample, language);
};
