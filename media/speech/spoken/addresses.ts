/** URLs, e-mail addresses, file names and phone numbers. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Grammar } from './grammar.js';
import { digitByDigit, matchAt, notAtLetters, type Place, type Rule, type Spoken } from './place.js';

/** Domains without a scheme are recognised by these endings, in lower case. */
const ENDINGS =
  'com|org|net|edu|gov|info|biz|shop|store|online|site|app|dev|io|ai|co|eu|de|at|ch|es|fr|it|pt|br|uk|us|ca|au|nz|ie|nl|be|pl|mx|ar|cl|pe|jp|cn|in|tv|me|html?|pdf|docx?|xlsx?|csv|txt|zip|png|jpe?g';

const EMAIL =
  /(?:mailto:)?[A-Za-zªºÀ-ÖØ-öø-ɏ0-9._%+-]+@[A-Za-zªºÀ-ÖØ-öø-ɏ0-9-]+(?:\.[A-Za-zªºÀ-ÖØ-öø-ɏ0-9-]+)+/y;
const URL = /(?:https?:\/\/|www\.)[^\s<>()[\]"'“”«»]+/iy;
const DOMAIN = new RegExp(
  String.raw`(?:[A-Za-zªºÀ-ÖØ-öø-ɏ0-9][A-Za-zªºÀ-ÖØ-öø-ɏ0-9_-]*\.)+(?:${ENDINGS})(?![A-Za-zªºÀ-ÖØ-öø-ɏ0-9])(?:[/?#][^\s<>()\[\]"'“”«»]*)?`,
  'y',
);
const HANDLE = /@(?=[A-Za-zªºÀ-ÖØ-öø-ɏ0-9_])[A-Za-zªºÀ-ÖØ-öø-ɏ0-9_.]*[A-Za-zªºÀ-ÖØ-öø-ɏ0-9_]/y;
const TRAILING = /[.,:;!?*_~`'’…]+$/;

/** "example dot com slash track" */
const sayAddress = (grammar: Grammar, written: string): string => {
  const { dot, slash, dash, underscore, at } = grammar.words;
  const names: Readonly<Record<string, string>> = {
    '.': dot,
    '/': slash,
    '-': dash,
    _: underscore,
    '@': at,
    '+': grammar.symbols['+'] ?? '',
  };
  return [...written.matchAll(/[A-Za-zªºÀ-ÖØ-öø-ɏ]+|\d|[./\-_@+]/g)]
    .map(([part]) => names[part] ?? (/^\d$/.test(part) ? digitByDigit(grammar, part) : part))
    .join(' ');
};

const url = (grammar: Grammar, place: Place): Spoken | null => {
  const found = matchAt(URL, place) ?? matchAt(DOMAIN, place);
  if (found === null) return null;
  const written = found[0].replace(TRAILING, '');
  const short = written
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '');
  return short === '' ? null : { length: written.length, spoken: sayAddress(grammar, short) };
};

const email = (grammar: Grammar, place: Place): Spoken | null => {
  const found = matchAt(EMAIL, place) ?? matchAt(HANDLE, place);
  if (found === null) return null;
  const written = found[0].replace(TRAILING, '');
  return { length: written.length, spoken: sayAddress(grammar, written.replace(/^mailto:/, '')) };
};

const PHONE = /(?:\+\s?)?\(?\d+\)?(?:(?:[ \u00a0\u202f]?[-./][ \u00a0\u202f]?|[ \u00a0\u202f])?\(?\d+\)?)*/y;
const FEWEST_DIGITS = 7;
const MOST_DIGITS = 15;

/** The groups of a phone number as it is written; null: it is none. */
const phoneGroups = (grammar: Grammar, written: string): readonly string[] | null => {
  const groups = written.match(/\d+/g) ?? [];
  const digits = groups.join('');
  const isInternational = written.startsWith('+');
  if (digits.length < FEWEST_DIGITS || digits.length > MOST_DIGITS) return null;
  if (isInternational && groups.length === 1) return ungrouped(digits);
  if (isInternational) return groups;
  const [first = ''] = groups;
  if (groups.length === 1) return /0{4}$/.test(first) ? null : groups;
  if (groups.length === 2 && groups.every((group) => /^(?:1[5-9]|20)\d\d$/.test(group))) return null;
  if (groups.every((group) => group.length === 1)) return null;
  const isThousands = first.length <= 3 && groups.slice(1).every((group) => group.length === 3);
  const separators = new Set(written.match(/[^\d()]+/g) ?? []);
  const [separator = ''] = separators;
  if (isThousands && separators.size === 1) {
    if (separator === '.' && grammar.decimalMark === ',') return null;
    if (/\s/.test(separator) && first.length === 1 && groups.length < 4 && first !== '1') return null;
  }
  return groups;
};

/** The country code and the rest of an international number without groups. */
const ungrouped = (digits: string): readonly string[] => {
  const code = parsePhoneNumberFromString(`+${digits}`)?.countryCallingCode ?? digits.slice(0, 2);
  return [code, digits.slice(code.length)];
};

/** A group of more than five digits in threes; a single digit that remains joins the group before it. */
const inThrees = (group: string): readonly string[] => {
  if (group.length <= 5) return [group];
  const parts = group.match(/\d{1,3}/g) ?? [];
  const last = parts.at(-1) ?? '';
  return last.length === 1 ? [...parts.slice(0, -2), `${parts.at(-2) ?? ''}${last}`] : parts;
};

/** A group in pairs; a first digit without a partner is alone. */
const inPairs = (group: string): readonly string[] => {
  if (group.length <= 2 || (group.length === 3 && !group.startsWith('0'))) return [group];
  const head = group.length % 2;
  return [...(head === 0 ? [] : [group.slice(0, head)]), ...(group.slice(head).match(/\d\d/g) ?? [])];
};

const sayGroup = (grammar: Grammar, group: string): string =>
  grammar.phonePairs && !group.startsWith('0')
    ? grammar.cardinal(Number(group), 'alone')
    : digitByDigit(grammar, group);

const phone = (grammar: Grammar, place: Place): Spoken | null => {
  const written = (matchAt(PHONE, place)?.[0] ?? '').replace(/[\s\u00a0\u202f(]+$/, '');
  if (written === '') return null;
  const after = place.text.slice(place.at + written.length);
  // A decimal, a letter or a symbol of money makes it another number.
  if (/^(?:[,:]\d|[A-Za-zªºÀ-ÖØ-öø-ɏ%€$£]|\s?[€$£%])/.test(after)) return null;
  const groups = phoneGroups(grammar, written);
  if (groups === null) return null;
  const isInternational = written.startsWith('+');
  const [code = '', ...rest] = groups;
  const spoken = (isInternational ? rest : groups)
    .flatMap(grammar.phonePairs ? inPairs : inThrees)
    .map((group) => sayGroup(grammar, group));
  const country = isInternational ? [`${grammar.symbols['+'] ?? ''} ${sayGroup(grammar, code)}`] : [];
  return { length: written.length, spoken: [...country, ...spoken].join(', ') };
};

/** Whether the word at a place has the mark. */
const hasMark = ({ text, at }: Place, mark: string): boolean => {
  const found = text.indexOf(mark, at);
  return found >= 0 && !/\s/.test(text.slice(at, found));
};

/** Rules in their order. Phone numbers are apart: dates, times and amounts of money come before them. */
export const addressRules = (
  grammar: Grammar,
): { readonly addresses: readonly Rule[]; readonly phone: Rule } => ({
  addresses: [
    (place) => (hasMark(place, '@') ? email(grammar, place) : null),
    (place) => (hasMark(place, '.') || hasMark(place, ':') ? url(grammar, place) : null),
  ],
  phone: notAtLetters((place) => phone(grammar, place)),
});
