/** Destinations of calls: their types, and how a business limits its calls (docs/reference/api.md "Destinations"). */

import { Type } from 'typebox';
import { nullable } from '../shapes.js';

/** Types that are called unless a business or its operator narrows the countries. */
const ORDINARY_TYPES = ['ordinary', 'freephone'] as const;

/** Types that are refused unless the business allows them. */
export const ALLOWABLE_TYPES = [
  'premium_rate',
  'shared_cost',
  'personal_number',
  'universal_access',
  'satellite',
  'international_premium',
  'international_network',
] as const;
export type AllowableType = (typeof ALLOWABLE_TYPES)[number];

/** All types; `special_service` (short numbers, pagers, voicemail access, unassigned ranges) is never called. */
export const DESTINATION_TYPES = [...ORDINARY_TYPES, ...ALLOWABLE_TYPES, 'special_service'] as const;
export type DestinationType = (typeof DESTINATION_TYPES)[number];

export const isAllowableType = (name: string): name is AllowableType =>
  ALLOWABLE_TYPES.some((type) => type === name);

/** The names of the types in errors and on the command line. */
export const TYPE_NAMES: Readonly<Record<DestinationType, string>> = {
  ordinary: 'fixed and mobile numbers',
  freephone: 'freephone numbers',
  premium_rate: 'premium rate numbers',
  shared_cost: 'shared cost numbers',
  personal_number: 'personal numbers',
  universal_access: 'universal access numbers',
  satellite: 'satellite numbers',
  international_premium: 'international premium rate numbers',
  international_network: 'numbers of international networks',
  special_service: 'special service numbers',
};

/** Which destinations a business may call. */
export interface DestinationPolicy {
  /** ISO 3166-1 alpha-2; null: those that the operator set for the installation. */
  readonly countries: readonly string[] | null;
  /** Allowed types among those that are refused by default. */
  readonly types: readonly AllowableType[];
}

/** Limits on the calls of a business; null: no limit. */
export interface CallLimits {
  /** Reserved and charged for calls within a day of the business's time zone (UTC if it has none), microcredits. */
  readonly spendPerDayMicrocredits: number | null;
  /** Calls admitted within any 60 seconds. */
  readonly callsPerMinute: number | null;
}

export const NO_POLICY: DestinationPolicy = { countries: null, types: [] };
export const NO_LIMITS: CallLimits = { spendPerDayMicrocredits: null, callsPerMinute: null };

/** The highest rate that a limit may have: more than any installation admits. */
export const MAX_CALLS_PER_MINUTE = 6_000;
/** Maximum prefixes in the price list of a business. */
export const MAX_CALL_PRICES = 4_000;
/** Digits of E.164 without the plus sign. */
const MAX_PREFIX_DIGITS = 15;
/** Countries that a policy may name; about 245 exist. */
const MAX_COUNTRIES = 300;

/** Prefix without the plus sign → microcredits of a started block of 20 seconds. */
export type CallPrices = Readonly<Record<string, number>>;

/** Countries by their two letters; whether a country exists is checked after the schema. */
export const Countries = nullable(
  Type.Array(Type.String({ maxLength: 40, description: 'Two letters of ISO 3166-1.', examples: ['US'] }), {
    maxItems: MAX_COUNTRIES,
    uniqueItems: true,
  }),
  { description: "ISO 3166-1 alpha-2; null: the installation's." },
);

export const isPrefix = (text: string): boolean =>
  /^[1-9]\d*$/.test(text) && text.length <= MAX_PREFIX_DIGITS;

/** The price of the longest prefix of the number that `priceOf` knows; undefined if it knows none. `number`: E.164. */
export const priceOfLongestPrefix = (
  number: string,
  priceOf: (prefix: string) => number | undefined,
): number | undefined => {
  const digits = number.replace(/^\+/, '');
  for (let length = Math.min(digits.length, MAX_PREFIX_DIGITS); length > 0; length -= 1) {
    const price = priceOf(digits.slice(0, length));
    if (price !== undefined) return price;
  }
  return undefined;
};

/** The price of a block by the longest prefix of the number; undefined if no prefix matches. `number`: E.164. */
export const prefixPriceOf = (prices: CallPrices, number: string): number | undefined =>
  priceOfLongestPrefix(number, (prefix) => (Object.hasOwn(prices, prefix) ? prices[prefix] : undefined));
