/**
 * The destination rule of outreach: whether a business may call a number (docs/contract.md "Destinations").
 *
 * A business that has called before and has no policy yet is seeded once, where the operator restricts the countries: with
 * the countries that it called and those of its own numbers. The actor accepts the first seeding only, so that any number
 * of nodes may try it at once.
 */
import { business } from '../../actors/business/index.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';
import type { DestinationPolicy } from '../../schemas/destination.js';
import { DomainError } from '../../schemas/errors.js';
import { BROWSER_CARRIER } from '../../schemas/leg.js';
import type { ViewStore } from '../../views/views.js';
import {
  countryOfNumber,
  type DestinationRefusal,
  destinationOf,
  isOrdinary,
  judgeDestination,
  refusalMessage,
} from './destination.js';
import type { LimitAlarm } from './limit-alarm.js';
import type { OutreachRuleCheck } from './outreach.js';

/** What the operator set for the installation. */
export interface InstalledDestinations {
  /** `PARLEY_ALLOWED_COUNTRIES`, ISO 3166-1 alpha-2; null: all. */
  readonly allowedCountries: readonly string[] | null;
  /** Numbers that calls come from where a business has none of its own, E.164. */
  readonly ownNumbers: readonly string[];
  /** Whether the number is one of a simulated caller, which the service itself drew. */
  readonly isSimulated: (number: string) => boolean;
}

/** Nothing is restricted. */
export const ANY_DESTINATION: InstalledDestinations = {
  allowedCountries: null,
  ownNumbers: [],
  isSimulated: () => false,
};

type PolicyViews = Pick<ViewStore, 'destinationsOf' | 'callPriceOf' | 'calledNumbers' | 'carriersOf'>;

export interface DestinationDeps {
  readonly actors: ActorAsker;
  readonly views: PolicyViews;
  readonly destinations: InstalledDestinations;
  /** Absent: refusals are neither counted nor reported. */
  readonly limitAlarm?: LimitAlarm;
}

/** Judges calls; messages and calls to browsers and simulated callers cost nothing by their destination. */
export const destinationRule =
  (deps: DestinationDeps): OutreachRuleCheck =>
  async ({ businessId, channel, to }) => {
    const rule = 'destination';
    if (channel !== 'voice' || isFree(deps, to)) return { rule, result: 'not_applicable' };
    const refusal = await destinationRefusal(deps, businessId, to);
    return refusal === null
      ? { rule, result: 'passed' }
      : {
          rule,
          result: 'refused',
          code: 'destination_not_allowed',
          allowedFrom: null,
          message: refusalMessage(refusal),
        };
  };

/** Why the business may not call the number; null where it may. Reports what is refused. */
export const destinationRefusal = async (
  deps: DestinationDeps,
  businessId: string,
  number: string,
): Promise<DestinationRefusal | null> => {
  if (isFree(deps, number)) return null;
  const refusal = judgeNumber(deps, businessId, await settledPolicy(deps, businessId), number);
  if (refusal !== null)
    deps.limitAlarm?.(businessId, refusal.because === 'country' ? 'country' : 'number_type');
  return refusal;
};

/** The refusal as an error, which names the country or the type. */
export const destinationError = (refusal: DestinationRefusal): DomainError =>
  new DomainError('destination_not_allowed', refusalMessage(refusal));

const judgeNumber = (
  {
    destinations,
    views,
  }: Pick<DestinationDeps, 'destinations'> & { views: Pick<PolicyViews, 'callPriceOf'> },
  businessId: string,
  policy: DestinationPolicy,
  number: string,
): DestinationRefusal | null =>
  destinations.isSimulated(number)
    ? null
    : judgeDestination(
        destinationOf(number),
        policy,
        destinations.allowedCountries,
        views.callPriceOf(businessId, number).byPrefix,
      );

/** Judges many numbers of a business by its policy of this moment. Reports nothing. */
export const destinationJudge = async (
  deps: DestinationDeps,
  businessId: string,
): Promise<(number: string) => DestinationRefusal | null> => {
  const policy = await settledPolicy(deps, businessId);
  return (number) => judgeNumber(deps, businessId, policy, number);
};

const isFree = ({ destinations }: DestinationDeps, number: string): boolean =>
  number === BROWSER_CARRIER || destinations.isSimulated(number);

/** The policy of a business, after it was seeded where it has to be. */
const settledPolicy = async (deps: DestinationDeps, businessId: string): Promise<DestinationPolicy> => {
  const policy = deps.views.destinationsOf(businessId);
  if (policy.isSet || deps.destinations.allowedCountries === null) return policy;
  const called = await calledCountries(deps.views, businessId);
  const own = ownCountries(deps, businessId);
  const countries = called.size === 0 ? null : [...new Set([...called, ...own])].sort();
  const { answer } = await deps.actors.ask(
    business,
    { business: businessId, id: businessId },
    { type: 'seed_destinations', countries },
  );
  return answer.destinations;
};

/** Countries of the numbers that the business calls from. */
export const ownCountries = (
  { destinations, views }: Pick<DestinationDeps, 'destinations'> & { views: Pick<PolicyViews, 'carriersOf'> },
  businessId: string,
): readonly string[] => {
  const chosen = Object.values(views.carriersOf(businessId)?.from ?? {});
  const numbers = chosen.length === 0 ? destinations.ownNumbers : chosen;
  return [...new Set(numbers.flatMap((number) => countryOfNumber(number) ?? []))];
};

/** Calls that are looked at without letting others have the thread. */
const PIECE = 2_000;
/** Digits, with the plus sign, by which countries that share a code can be told apart. */
const COUNTRY_DIGITS = 8;

const calledCountries = async (
  views: Pick<PolicyViews, 'calledNumbers'>,
  businessId: string,
): Promise<ReadonlySet<string>> => {
  const seen = new Set<string>();
  const countries = new Set<string>();
  let before: { readonly createdAt: number; readonly id: string } | null = null;
  for (;;) {
    const calls = views.calledNumbers(businessId, before, PIECE);
    for (const { number } of calls) {
      const beginning = number.slice(0, COUNTRY_DIGITS);
      if (seen.has(beginning)) continue;
      const destination = destinationOf(number);
      if (!isOrdinary(destination) || destination.country === null) continue;
      seen.add(beginning);
      countries.add(destination.country);
    }
    const last = calls.at(-1);
    if (last === undefined || calls.length < PIECE) return countries;
    before = last;
    await new Promise((resolve) => setImmediate(resolve));
  }
};
