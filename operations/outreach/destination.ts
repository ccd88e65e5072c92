/**
 * The destination of a call: the country and the type of its number, and whether a business may call it, or choose it. Pure.
 *
 * Types come from the metadata of libphonenumber, except for the shared country codes of ITU-T E.164.1 and E.164.3, whose
 * prefix decides: libphonenumber calls a satellite phone MOBILE and an international network VOIP.
 */
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { assertNever } from '../../schemas/assert.js';
import {
  type DestinationPolicy,
  type DestinationType,
  isAllowableType,
  TYPE_NAMES,
} from '../../schemas/campaigns/destination.js';
import type { ErrorDetail } from '../../schemas/errors.js';

export interface Destination {
  /** Null if the number belongs to no country. */
  readonly country: CountryCode | null;
  readonly type: DestinationType;
}

/**
 * Country codes that belong to no country, with their type (ITU-T E.164 assigned country codes). 881 is the global mobile
 * satellite system; 882 and 883 are networks, among them Thuraya (882 16), which are billed like satellite calls.
 */
const SHARED_CODES: readonly (readonly [prefix: string, type: DestinationType])[] = [
  ['800', 'freephone'],
  ['808', 'shared_cost'],
  ['870', 'satellite'],
  ['878', 'personal_number'],
  ['881', 'satellite'],
  ['882', 'international_network'],
  ['883', 'international_network'],
  ['888', 'special_service'],
  ['979', 'international_premium'],
  ['991', 'special_service'],
];

type NumberType = NonNullable<
  ReturnType<NonNullable<ReturnType<typeof parsePhoneNumberFromString>>['getType']>
>;

const TYPES: Readonly<Record<NumberType, DestinationType>> = {
  FIXED_LINE: 'ordinary',
  MOBILE: 'ordinary',
  FIXED_LINE_OR_MOBILE: 'ordinary',
  VOIP: 'ordinary',
  TOLL_FREE: 'freephone',
  PREMIUM_RATE: 'premium_rate',
  SHARED_COST: 'shared_cost',
  PERSONAL_NUMBER: 'personal_number',
  UAN: 'universal_access',
  PAGER: 'special_service',
  VOICEMAIL: 'special_service',
};

/**
 * The destination of a number in E.164. A number that no numbering plan has (short codes, unassigned ranges, such as the
 * former +49 190) is a special service.
 */
export const destinationOf = (number: string): Destination => {
  const digits = number.replace(/^\+/, '');
  const shared = SHARED_CODES.find(([prefix]) => digits.startsWith(prefix));
  if (shared !== undefined) return { country: null, type: shared[1] };
  const parsed = parsePhoneNumberFromString(number);
  const country = parsed?.country ?? null;
  const type = parsed?.isValid() === true ? parsed.getType() : undefined;
  return { country, type: type === undefined ? 'special_service' : TYPES[type] };
};

/** The reason for refusing a destination. */
export type DestinationRefusal =
  | { readonly because: 'type'; readonly type: DestinationType }
  /** The type is allowed, but the operator has no price for the number: the flat price would not cover it. */
  | { readonly because: 'price'; readonly type: DestinationType }
  /** Null: the number's country is unknown. */
  | { readonly because: 'country'; readonly country: CountryCode | null };

/** Whether calls and stored numbers of this type are accepted without a policy. */
export const isOrdinary = ({ type }: Destination): boolean => type === 'ordinary' || type === 'freephone';

/**
 * Null if the business may call the destination. Numbers without a country are judged by their type alone.
 * `installed`: the countries of the installation, which apply if the business has none of its own; null: all.
 * `hasPrice`: whether a price by prefix fits the number.
 */
export const judgeDestination = (
  destination: Destination,
  policy: DestinationPolicy,
  installed: readonly string[] | null,
  hasPrice: boolean,
): DestinationRefusal | null => {
  const { country, type } = destination;
  if (!isOrdinary(destination)) {
    if (!isAllowableType(type) || !policy.types.includes(type)) return { because: 'type', type };
    if (!hasPrice) return { because: 'price', type };
    if (country === null) return null;
  } else if (type === 'freephone' && country === null) return null;
  const allowed = policy.countries ?? installed;
  if (allowed === null || (country !== null && allowed.includes(country))) return null;
  return { because: 'country', country };
};

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

/** The English name of a country. */
export const countryName = (code: string): string => countryNames.of(code) ?? code;

/** The message of a refusal: the country or the type, and what to do. It does not repeat the number. */
export const refusalMessage = (refusal: DestinationRefusal): string => {
  switch (refusal.because) {
    case 'country':
      return refusal.country === null
        ? 'The country of this number is unknown, and this business calls certain countries only. Use another number.'
        : `This business does not call ${countryName(refusal.country)} (${refusal.country}). Allow the country in the settings of the console, or ask the operator.`;
    case 'type':
      return isAllowableType(refusal.type)
        ? `This business does not call ${TYPE_NAMES[refusal.type]}. Use another number, or allow the type in the settings of the console.`
        : `Calls to ${TYPE_NAMES[refusal.type]} are never placed. Use another number.`;
    case 'price':
      return `There is no price by prefix for this number, which ${TYPE_NAMES[refusal.type]} need. Ask the operator to import prices.`;
    default:
      return assertNever(refusal);
  }
};

/** Two letters of ISO 3166-1, in upper case; null if there is no such country. */
export const countryCode = (text: string): CountryCode | null => {
  const code = text.trim().toUpperCase();
  return isSupportedCountry(code) ? code : null;
};

/** The country of a number in E.164; null if it belongs to none. */
export const countryOfNumber = (number: string): CountryCode | null => destinationOf(number).country;

/**
 * Errors of countries that an owner chooses: those that do not exist, and those that the operator does not allow.
 * Countries that the business already has (`before`: seeded, or set by the operator) may stay. `installed` null: all.
 */
export const countryProblems = (
  path: string,
  countries: readonly string[],
  before: readonly string[],
  installed: readonly string[] | null,
): readonly ErrorDetail[] =>
  countries.flatMap((code, index): readonly ErrorDetail[] => {
    const at = `${path}/${index}`;
    if (countryCode(code) !== code)
      return [
        { path: at, message: 'must be a two-letter country code in capitals (ISO 3166-1), for example DE' },
      ];
    return installed === null || installed.includes(code) || before.includes(code)
      ? []
      : [
          {
            path: at,
            message: `calls to ${countryName(code)} are not allowed here; ask the operator to allow them`,
          },
        ];
  });
