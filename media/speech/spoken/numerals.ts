/** Written numbers: how they are recognised, and spoken. */
import type { CardinalForm, Grammar, Numeral } from './grammar.js';
import { digitByDigit } from './place.js';

/** Larger numbers are spoken digit by digit. */
const MOST_DIGITS = 12;

/** A source that matches a number: with separators of thousands, and decimals. */
export const numberSource = ({ decimalMark }: Grammar): string =>
  decimalMark === '.'
    ? String.raw`(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d])|\d+(?:\.\d+)?)`
    : String.raw`(?:\d{1,3}(?:[.'’\u00a0\u202f]\d{3})+(?:,\d+)?(?!\d)|\d{1,3}(?: \d{3})+,\d+|\d+\.\d{1,2}(?![\d.])|\d+(?:,\d+)?)`;

/** A source that also takes plain spaces between thousands, for places where a unit or a currency follows. */
export const spacedNumberSource = (grammar: Grammar): string =>
  grammar.decimalMark === '.'
    ? numberSource(grammar)
    : String.raw`(?:[1-9]\d{0,2}(?: \d{3})+(?:,\d+)?|${numberSource(grammar)})`;

export const numeralOf = ({ decimalMark }: Grammar, written: string): Numeral => {
  const mark = decimalMark === ',' && /^\d+\.\d{1,2}$/.test(written) ? '.' : decimalMark;
  const [whole = '', fraction = ''] = written.split(mark);
  return { whole: whole.replaceAll(/\D/g, ''), fraction };
};

export const quantityOf = ({ whole, fraction }: Numeral): number => Number(`${whole}.${fraction || '0'}`);

/** "four point seven five". A number with a leading zero is no quantity: its digits are spoken. */
export const sayNumeral = (grammar: Grammar, numeral: Numeral, form: CardinalForm): string => {
  const { whole, fraction } = numeral;
  const isCode = whole.length > MOST_DIGITS || (whole.length > 1 && whole.startsWith('0'));
  if (isCode) return digitByDigit(grammar, whole + fraction);
  if (fraction === '') return grammar.cardinal(Number(whole), form);
  return `${grammar.cardinal(Number(whole), 'alone')} ${grammar.words.decimal} ${sayDecimals(grammar, fraction)}`;
};

const sayDecimals = (grammar: Grammar, digits: string): string => {
  if (grammar.decimals === 'digits' || digits.length > 3) return digitByDigit(grammar, digits);
  const zeros = /^0*/.exec(digits)?.[0] ?? '';
  const rest = digits.slice(zeros.length);
  return [digitByDigit(grammar, zeros), rest === '' ? '' : grammar.cardinal(Number(rest), 'alone')]
    .filter((words) => words !== '')
    .join(' ');
};
