/**
 * How the words of a turn end, and so whether more are likely to follow. The marks are the recogniser's, and some write a
 * full stop at every pause: words that leave a sentence open count for more than the mark behind them.
 */

import { detailIn } from './details.js';
import type { LanguageEndings, LanguageWords } from './language-words.js';
import { ENDINGS } from './languages/endings.js';
import { GERMANIC } from './languages/germanic.js';
import { OTHERS } from './languages/others.js';
import { ROMANCE } from './languages/romance.js';
import { SLAVIC } from './languages/slavic.js';
import { detailRequested } from './requested.js';

/**
 * `question`, `sentence`: whole. `answer`: a short answer that is often continued. `unclear`: no sign. `hanging`: it ends
 * like a sentence, but with a word that usually precedes more. `detail`: a number or an address that may be complete.
 * `open`: more words follow. `begun`: a detail that is incomplete; `requested`: one that the agent has requested.
 */
export type Ending =
  | 'question'
  | 'sentence'
  | 'answer'
  | 'unclear'
  | 'hanging'
  | 'detail'
  | 'open'
  | 'begun'
  | 'requested';

/** A turn so far. */
export interface TurnSoFar {
  /** All of its text. */
  readonly text: string;
  /** BCP 47; in other languages than those of the lists only marks count. */
  readonly language: string;
  /** What the agent said last; empty: nothing. */
  readonly question: string;
  /** The longest pause after which this customer went on, ms. */
  readonly pauseMs: number;
}

const CLOSING = `["'“”’»)\\]」』\\s]*$`;
const QUESTION = new RegExp(`[?？؟]${CLOSING}`, 'u');
const GREEK_QUESTION = new RegExp(`;${CLOSING}`, 'u');
const STOP = new RegExp(`[.!。！।॥۔．]${CLOSING}`, 'u');
const TRAILING_OFF = new RegExp(`(?:…|\\.{2,}|[,;:、，؛،\\-–—])${CLOSING}`, 'u');
/** An apostrophe belongs to its word: "qu'". */
const MARKS_AT_END = /[^\p{L}\p{M}\p{N}@']+$/u;
const WORD =
  /[\p{L}\p{M}\p{N}@+](?:[\p{L}\p{M}\p{N}@.\-–/]*[\p{L}\p{M}\p{N}])?['’]?(?:[\p{L}\p{M}\p{N}]+['’]?)*/gu;

interface WordSets {
  readonly hesitations: ReadonlySet<string>;
  readonly open: ReadonlySet<string>;
  readonly hanging: ReadonlySet<string>;
  readonly answers: ReadonlySet<string>;
  readonly phrases: readonly string[];
}

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const setsOf = ({ hesitations, open, hanging, answers, phrases }: LanguageWords): WordSets => ({
  hesitations: setOf(hesitations),
  open: setOf(open),
  hanging: setOf(hanging),
  answers: setOf(answers),
  phrases: phrases.split('|'),
});

const SETS: ReadonlyMap<string, WordSets> = new Map(
  Object.entries({ ...GERMANIC, ...ROMANCE, ...SLAVIC, ...OTHERS }).map(([language, words]) => [
    language,
    setsOf(words),
  ]),
);

/** Languages whose words are listed, ISO 639-1. */
export const LISTED_LANGUAGES: readonly string[] = [...SETS.keys(), ...Object.keys(ENDINGS)];

const SAME_LANGUAGE: Readonly<Record<string, string>> = {
  nb: 'no',
  nn: 'no',
  cmn: 'zh',
  yue: 'zh',
  sk: 'cs',
};

const languageOf = (tag: string): string => {
  const primary = tag.split(/[-_]/u)[0]?.toLowerCase() ?? '';
  return SAME_LANGUAGE[primary] ?? primary;
};

/** Most words that are a short answer: "yes okay". */
const SHORT_ANSWER = 3;

/** Whether the text ends a sentence by its mark. */
export const endsWithStop = (text: string): boolean => {
  const trimmed = text.trim();
  return !TRAILING_OFF.test(trimmed) && STOP.test(trimmed);
};

/** How the turn ends. */
export const endingOf = ({ text, language: tag, question, pauseMs }: TurnSoFar): Ending => {
  const trimmed = text.trim();
  const language = languageOf(tag);
  const lower = (language === 'tr' ? trimmed.toLocaleLowerCase('tr') : trimmed.toLowerCase()).replaceAll(
    '’',
    "'",
  );
  const plain = lower.replace(MARKS_AT_END, '');
  const words = plain.match(WORD) ?? [];
  const lists = SETS.get(language);
  const endings = ENDINGS[language];
  const sense = { plain, words, lists, endings };
  if (hesitates(sense)) return 'open';
  const isQuestion =
    language === 'el' ? GREEK_QUESTION.test(trimmed) : QUESTION.test(trimmed) && !TRAILING_OFF.test(trimmed);
  const isAnswer = answers(sense);
  const isOffered = words.length === 1 && isWordOf(question, words[0] ?? '');
  const detail = isAnswer ? null : detailOf({ plain, words, language, question, pauseMs });
  if (detail === 'begun' || detail === 'requested') return detail;
  if (isQuestion) return 'question';
  if (TRAILING_OFF.test(trimmed)) return 'open';
  const isStopped = STOP.test(trimmed);
  if (isAnswer) return 'answer';
  if (detail === 'detail') return 'detail';
  if (detail === null && !isOffered) {
    if (isOpen(sense)) return 'open';
    if (hangs(sense)) return isStopped || endings !== undefined ? 'hanging' : 'open';
  }
  return isStopped ? 'sentence' : 'unclear';
};

interface Sense {
  /** The text without marks at its end, lower case. */
  readonly plain: string;
  readonly words: readonly string[];
  readonly lists: WordSets | undefined;
  readonly endings: LanguageEndings | undefined;
}

const hesitates = ({ plain, words, lists, endings }: Sense): boolean =>
  lists?.hesitations.has(words.at(-1) ?? '') ?? endings?.hesitation.test(plain) ?? false;

const isOpen = ({ plain, words, lists, endings }: Sense): boolean => {
  if (endings !== undefined) return endings.open.test(plain);
  if (lists === undefined) return false;
  const spaced = ` ${plain}`;
  return lists.open.has(words.at(-1) ?? '') || lists.phrases.some((phrase) => spaced.endsWith(` ${phrase}`));
};

const hangs = ({ plain, words, lists, endings }: Sense): boolean =>
  lists?.hanging.has(words.at(-1) ?? '') ?? endings?.hanging.test(plain) ?? false;

const answers = ({ plain, words, lists, endings }: Sense): boolean => {
  if (endings !== undefined) return endings.answer.test(plain);
  if (lists === undefined || words.length === 0 || words.length > SHORT_ANSWER) return false;
  return words.every((word) => lists.answers.has(word));
};

/** Whether the agent offered this very word: "with or without milk?". */
const isWordOf = (question: string, word: string): boolean =>
  word !== '' && question.toLowerCase().match(WORD)?.includes(word) === true;

/** `whole`: by its length nothing is missing, whatever its last word is. */
const detailOf = (turn: {
  readonly plain: string;
  readonly words: readonly string[];
  readonly language: string;
  readonly question: string;
  readonly pauseMs: number;
}): 'begun' | 'requested' | 'detail' | 'whole' | null => {
  const requested = detailRequested(turn.question);
  const detail = detailIn(
    { text: turn.plain, words: turn.words, language: turn.language },
    requested,
    turn.pauseMs,
  );
  if (detail === 'begun') return requested === null ? 'begun' : 'requested';
  return detail === 'settled' ? 'detail' : detail;
};
