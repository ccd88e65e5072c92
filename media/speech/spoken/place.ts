/** Rules that give a spoken form to a part of a text, and what they look at. */
import type { Grammar } from './grammar.js';

/**
 * The letters of the languages with a grammar are written out in the rules: classes of all Unicode letters take V8 many times as long
 * to compile, in a thread that paces calls.
 */

/** A position in one line of text. */
export interface Place {
  readonly text: string;
  readonly at: number;
}

/** `length`: of the written form that starts at the place. */
export interface Spoken {
  readonly length: number;
  readonly spoken: string;
}

export type Rule = (place: Place) => Spoken | null;

/** The match of a sticky pattern at a place. */
export const matchAt = (pattern: RegExp, { text, at }: Place): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** Whether a letter of the languages with a grammar is at a position. Without a pattern: it is tested at every character. */
export const isLetterAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at) | 0x20;
  return (code >= 0x61 && code <= 0x7a) || (code >= 0xe0 && code <= 0x24f && code !== 0xf7);
};

/**
 * A rule for forms that begin with a digit or a sign, which is not tried at letters: a sentence of ten words would match
 * hundreds of patterns.
 */
export const notAtLetters =
  (rule: Rule): Rule =>
  (place) =>
    isLetterAt(place.text, place.at) ? null : rule(place);

/** The words before a place, in lower case: enough for the rules, never the whole text. */
export const wordsBefore = ({ text, at }: Place): string =>
  text
    .slice(Math.max(0, at - 32), at)
    .trimEnd()
    .toLowerCase();

/** The word before a place, in lower case. */
export const wordBefore = (place: Place): string =>
  /[A-Za-zªºÀ-ÖØ-öø-ɏ'’]+$/.exec(wordsBefore(place))?.[0] ?? '';

/** Whether nothing but closing marks follows. */
export const isLast = (text: string, at: number): boolean => /^["'”’»)\]*_~`]*\s*$/.test(text.slice(at));

/** The form without its final dot if that dot ends the sentence, too. */
export const keepingFullStop = (place: Place, length: number, spoken: string): Spoken => {
  const end = place.at + length;
  return place.text[end - 1] === '.' && isLast(place.text, end)
    ? { length: length - 1, spoken }
    : { length, spoken };
};

/** A source for a regular expression that matches any of these texts, the longest first. */
export const anyOf = (texts: readonly string[]): string =>
  [...texts]
    .sort((a, b) => b.length - a.length)
    .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
    .join('|');

/** With a capital. */
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Digits one by one. */
export const digitByDigit = (grammar: Grammar, digits: string): string =>
  [...digits].map((digit) => grammar.cardinal(Number(digit), 'alone')).join(' ');
