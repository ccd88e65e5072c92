/**
 * Where sentences end, in the scripts and languages that voices speak. `Intl.Segmenter` proposes no end inside a word or a number and
 * knows the marks of every script, but no abbreviation, ordinal or list number, and it needs the whole text; the rules here decide
 * in its place, and wait for the next word where that decides.
 */

import { languageOf } from '../../schemas/language-tag.js';
import { CASED_SMALL, createDotRules, undecided, type Verdict } from './sentence-dots.js';

/** A place where a piece may end. */
interface SentenceEnd {
  /** Position after it, in the buffer. */
  readonly at: number;
  /** A line break ends it, too. */
  readonly isLineEnd: boolean;
}

export interface SentenceEnds {
  /** The ends in a text. `isWhole`: nothing follows; otherwise an end that depends on what follows is left out. */
  of(text: string, isWhole: boolean): readonly SentenceEnd[];
  /** The end of the first clause after that many letters; null: none yet. */
  clause(text: string, letters: number): number | null;
}

/** Marks of all scripts, with the closing marks and emoji that belong to them. */
const MARK = /[.!?…]+|[。！？｡]+|[।॥]|[؟۔]+|[։።။]|\n/gu;
/** Directly after a mark, German's closing quotation marks are those that open one elsewhere. */
const CLOSERS = /^(?:["'”’“‘»«›‹)\]」』）】〉》*_~`]|\s»)+/u;
const EMOJI =
  /^[ \u00a0]?(?:\p{Regional_Indicator}{2}|(?!\d)\p{Extended_Pictographic}|\p{Emoji_Modifier}|[\u200d\ufe0e\ufe0f])+/u;
const FULL_WIDTH = /^[。！？｡]/;
const THAI_PARTICLE = /(?:ครับ|ค่ะ|คะ|จ้ะ|จ้า|ครับผม)[ \u00a0]+(?=\S)/gu;
/** A Japanese particle, or a Chinese verb of saying, continues the sentence after a quotation. */
const AFTER_QUOTATION =
  /^(?:\p{Script=Hiragana}|[\p{Script=Han}]{1,3}(?:问|说|道|喊|答|问道|说道)(?:[。，！]|$))/u;

export const createSentenceEnds = (language: string): SentenceEnds => {
  const code = languageOf(language);
  const afterDot = createDotRules(code);

  /** What a mark means, by the text before and after it. */
  const judge = (mark: string, before: string, after: string, isWhole: boolean): Verdict => {
    const closers = CLOSERS.exec(after)?.[0] ?? '';
    const rest = after.slice(closers.length);
    if (FULL_WIDTH.test(mark)) {
      if (rest === '') return undecided(isWhole);
      return closers !== '' && AFTER_QUOTATION.test(rest) ? 'none' : 'end';
    }
    if (rest === '') return undecided(isWhole);
    // "example.com", "10.30", "wait...what"
    if (!/^\s/.test(rest) && !EMOJI.test(rest)) return /^[।॥؟۔։።။]/u.test(mark) ? 'end' : 'none';
    const next = rest.replace(EMOJI, '').trimStart();
    const line = before.slice(before.lastIndexOf('\n') + 1);
    if (/\n/.test(rest.slice(0, rest.length - rest.trimStart().length))) return 'end';
    if (/^(?:\.{2,}|…)/.test(mark)) return afterEllipsis(next, isWhole);
    if (mark === '.' && closers === '') return afterDot(line, next, isWhole);
    // A space after the mark is enough: the customer waits for the sentence, not for the next token.
    if (next === '') return closers === '' ? 'end' : undecided(isWhole);
    return CASED_SMALL.test(next) ? 'none' : 'end';
  };

  const afterEllipsis = (next: string, isWhole: boolean): Verdict => {
    if (next === '') return undecided(isWhole);
    return /^["'“«¿¡(]*\p{Lu}/u.test(next) ? 'end' : 'none';
  };

  const thaiEnds = (text: string): readonly SentenceEnd[] =>
    code === 'th'
      ? [...text.matchAll(THAI_PARTICLE)].map((found) => ({
          at: found.index + found[0].length,
          isLineEnd: false,
        }))
      : [];

  /** The position after a mark, its closing marks and its emoji; null: more emoji may follow. */
  const endAfter = (text: string, from: number, isWhole: boolean): number | null => {
    let at = from + (CLOSERS.exec(text.slice(from))?.[0].length ?? 0);
    const emoji = EMOJI.exec(text.slice(at))?.[0] ?? '';
    at += emoji.length;
    const rest = text.slice(at);
    if (!isWhole && rest === '') return null;
    return at + (/^[ \u00a0\t]*/.exec(rest)?.[0].length ?? 0);
  };

  return {
    of: (text, isWhole) => {
      const found: SentenceEnd[] = [...thaiEnds(text)];
      for (const { 0: mark, index } of text.matchAll(MARK)) {
        const after = index + mark.length;
        if (mark === '\n') {
          found.push({ at: after, isLineEnd: true });
          continue;
        }
        const verdict = judge(mark, text.slice(0, index), text.slice(after), isWhole);
        // What comes later is cut once this is known.
        if (verdict === 'unknown') break;
        if (verdict === 'none') continue;
        const at = endAfter(text, after, isWhole);
        if (at === null) break;
        found.push({ at, isLineEnd: false });
      }
      return found.sort((a, b) => a.at - b.at);
    },
    clause: (text, letters) => clauseEnd(text, letters),
  };
};

const CLAUSE = /[,;:，；：、،؛](?=[\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|\s[–—](?=\s)/gu;
const OPEN = /[([{«“„‹「『（【]/g;
const CLOSE = /[)\]}»”‹」』）】]/g;
/** Lines with structure are whole. */
const BLOCK = /^\s*(?:[#>|*•+-]|\d{1,3}[.)]|\*\*)/;

const clauseEnd = (text: string, letters: number): number | null => {
  const line = text.split('\n', 1)[0] ?? '';
  if (BLOCK.test(line)) return null;
  for (const { 0: mark, index } of line.matchAll(CLAUSE)) {
    const at = index + mark.length;
    const head = line.slice(0, index);
    const rest = line.slice(at);
    if (mark === '、' || weightOf(head) < letters) continue;
    const isInside = (head.match(OPEN)?.length ?? 0) > (head.match(CLOSE)?.length ?? 0);
    const isQuoted = (head.match(/"/g)?.length ?? 0) % 2 === 1;
    // "March 4, 2026" and "Main Street 5, 10115 Berlin" are one.
    if (isInside || isQuoted || /^\s*\d/.test(rest)) continue;
    // The word after it must have begun: a clause that ends the text is no clause.
    if (rest.trim() === '') return null;
    return at;
  }
  return null;
};

const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

/** How much text it is, in letters of a language with spaces: a letter of a language without them counts for two. */
export const weightOf = (text: string): number => text.length + (text.match(DENSE)?.length ?? 0);
