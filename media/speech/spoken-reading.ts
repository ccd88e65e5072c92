/**
 * How digits, symbols and initials are usually read, where no spoken form is known: English words, which take about as long
 * as those of other European languages. Only the length of the result matters. Pure.
 */

const ONES = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
  'thirteen',
  'fourteen',
  'fifteen',
  'sixteen',
  'seventeen',
  'eighteen',
  'nineteen',
];
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];

/** Names of letters that are read one by one. */
const LETTERS: Readonly<Record<string, string>> = {
  a: 'ay',
  b: 'be',
  c: 'see',
  d: 'dee',
  e: 'ee',
  f: 'eff',
  g: 'gee',
  h: 'aitch',
  i: 'eye',
  j: 'jay',
  k: 'kay',
  l: 'ell',
  m: 'em',
  n: 'en',
  o: 'oh',
  p: 'pee',
  q: 'cue',
  r: 'are',
  s: 'ess',
  t: 'tee',
  u: 'you',
  v: 'vee',
  w: 'double you',
  x: 'ex',
  y: 'why',
  z: 'zee',
};

const SYMBOLS: Readonly<Record<string, string>> = {
  $: 'dollars',
  '€': 'euros',
  '£': 'pounds',
  '¥': 'yen',
  '%': 'percent',
  '&': 'and',
  '@': 'at',
  '#': 'number',
  '+': 'plus',
  '=': 'equals',
  '°': 'degrees',
  _: 'underscore',
  '/': 'slash',
  '*': 'star',
  '×': 'times',
};

const SHORT_FORMS: Readonly<Record<string, string>> = {
  mr: 'mister',
  mrs: 'misses',
  ms: 'miss',
  dr: 'doctor',
  st: 'street',
  no: 'number',
  vs: 'versus',
  etc: 'etcetera',
  approx: 'approximately',
  kg: 'kilograms',
  km: 'kilometers',
  cm: 'centimeters',
  mm: 'millimeters',
  gb: 'gigabytes',
  mb: 'megabytes',
  co: 'company',
  mon: 'monday',
  tue: 'tuesday',
  wed: 'wednesday',
  thu: 'thursday',
  fri: 'friday',
  sat: 'saturday',
  sun: 'sunday',
};

/** Longest run of digits that is read as one number; longer ones are read digit by digit. */
const MOST_DIGITS = 6;

/** The word as it is probably read. */
export const readAloud = (word: string): string => {
  if (/^\p{L}\p{Ll}*['’]?\p{Ll}*[.,;:!?…]*$/u.test(word) && !isShort(word)) return word;
  if (/^(?:\p{L}\.){2,}/u.test(word)) return spelled(word);
  const bare = word.replaceAll(/^[^\p{L}\p{N}\p{S}+#@]+|[^\p{L}\p{N}\p{S}%]+$/gu, '');
  const short = SHORT_FORMS[bare.toLowerCase()];
  if (short !== undefined && isShort(word)) return short;
  if (/^(?:https?:\/\/|www\.)|\p{L}\.\p{L}{2}|@/u.test(bare)) return address(bare);
  const digitByDigit = /\d{3}-\d{3,}/.test(bare) || /^\(\d{3}\)/.test(word);
  return parts(bare)
    .map((part, index, all) => readPart(part, all[index - 1], all[index + 1], digitByDigit))
    .filter((read) => read !== '')
    .join(' ');
};

/** A known short form is read in full if it has its dot, or no vowel. */
const isShort = (word: string): boolean => {
  const bare = word.replaceAll(/[^\p{L}]/gu, '').toLowerCase();
  if (!(bare in SHORT_FORMS))
    return bare.length <= 4 && /^[b-df-hj-np-tv-xz]+$/.test(bare) && bare.length > 1;
  return /^[b-df-hj-np-tv-xz]+$/.test(bare) || /\p{L}\.$/u.test(word);
};

const parts = (word: string): readonly string[] =>
  word.match(/\d[\d,]*|\p{Lu}{2,}(?!\p{Ll})|[\p{L}\p{M}'’]+|[^\s]/gu) ?? [];

const readPart = (
  part: string,
  before: string | undefined,
  after: string | undefined,
  digitByDigit: boolean,
): string => {
  const isNumber = (text: string | undefined): boolean => text !== undefined && /^\d/.test(text);
  if (isNumber(part)) {
    // Cents of whole amounts are silent, decimals are read one by one.
    if (before === '.' && /^0+$/.test(part)) return '';
    return before === '.' || digitByDigit
      ? digits(part)
      : number(part.replaceAll(',', ''), part.includes(','));
  }
  if (part === '.' || part === ',') return isNumber(after) && after !== '00' ? 'point' : '';
  if (part === '-' || part === '–') return isNumber(before) && isNumber(after) && !digitByDigit ? 'to' : '';
  if (/^\p{Lu}{2,}$/u.test(part) && (part.length <= 3 || !/[AEIOUY]/.test(part))) return spelled(part);
  if (/^\p{L}$/u.test(part)) return spelled(part);
  const short = part.length <= 2 ? SHORT_FORMS[part.toLowerCase()] : undefined;
  return SYMBOLS[part] ?? short ?? (/\p{L}/u.test(part) ? part : '');
};

const spelled = (word: string): string =>
  [...word.toLowerCase()]
    .map((letter) => LETTERS[letter] ?? (/[\p{L}\p{N}]/u.test(letter) ? letter : ''))
    .join(' ');

const address = (word: string): string =>
  (word.match(/https?|www|\d+|[\p{L}]+|[^\s]/gu) ?? [])
    .map((part) => {
      if (/^(?:https?|www)$/.test(part)) return spelled(part);
      if (/^\d/.test(part)) return digits(part);
      if (part === '.') return 'dot';
      if (part === ':') return 'colon';
      if (part === '-') return 'dash';
      return SYMBOLS[part] ?? part;
    })
    .join(' ');

const digits = (text: string): string => [...text].map((digit) => ONES[Number(digit)] ?? '').join(' ');

const number = (text: string, isGrouped: boolean): string => {
  if (text.length > MOST_DIGITS || (text.length > 1 && text.startsWith('0'))) return digits(text);
  const value = Number(text);
  const isYear = !isGrouped && text.length === 4 && value >= 1_100 && value < 2_100 && value % 1_000 > 9;
  if (isYear)
    return `${below100(Math.floor(value / 100))} ${value % 100 === 0 ? 'hundred' : below100(value % 100)}`;
  return cardinal(value);
};

const below100 = (value: number): string =>
  value < 20
    ? (ONES[value] ?? '')
    : `${TENS[Math.floor(value / 10)] ?? ''}${value % 10 === 0 ? '' : ` ${ONES[value % 10] ?? ''}`}`;

const cardinal = (value: number): string => {
  if (value >= 1_000)
    return `${cardinal(Math.floor(value / 1_000))} thousand${value % 1_000 === 0 ? '' : ` ${cardinal(value % 1_000)}`}`;
  if (value >= 100)
    return `${ONES[Math.floor(value / 100)] ?? ''} hundred${value % 100 === 0 ? '' : ` ${below100(value % 100)}`}`;
  return below100(value);
};
