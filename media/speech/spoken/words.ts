/** Abbreviations, acronyms, codes and symbols. */
import type { Abbreviation, Grammar } from './grammar.js';
import { anyOf, digitByDigit, isLast, matchAt, type Place, type Rule, type Spoken } from './place.js';

const PARTS = [
  /[A-Za-zªºÀ-ÖØ-öø-ɏ]{1,4}\.[ \u00a0\u202f]?[A-Za-zªºÀ-ÖØ-öø-ɏ]{1,4}\.[ \u00a0\u202f]?[A-Za-zªºÀ-ÖØ-öø-ɏ]{1,4}\./y,
  /[A-Za-zªºÀ-ÖØ-öø-ɏ]\.-[A-Za-zªºÀ-ÖØ-öø-ɏ]-[A-Za-zªºÀ-ÖØ-öø-ɏ]\./y,
  /[A-Za-zªºÀ-ÖØ-öø-ɏ]{1,4}\.[ \u00a0\u202f]?[A-Za-zªºÀ-ÖØ-öø-ɏ]{1,4}\./y,
  /[A-Za-zªºÀ-ÖØ-öø-ɏ]{1,4} [A-Za-zªºÀ-ÖØ-öø-ɏ]{1,4}\./y,
  /[A-Za-zªºÀ-ÖØ-öø-ɏ]{1,12}\./y,
];

/** No abbreviation has its first dot after so many letters. */
const LONGEST = 13;

/** The abbreviation that is written at a place, and its length; null: none. */
const abbreviationAt = (
  { abbreviations, titles }: Pick<Grammar, 'abbreviations' | 'titles'>,
  place: Place,
): { readonly length: number; readonly abbreviation: Abbreviation } | null => {
  if (!place.text.slice(place.at, place.at + LONGEST).includes('.')) return null;
  for (const part of PARTS) {
    const found = matchAt(part, place);
    if (found === null) continue;
    const key = found[0].replaceAll(/[.\s-]/g, '');
    const abbreviation = abbreviations[key.toLowerCase()];
    if (abbreviation === undefined || !isWrittenAs(key, abbreviation.written)) continue;
    const title = titles[key.toLowerCase()];
    if (title !== undefined && isTitle(place, found[0].length))
      return { length: found[0].length, abbreviation: { ...abbreviation, spoken: title } };
    return { length: found[0].length, abbreviation };
  }
  return null;
};

/** A name, not the first word of its sentence. */
const AFTER_NAME = /[^\s.!?]\s+\p{Lu}[\p{L}\p{M}'’-]*\s+$/u;

/** Whether an abbreviation of this length stands before a name and not after one. */
const isTitle = ({ text, at }: Place, length: number): boolean =>
  /^\s+\p{Lu}/u.test(text.slice(at + length)) && !AFTER_NAME.test(text.slice(0, at));

/** A capital is significant; a small letter may be a capital at the start of a sentence. */
const isWrittenAs = (written: string, listed: string): boolean =>
  written === listed || (written[0]?.toLowerCase() === listed[0] && written.slice(1) === listed.slice(1));

const abbreviations =
  (grammar: Grammar): Rule =>
  (place) => {
    const found = abbreviationAt(grammar, place);
    if (found === null) return null;
    const { length, abbreviation } = found;
    const { spoken, ends } = abbreviation;
    const written = place.text.slice(place.at, place.at + length);
    const after = place.text.slice(place.at + length);
    const ended = isLast(place.text, place.at + length);
    if (ends === 'never' && ended) return null;
    if (ends === 'digit' && !/^[ \u00a0\u202f]?\d/.test(after)) return null;
    const words = spoken ?? written.replaceAll('.', '');
    return ended ? { length: length - 1, spoken: words } : { length, spoken: words };
  };

const DOTTED = /(?:[A-Za-zÀ-ÖØ-öø-ɏ]\.){2,}/y;
/** "P.S.", "a.k.a.": letters, unless they are listed. */
const dottedLetters: Rule = (place) => {
  if (place.text[place.at + 1] !== '.') return null;
  const found = matchAt(DOTTED, place)?.[0];
  if (found === undefined) return null;
  const spoken = [...found.replaceAll('.', '')].join(' ');
  return { length: isLast(place.text, place.at + found.length) ? found.length - 1 : found.length, spoken };
};

const shortForms = (grammar: Grammar): Rule => {
  const forms = Object.keys(grammar.shortForms);
  if (forms.length === 0) return () => null;
  const pattern = new RegExp(`(?:${anyOf(forms)})(?![A-Za-zªºÀ-ÖØ-öø-ɏ])`, 'y');
  return (place) => {
    const found = matchAt(pattern, place)?.[0];
    if (found === undefined) return null;
    const end = place.at + found.length;
    // With its dot it is an abbreviation, unless the dot ends the sentence.
    if (place.text[end] === '.' && !isLast(place.text, end + 1)) return null;
    return { length: found.length, spoken: grammar.shortForms[found] ?? found };
  };
};

/** Short weekdays and months with a dot are abbreviations; this is for the rest in capitals. */
const ACRONYM = /[A-ZÀ-ÖØ-ÞŒ]{2,}(?:s(?![A-Za-zªºÀ-ÖØ-öø-ɏ]))?(?![A-Za-zªºÀ-ÖØ-öø-ɏ0-9])/y;
const CODE =
  /(?=[A-ZÀ-ÖØ-ÞŒ\d-]*[A-ZÀ-ÖØ-ÞŒ])(?=[A-ZÀ-ÖØ-ÞŒ\d-]*\d)[A-ZÀ-ÖØ-ÞŒ\d]+(?:-[A-ZÀ-ÖØ-ÞŒ\d]+)*(?![A-Za-zªºÀ-ÖØ-öø-ɏ0-9])/y;
/** "4G", "A4", "B12": a letter and a small number. */
const SHORT_CODE = /^(?:([A-ZÀ-ÖØ-ÞŒ])(\d{1,2})|(\d{1,2})([A-ZÀ-ÖØ-ÞŒ]))$/;
const VOWELS = /[AEIOUYÄÖÜÀÁÂÃÈÉÊÌÍÒÓÔÕÙÚÛŒÆ]/;
const LONGEST_ACRONYM = 4;

/** A text that is written in capitals for emphasis has no acronyms. */
const isShouted = (text: string): boolean => {
  const words = text.match(/[A-Za-zªºÀ-ÖØ-öø-ɏ]{2,}/g) ?? [];
  const capitals = words.filter((word) => word === word.toUpperCase());
  return (
    words.length > 1 &&
    capitals.length * 2 > words.length &&
    capitals.some((word) => word.length > LONGEST_ACRONYM)
  );
};

const acronyms =
  (grammar: Grammar): Rule =>
  (place) => {
    const found = matchAt(ACRONYM, place)?.[0];
    if (found === undefined) return null;
    const letters = found.replace(/s$/, '');
    if (grammar.capitalWords.has(letters)) return null;
    const isSpelled = letters.length <= LONGEST_ACRONYM || !VOWELS.test(letters);
    if (!isSpelled || isShouted(place.text)) return null;
    return { length: found.length, spoken: [...letters].join(' ') + found.slice(letters.length) };
  };

const codes =
  (grammar: Grammar): Rule =>
  (place) => {
    const found = matchAt(CODE, place)?.[0];
    if (found === undefined) return null;
    const [, letter, number, first, last] = SHORT_CODE.exec(found) ?? [];
    const say = (digits: string): string => grammar.cardinal(Number(digits), 'alone');
    if (letter !== undefined && number !== undefined)
      return { length: found.length, spoken: `${letter} ${say(number)}` };
    if (first !== undefined && last !== undefined)
      return { length: found.length, spoken: `${say(first)} ${last}` };
    // "COVID-19" is a word and a number.
    if (/^[A-ZÀ-ÖØ-ÞŒ]{5,}-\d+$/.test(found)) return null;
    const parts = found.match(/[A-ZÀ-ÖØ-ÞŒ]|\d+/g) ?? [];
    const spoken = parts.map((part) => (/\d/.test(part) ? digitByDigit(grammar, part) : part)).join(' ');
    return { length: found.length, spoken };
  };

const symbols = (grammar: Grammar): Rule => {
  const signs = Object.keys(grammar.symbols);
  const pattern = new RegExp(`(?:${anyOf(signs)})`, 'y');
  return (place): Spoken | null => {
    const sign = matchAt(pattern, place)?.[0];
    if (sign === undefined) return null;
    const { text, at } = place;
    const next = text[at + sign.length] ?? ' ';
    const previous = text[at - 1] ?? ' ';
    const word = grammar.symbols[sign] ?? '';
    if (sign === '#' && !/[\s\d]/.test(next)) return { length: 1, spoken: '' };
    if ((sign === '<' || sign === '>' || sign === '~') && !/[\s\d]/.test(next))
      return { length: 1, spoken: '' };
    // A sign inside a word is spoken between its parts.
    const spoken = `${/\s/.test(previous) ? '' : ' '}${word}${/\s/.test(next) ? '' : ' '}`;
    return { length: sign.length, spoken };
  };
};

const STREET = /([A-Za-zªºÀ-ÖØ-öø-ɏ]{2,}str|Str|str)\.(?=\s|\d)/y;
/** "Hauptstr. 12" */
const streets =
  (grammar: Grammar): Rule =>
  (place) => {
    const found = grammar.language === 'de' ? matchAt(STREET, place) : null;
    return found === null ? null : { length: found[0].length, spoken: `${found[1] ?? ''}aße` };
  };

/** Rules at the start of a word, in their order. */
export const wordRules = (grammar: Grammar): readonly Rule[] => [
  shortForms(grammar),
  streets(grammar),
  abbreviations(grammar),
  dottedLetters,
  codes(grammar),
  acronyms(grammar),
];

export const symbolRule = (grammar: Grammar): Rule => symbols(grammar);
