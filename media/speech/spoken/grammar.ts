/** How a language speaks numbers, dates, money and symbols. The rules that find these in a text are the same for all. */

/** Digits of a written number, without separators. */
export interface Numeral {
  readonly whole: string;
  /** Digits after the decimal mark; empty: none. */
  readonly fraction: string;
}

/** `noun`: a masculine noun follows ("ein Euro", "veintiún euros"). `feminine`: it counts hours. */
export type CardinalForm = 'alone' | 'noun' | 'feminine';

/** Singular and plural of a name. */
export type Name = readonly [one: string, many: string];

interface CalendarDate {
  /** 1 to 31 */
  readonly day: number;
  /** 1 to 12 */
  readonly month: number;
  readonly year: number | null;
}

export interface ClockTime {
  readonly hour: number;
  readonly minute: number;
  /** A word for hours was written after it ("Uhr", "h"). */
  readonly marked: boolean;
}

interface Amount {
  readonly whole: number;
  /** 0 to 99 */
  readonly cents: number;
  readonly currency: string;
}

/** How the dot of an abbreviation relates to the end of a sentence. */
export interface Abbreviation {
  /** Null: it is spoken as written, without its dot. */
  readonly spoken: string | null;
  /**
   * `never`: a word always follows. `digit`: it is one only before a digit ("No. 4"). `capital`: it ends a sentence if a
   * capital follows. `starter`: only if a word follows that opens sentences.
   */
  readonly ends: 'never' | 'digit' | 'capital' | 'starter';
  /** Without dots and spaces; a capital is as significant as it is in "No." */
  readonly written: string;
}

export interface Grammar {
  /** ISO 639-1 */
  readonly language: string;
  readonly decimalMark: '.' | ',';
  /** 0 to 999,999,999,999. */
  cardinal(value: number, form: CardinalForm): string;
  /** The digits after the decimal mark: one by one, or as one number. */
  readonly decimals: 'digits' | 'number';
  readonly words: {
    readonly decimal: string;
    readonly minus: string;
    readonly percent: string;
    readonly per: string;
    /** Of addresses. */
    readonly dot: string;
    readonly slash: string;
    readonly dash: string;
    readonly underscore: string;
    readonly at: string;
  };
  /** Spoken forms of single symbols between words. */
  readonly symbols: Readonly<Record<string, string>>;
  /** Spoken names of units by their sign; the parts of "km/h" are looked up one by one if it has no entry. */
  readonly units: Readonly<Record<string, Name>>;
  /** Names of currencies and their cents, by ISO 4217 code. */
  readonly currencies: Readonly<Record<string, { readonly major: Name; readonly minor: Name }>>;
  money(amount: Amount): string;
  /** January first; the written forms that are recognised, in lower case, are the names and `shortMonths`. */
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
  /** Short weekdays by their written form in lower case, without a dot. */
  readonly shortWeekdays: Readonly<Record<string, string>>;
  /** Whether 03/04 is March. */
  readonly monthFirst: boolean;
  /** `before`: the words before it, in lower case. */
  date(date: CalendarDate, before: string): string;
  year(value: number): string;
  time(time: ClockTime): string;
  /** `before`: the word before it, in lower case. */
  range(from: string, to: string, before: string): string;
  /** Null: no such fraction is spoken. */
  fraction(numerator: number, denominator: number): string | null;
  mixed(whole: number, numerator: number, denominator: number): string | null;
  /** An ordinal as the language writes it at the beginning of `text`; `before`: the words before it, in lower case. */
  ordinal(text: string, before: string): { readonly length: number; readonly spoken: string } | null;
  /** Phone numbers in pairs, each a number. */
  readonly phonePairs: boolean;
  /** By the form without dots, spaces and hyphens, in lower case. */
  readonly abbreviations: Readonly<Record<string, Abbreviation>>;
  /**
   * Second forms of abbreviations, by their key: before a name they are titles ("St. Paul"), unless a name comes before
   * them ("Main St."). Empty where a language has none.
   */
  readonly titles: Readonly<Record<string, string>>;
  /** Abbreviations without a dot, as written. */
  readonly shortForms: Readonly<Record<string, string>>;
  /** Words in capitals that are spoken as words. */
  readonly capitalWords: ReadonlySet<string>;
}

/** Abbreviations from lines of "abbreviation = spoken"; without "=" it is spoken as written. */
export const abbreviationsOf = (
  ends: Abbreviation['ends'],
  lines: string,
): Readonly<Record<string, Abbreviation>> =>
  Object.fromEntries(
    lines
      .split(/[\n;]/)
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((line) => {
        const [short = '', spoken = null] = line.split('=').map((part) => part.trim());
        const written = short.replaceAll(/[. -]/g, '');
        return [written.toLowerCase(), { spoken, ends, written }];
      }),
  );

/** A table from lines of "key = value". */
export const tableOf = (lines: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    lines
      .split(/[\n;]/)
      .map((line) => line.split('=').map((part) => part.trim()))
      .map(([key = '', value = '']) => [key, value])
      .filter(([key]) => key !== ''),
  );

/** Names from lines of "sign = one | many"; without "|" both are the same. */
export const namesOf = (lines: string): Readonly<Record<string, Name>> =>
  Object.fromEntries(
    Object.entries(tableOf(lines)).map(([sign, names]) => {
      const [one = '', many = one] = names.split('|').map((name) => name.trim());
      return [sign, [one, many] as const];
    }),
  );

/** The name for a value. */
export const nameFor = ([one, many]: Name, value: number): string => (value === 1 ? one : many);

/** An element that must exist. */
export const at = (list: readonly string[], index: number): string => list[index] ?? '';
