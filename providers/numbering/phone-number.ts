/**
 * Phone numbers as people write them, in E.164. One reader for imports, tools, channels and the console; the fields of the
 * API that must be E.164 have their own rule (operations/mobile.ts). The plans are those of Google's libphonenumber.
 *
 * libphonenumber reads digits without a plus sign as a national number if some area code fits, so that a German mobile
 * with its country code becomes a landline of Leer. Here both readings are compared:
 *
 * - R1: if one is valid, it counts; the code of another country is never completed.
 * - R2: if both are, a mobile number wins over a landline.
 * - R3: otherwise the number is refused, with both readings. A landline that begins with the code of its country is refused as
 *   well if one more digit would make it a mobile number of the country.
 * - R4: spellings from before a country changed its plan are read where the change has one answer.
 */
import {
  type CountryCode,
  getCountryCallingCode,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { readWritten, type Unwritten } from './written-number.js';

export type { CountryCode };

export type NumberRefusal = Unwritten | 'country_missing' | 'invalid' | 'ambiguous';

export type ReadNumber =
  | { readonly type: 'number'; readonly e164: string }
  | {
      readonly type: 'refused';
      readonly reason: NumberRefusal;
      /** The valid readings of an ambiguous number, in E.164; empty otherwise. */
      readonly readings: readonly string[];
    };

const refused = (reason: NumberRefusal, readings: readonly string[] = []): ReadNumber => ({
  type: 'refused',
  reason,
  readings,
});

/**
 * The number that a text states. `country`: where a number without a country code belongs, ISO 3166-1; null: only
 * international spellings have a reading.
 */
export const readPhoneNumber = (raw: string, country: CountryCode | null = null): ReadNumber => {
  const written = readWritten(raw);
  if (written.type === 'refused') return refused(written.reason);
  const { digits, trunkZeroAt } = written;
  // The zero in brackets is for national calls, except where it belongs to the number, as in Italy.
  const spellings =
    trunkZeroAt === null
      ? [digits]
      : [`${digits.slice(0, trunkZeroAt)}${digits.slice(trunkZeroAt + 1)}`, digits];
  for (const spelling of spellings) {
    const valid = written.international
      ? present([internationalOf(spelling)])
      : readingsOf(spelling, country);
    const chosen = choose(valid);
    if (chosen?.type === 'number' && isDoubtful(written.international, spelling, country, valid))
      return refused('ambiguous', [chosen.e164]);
    if (chosen !== null) return chosen;
  }
  const isLocal = !written.international && !digits.startsWith('00');
  return refused(isLocal && country === null ? 'country_missing' : 'invalid');
};

/** Null if there is no reading. */
const choose = (valid: readonly PhoneNumber[]): ReadNumber | null => {
  const numbers = [...new Map(valid.map((number) => [number.number, number])).values()];
  const [first] = numbers;
  if (first === undefined) return null;
  if (numbers.length === 1) return { type: 'number', e164: first.number };
  const mobiles = numbers.filter(isMobile);
  const [mobile] = mobiles;
  return mobile !== undefined && mobiles.length === 1
    ? { type: 'number', e164: mobile.number }
    : refused(
        'ambiguous',
        numbers.map(({ number }) => number),
      );
};

/** R3: whether digits without a plus sign are a landline only because an area code begins like the country's code. */
const isDoubtful = (
  isInternational: boolean,
  digits: string,
  country: CountryCode | null,
  valid: readonly PhoneNumber[],
): boolean =>
  !isInternational &&
  country !== null &&
  valid.length === 1 &&
  !valid.some((number) => isMobile(number) || number.number === `+${digits}`) &&
  digits.startsWith(getCountryCallingCode(country)) &&
  isMobileOf(`+${digits}0`);

const isMobileOf = (text: string): boolean => {
  const number = validOf(parsePhoneNumberFromString(text));
  return number !== null && isMobile(number);
};

const isMobile = (number: PhoneNumber): boolean => {
  const type = number.getType();
  return type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
};

/** Valid readings of digits without a plus sign. */
const readingsOf = (digits: string, country: CountryCode | null): readonly PhoneNumber[] => {
  if (digits.startsWith('00')) {
    const international = internationalOf(digits.slice(2));
    if (international !== null || country === null) return present([international]);
  }
  if (country === null) return [];
  const code = getCountryCallingCode(country);
  if (digits.startsWith(code))
    return present([internationalOf(digits), internationalOf(`${code}${nationalOf(digits, country)}`)]);
  const national = nationalOf(digits, country);
  const parsed = validOf(parsePhoneNumberFromString(national, { defaultCountry: country }));
  return present([parsed ?? internationalOf(`${code}${national}`)]);
};

/** R4: prefixes that a country no longer has. */
const FORMER_PREFIXES: Partial<Record<CountryCode, RegExp>> = { MX: /^04[45](?=\d{10}$)/ };

const nationalOf = (digits: string, country: CountryCode): string => {
  const former = FORMER_PREFIXES[country];
  return former === undefined ? digits : digits.replace(former, '');
};

/** R4: former forms of mobile numbers, by country code. */
const FORMER_MOBILES: readonly (readonly [former: RegExp, present: string])[] = [
  // Mexico, until 2019: a 1 before mobile numbers that are called from abroad.
  [/^521(\d{10})$/, '52$1'],
  // Brazil, until 2016: eight digits. Landlines begin with 2 to 5.
  [/^55(\d{2})([6-9]\d{7})$/, '55$19$2'],
];

/** The number behind a plus sign; null if no plan has it. */
const internationalOf = (digits: string): PhoneNumber | null => {
  const [former, replacement] = FORMER_MOBILES.find(([pattern]) => pattern.test(digits)) ?? [];
  const current =
    former === undefined || replacement === undefined ? digits : digits.replace(former, replacement);
  return validOf(parsePhoneNumberFromString(`+${current}`));
};

const validOf = (parsed: PhoneNumber | undefined): PhoneNumber | null =>
  parsed?.isValid() === true ? parsed : null;

const present = (numbers: readonly (PhoneNumber | null)[]): readonly PhoneNumber[] =>
  numbers.filter((number) => number !== null);
