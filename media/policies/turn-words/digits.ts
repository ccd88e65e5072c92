/** How much of a number, a code or a spelled word stands at the end of a text. */
import { DIGIT_CHARACTERS, NUMBER_WORDS, type NumberWords } from './number-words.js';

/** A run of digits and single letters at the end of a text. */
export interface Run {
  /** Digits and letters in it: "forty-two" has two. */
  readonly length: number;
  /** Its words: "forty-two" is one. */
  readonly words: number;
  /** Those of its last words, without interruption, that are a single digit or letter. */
  readonly singles: number;
  /** Whether the text ends with a word that another digit follows: "double", "dash". */
  readonly isOpen: boolean;
}

const NO_RUN: Run = { length: 0, words: 0, singles: 0, isOpen: false };

type Size = 'unit' | 'two' | 'ten' | 'hundreds' | 'hundred' | 'thousand';

interface Sizes {
  readonly of: ReadonlyMap<string, Size>;
  readonly compound: RegExp | null;
  readonly joints: ReadonlySet<string>;
}

const listed = (words: string): readonly string[] => words.split(' ').filter((word) => word !== '');

const sizesOf = (words: NumberWords): Sizes => {
  const of = new Map<string, Size>();
  const add = (list: string, size: Size): void => {
    for (const word of listed(list)) of.set(word, size);
  };
  add(words.thousand, 'thousand');
  add(words.hundred, 'hundred');
  add(words.hundreds, 'hundreds');
  add(words.tens, 'ten');
  add(words.teens, 'two');
  add(words.units, 'unit');
  return { of, compound: words.compound, joints: new Set(listed(words.joints)) };
};

const SIZES: ReadonlyMap<string, Sizes> = new Map(
  Object.entries(NUMBER_WORDS).map(([language, words]) => [language, sizesOf(words)]),
);

/** Figures, with the signs inside them: "415-555", "3.14", "+49". */
const FIGURES = /^[+(]?\p{N}[\p{N}\-–./()]*$/u;
/** Letters and figures in one: "LS6", "B12". */
const CODE = /^(?=.*\p{N})[\p{L}\p{M}\p{N}-]+$/u;
const LETTER = /^\p{L}\p{M}*$/u;
/** Letters in one: "K-A-R-L". */
const SPELLED = /^(?:\p{L}-)+\p{L}$/u;
/** "S as in Siegfried": what stands between the letter and its word. */
const AS_IN = /^(?:as|for|like|wie|come|comme|como|jak|som|als|gibi|как|як|jako|ca|com)$/u;

type Symbol =
  | { readonly type: 'number'; readonly size: Size }
  | { readonly type: 'figures'; readonly length: number }
  | { readonly type: 'letters'; readonly length: number }
  | { readonly type: 'joint' };

const symbolOf = (word: string, sizes: Sizes | undefined): Symbol | null => {
  const size = sizes?.of.get(word);
  if (size !== undefined) return { type: 'number', size };
  if (sizes?.joints.has(word) === true) return { type: 'joint' };
  if (sizes?.compound?.test(word) === true) return { type: 'number', size: 'two' };
  if (FIGURES.test(word) || CODE.test(word))
    return { type: 'figures', length: word.match(/[\p{L}\p{N}]/gu)?.length ?? 0 };
  if (LETTER.test(word)) return { type: 'letters', length: 1 };
  if (SPELLED.test(word)) return { type: 'letters', length: word.match(/\p{L}/gu)?.length ?? 0 };
  return null;
};

/** The symbols at the end of `words`, in order. */
const symbolsAtEnd = (words: readonly string[], sizes: Sizes | undefined): readonly Symbol[] => {
  const symbols: Symbol[] = [];
  for (let at = words.length - 1; at >= 0; ) {
    const symbol = symbolOf(words[at] ?? '', sizes);
    if (symbol !== null) {
      symbols.unshift(symbol);
      at -= 1;
      continue;
    }
    const named = letterBefore(words, at);
    if (named === null) break;
    symbols.unshift({ type: 'letters', length: 1 });
    at = named - 1;
  }
  // "and", "double" belong to a number only if one stands before or after them.
  while (symbols[0]?.type === 'joint' && symbols.length > 1) symbols.shift();
  return symbols.every(({ type }) => type === 'joint') ? [] : symbols;
};

/** The place of the letter that the word at `at` stands for; null: it stands for none. */
const letterBefore = (words: readonly string[], at: number): number | null => {
  const isNamed = AS_IN.test(words[at - 1] ?? '') && LETTER.test(words[at - 2] ?? '');
  if (isNamed) return at - 2;
  const isAsIn = words[at - 1] === 'in' && words[at - 2] === 'as' && LETTER.test(words[at - 3] ?? '');
  return isAsIn ? at - 3 : null;
};

/** Digits that remain open behind a number word: "twenty" leaves one, "five hundred" two. */
const ROOM: Readonly<Record<Size, number>> = {
  unit: 0,
  two: 0,
  ten: 1,
  hundreds: 2,
  hundred: 2,
  thousand: 3,
};
const DIGITS: Readonly<Record<Size, number>> = {
  unit: 1,
  two: 2,
  ten: 2,
  hundreds: 3,
  hundred: 3,
  thousand: 4,
};

/** Digits and letters of `symbols`: number words that belong to one number count as its digits. */
const lengthOf = (symbols: readonly Symbol[]): number => {
  let length = 0;
  let room = 0;
  let before: Symbol | null = null;
  for (const symbol of symbols) {
    if (symbol.type === 'joint') continue;
    if (symbol.type !== 'number') {
      length += symbol.length;
      room = 0;
    } else {
      const { size } = symbol;
      const multiplies = (size === 'hundred' || size === 'thousand') && before?.type === 'number';
      if (multiplies && room < DIGITS[size]) {
        length += DIGITS[size] - 1;
        room = ROOM[size];
      } else if (room >= DIGITS[size]) room = ROOM[size];
      else {
        length += DIGITS[size];
        room = ROOM[size];
      }
    }
    before = symbol;
  }
  return length;
};

const isSingle = (symbol: Symbol): boolean =>
  symbol.type === 'number' ? symbol.size === 'unit' : symbol.type !== 'joint' && symbol.length === 1;

/**
 * The run at the end of a text. `words`: those of the text, lower case; `text`: the text without the marks at its end, for
 * languages without spaces; `language`: ISO 639-1.
 */
export const runAtEnd = (words: readonly string[], text: string, language: string): Run => {
  const characters = DIGIT_CHARACTERS[language];
  if (characters !== undefined) return characterRun(text, characters);
  const symbols = symbolsAtEnd(words, SIZES.get(language));
  if (symbols.length === 0) return NO_RUN;
  const singles = symbols.length - 1 - symbols.findLastIndex((symbol) => !isSingle(symbol));
  return {
    length: lengthOf(symbols),
    words: symbols.length,
    singles,
    isOpen: symbols.at(-1)?.type === 'joint',
  };
};

/** Whether a number is among the words. */
export const hasNumber = (words: readonly string[], language: string): boolean => {
  const sizes = SIZES.get(language);
  return words.some((word) => {
    const type = symbolOf(word, sizes)?.type;
    return type === 'number' || type === 'figures';
  });
};

/** Marks each digit of the text, and counts the marks at its end. */
const characterRun = (text: string, digits: RegExp): Run => {
  const marked = text.replace(digits, '0').replace(/\p{N}/gu, '0');
  const tail = marked.match(/(?:[0A-Z][\s、，,\-の]*)+$/iu)?.[0] ?? '';
  const length = tail.match(/[0A-Z]/giu)?.length ?? 0;
  return length === 0 ? NO_RUN : { length, words: length, singles: length, isOpen: /の$/u.test(tail) };
};
