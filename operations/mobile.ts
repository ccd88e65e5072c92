/** Mobile numbers as people write them. */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { DomainError, type ErrorDetail } from '../schemas/errors.js';

export type { CountryCode };

/** The number in E.164; null if no numbering plan has it. National numbers need their country. */
export const parseMobile = (text: string, country: CountryCode | null = null): string | null => {
  if (country === null && !text.trimStart().startsWith('+')) return null;
  const parsed = parsePhoneNumberFromString(text, country === null ? {} : { defaultCountry: country });
  return parsed?.isValid() === true ? parsed.number : null;
};

/** The country of an E.164 number; null if its numbering plan does not determine one. */
export const countryOf = (mobile: string): CountryCode | null =>
  parsePhoneNumberFromString(mobile)?.country ?? null;

/** Errors of a number that must be E.164. `path`: its place in the body. */
export const mobileProblems = (text: string, path = '/mobile'): readonly ErrorDetail[] =>
  parseMobile(text) === null
    ? [{ path, message: 'must be a valid phone number in E.164 format, for example +14155550123' }]
    : [];

/** The number in E.164. @throws DomainError validation_failed, stating how to write it */
export const requireMobile = (text: string): string => {
  const number = parseMobile(text);
  if (number !== null) return number;
  throw new DomainError('validation_failed', undefined, mobileProblems(text));
};

/** ISO 3166-1 alpha-2, like `US`. @throws DomainError validation_failed */
export const requireCountry = (text: string): CountryCode => {
  const code = text.toUpperCase();
  if (isSupportedCountry(code)) return code;
  throw new DomainError('validation_failed', undefined, [
    { path: '/defaultCountry', message: 'must be a two-letter country code (ISO 3166-1), for example US' },
  ]);
};
