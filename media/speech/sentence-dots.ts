/** What a dot means: the end of a sentence, or part of an abbreviation, an initial, an ordinal or the number of a list item. */
import { abbreviationsOfLanguage, isStarter, ORDINAL_LANGUAGES } from './sentence-words.js';
import type { Abbreviation } from './spoken/grammar.js';

/** `unknown`: it depends on what follows. */
export type Verdict = 'end' | 'none' | 'unknown';

/** What is unknown while more may follow, and an end otherwise. */
export const undecided = (isWhole: boolean): Verdict => (isWhole ? 'end' : 'unknown');

/** A small letter continues a sentence. */
export const CASED_SMALL = /^\p{Ll}/u;

const LONGEST_ABBREVIATION = 24;
const UNIT = /\d\s?(?:min|mins|max|h|std|hrs?|sek|sec|seg|s|lbs?|oz|ft|in|km|cm|mm|kg|g|ml|l)$/i;
/** "EE. UU.", "FF. AA.": Spanish doubles the initials of a plural. */
const DOUBLED = /(?:^|[\s(])(\p{Lu})\1$/u;
const DOUBLED_DOT = /^(\p{Lu})\1\./u;
/** What may become one. */
const DOUBLED_PART = /^(?:\p{Lu}|(\p{Lu})\1)?$/u;
/** May be an abbreviation that no list has: "doc.", "sp.". */
const SHORT_WORD = /(?:^|[\s(.])\p{L}{1,4}$/u;
/** "Hauptstr. 12" */
const STREET = /[a-zäöüß]{2}str$/;
/** Marks around a word. */
const AROUND_WORD = /^["'“«¿¡(*]+|["'”»).,;:!?…*]+$/g;
const CALENDAR_NAME =
  /^(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Eastern|Central|Pacific|Mountain|[A-Z]{3})$/;

/** The last words of a line, "d. h.", "z. B." and "Dr", as they may be listed, the longest first. */
const candidatesOf = (line: string): readonly string[] => {
  const words = line.slice(-LONGEST_ABBREVIATION).split(/[.\s(-]+/);
  return [3, 2, 1].filter((count) => count <= words.length).map((count) => words.slice(-count).join(''));
};

/**
 * The rules of a language, by its ISO 639-1 code. `line`: the text before the dot, from the beginning of its line; `next`: the text after
 * it and its white space.
 */
export const createDotRules = (code: string): ((line: string, next: string, isWhole: boolean) => Verdict) => {
  const abbreviations = abbreviationsOfLanguage(code);
  const hasOrdinals = ORDINAL_LANGUAGES.has(code);

  /** The abbreviation that a dot ends; null: none. `line`: the text before the dot, from the line's beginning. */
  const abbreviationOf = (line: string): Abbreviation | null => {
    for (const candidate of candidatesOf(line)) {
      const found = abbreviations[candidate.toLowerCase()];
      if (found === undefined) continue;
      if (
        found.written === candidate ||
        found.written === candidate.charAt(0).toLowerCase() + candidate.slice(1)
      )
        return found;
    }
    return null;
  };

  /** Whether a word before a dot is listed, in whichever case. */
  const isListed = (line: string): boolean =>
    candidatesOf(line).some((candidate) => abbreviations[candidate.toLowerCase()] !== undefined);

  const afterDot = (line: string, next: string, isWhole: boolean): Verdict => {
    if (/(?:^|\s)(?:\*\*|__)?\d{1,3}$/.test(line) && /^\s*(?:[#>*-]\s*)?(?:\*\*|__)?\d{1,3}$/.test(line))
      return 'none';
    if (CASED_SMALL.test(next)) return 'none';
    // A unit: "5 min. Then …"; a small letter would continue the sentence.
    if (UNIT.test(line)) return next === '' ? undecided(isWhole) : 'end';
    if (code === 'de' && STREET.test(line)) return 'none';
    if (code === 'es' && DOUBLED.test(line)) {
      if (DOUBLED_PART.test(next)) return undecided(isWhole);
      if (DOUBLED_DOT.test(next)) return 'none';
    }
    const abbreviation = abbreviationOf(line);
    if (abbreviation !== null) return afterAbbreviation(abbreviation, next, isWhole);
    // An initial: "J. Smith"; Arabic writes "and" at the word.
    if (/(?:^|[\s(.])[وف]?\p{L}$/u.test(line) && !/(?:^|\s)I$/.test(line))
      return startsSentence(next, isWhole);
    if (hasOrdinals && /(?:^|[\s(–-])\d{1,2}$/.test(line)) return startsSentence(next, isWhole);
    if (hasOrdinals && /\d\.\d{1,2}$/.test(line)) return startsSentence(next, isWhole);
    // "I said no." or "form no. 7"
    if (next === '' && isListed(line)) return undecided(isWhole);
    // "cod. 18": sentences of a conversation do not begin with a digit.
    return SHORT_WORD.test(line) && /^\d/.test(next) ? 'none' : 'end';
  };

  const startsSentence = (next: string, isWhole: boolean): Verdict => {
    const [word = ''] = next.split(/\s/, 1);
    if (word.length === next.length && !isWhole) return 'unknown';
    return isStarter(code, word.replaceAll(AROUND_WORD, '')) ? 'end' : 'none';
  };

  const afterAbbreviation = ({ ends }: Abbreviation, next: string, isWhole: boolean): Verdict => {
    switch (ends) {
      case 'never':
        return 'none';
      case 'digit':
        if (next === '') return undecided(isWhole);
        return /^\d/.test(next) ? 'none' : 'end';
      case 'starter':
        return startsSentence(next, isWhole);
      case 'capital': {
        if (next === '') return undecided(isWhole);
        if (!/^["'“«¿¡(*]*\p{Lu}/u.test(next)) return 'none';
        // "9 a.m. Monday"
        const [word = ''] = next.split(/\s/, 1);
        if (word.length === next.length && !isWhole) return 'unknown';
        return CALENDAR_NAME.test(word.replaceAll(AROUND_WORD, '')) ? 'none' : 'end';
      }
    }
  };

  return afterDot;
};
