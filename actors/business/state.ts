/** A business's state: lines, ledger, keys, categories. */

import { type PriceList, STANDARD_PRICES } from '../../schemas/accounts/prices.js';
import type { QuotaChoices } from '../../schemas/accounts/quotas.js';
import type { CarrierChoice } from '../../schemas/accounts/settings.js';
import { assertNever } from '../../schemas/assert.js';
import { ANY_CALLING_HOURS, type CallingHours } from '../../schemas/campaigns/calling-hours.js';
import {
  type CallLimits,
  type CallPrices,
  type DestinationPolicy,
  NO_LIMITS,
  NO_POLICY,
} from '../../schemas/campaigns/destination.js';
import type { SpendOfDay } from './commands.js';
import type { BusinessEvent } from './events.js';
import { reservedOn, settledOn } from './spend.js';

/** The reservation of one call. */
export interface Admission {
  readonly line: 'waiting' | 'leased';
  /** The iteration that the call belongs to; null for a single call. */
  readonly source: string | null;
  /** Whether the call has been notified that it holds the line. */
  readonly notified: boolean;
  readonly blocks: number;
  readonly microcredits: number;
  /** Price of each of its blocks; null: the flat price of the list. */
  readonly blockMicrocredits: number | null;
  /** The part of its reservation that counts toward one day, which `endsAt` identifies. */
  readonly spent: SpendOfDay;
  /** When to check that the call is alive, ms since the epoch. */
  readonly checkAt: number;
  readonly checking: boolean;
}

interface Settlement {
  readonly callId: string;
  readonly blocks: number;
  readonly chargedMicrocredits: number;
}

export interface BusinessState {
  readonly created: { readonly name: string } | null;
  readonly lines: number;
  /** The most calls at a time that its owners allow; null: all lines. */
  readonly concurrentCalls: number | null;
  readonly prices: PriceList;
  /** Whether its calls are analysed when they have ended. */
  readonly analysesCalls: boolean;
  /** How long a conversation is silent before it is analysed, minutes; null: none is. */
  readonly conversationSilenceMinutes: number | null;
  /** An IANA name; null: the installation's. */
  readonly timeZone: string | null;
  /** Null: the installation's carriers. */
  readonly carriers: CarrierChoice | null;
  /** Quotas that differ from the installation's. */
  readonly quotas: QuotaChoices;
  readonly callingHours: CallingHours;
  readonly destinations: DestinationPolicy;
  /** Whether the countries were set or seeded, as they are seeded only once. */
  readonly destinationsSet: boolean;
  readonly callLimits: CallLimits;
  readonly callPrices: CallPrices;
  readonly spend: SpendOfDay;
  /** Times of the latest admissions, ms since the epoch: as many as the limit allows; none without a limit. */
  readonly admittedAt: readonly number[];
  /** Free to spend. `available + reserved + charged` always equals the granted credit. */
  readonly availableMicrocredits: number;
  readonly reservedMicrocredits: number;
  readonly chargedMicrocredits: number;
  /** In the order of admission, which is the order in which waiting calls get lines. */
  readonly admissions: Readonly<Record<string, Admission>>;
  readonly leased: number;
  /** Microcredits reserved for other things than calls, by reservation id. */
  readonly reservations: Readonly<Record<string, number>>;
  /** Ids of the latest captured reservations, so that none is made twice. */
  readonly captured: readonly string[];
  /** The latest settlements, so that a repeated one gets the same reply. */
  readonly settlements: readonly Settlement[];
  /** Key id → revoked. */
  readonly keys: Readonly<Record<string, boolean>>;
  /** Category id → name. */
  readonly categories: Readonly<Record<string, string>>;
}

/** Settlements kept. A repeated request arrives within seconds; this covers hours of a busy business. */
const MAX_SETTLEMENTS = 2_000;
/** Captured reservations kept. A repeated request arrives within seconds; this covers hours of analysed calls. */
const MAX_CAPTURED = 2_000;

/** How often a call with a reservation is checked, ms. A safety net: calls settle by themselves. */
export const CHECK_CALL_MS = 5 * 60_000;

export const initial = (): BusinessState => ({
  created: null,
  lines: 0,
  concurrentCalls: null,
  prices: STANDARD_PRICES,
  analysesCalls: false,
  conversationSilenceMinutes: null,
  timeZone: null,
  carriers: null,
  quotas: {},
  callingHours: ANY_CALLING_HOURS,
  destinations: NO_POLICY,
  destinationsSet: false,
  callLimits: NO_LIMITS,
  callPrices: {},
  spend: { endsAt: 0, microcredits: 0 },
  admittedAt: [],
  availableMicrocredits: 0,
  reservedMicrocredits: 0,
  chargedMicrocredits: 0,
  admissions: {},
  leased: 0,
  reservations: {},
  captured: [],
  settlements: [],
  keys: {},
  categories: {},
});

const withQuota = (
  state: BusinessState,
  { item, limit }: Extract<BusinessEvent, { readonly type: 'quota.set' }>,
): BusinessState => {
  const { [item]: _before, ...others } = state.quotas;
  return { ...state, quotas: limit === null ? others : { ...others, [item]: limit } };
};

export const evolve = (state: BusinessState, event: BusinessEvent, at: number): BusinessState => {
  switch (event.type) {
    case 'business.created':
      return {
        ...state,
        created: { name: event.name },
        lines: event.lines,
        prices: { ...STANDARD_PRICES, ...event.prices },
      };
    case 'lines.changed':
      return { ...state, lines: event.lines };
    case 'business.renamed':
      return { ...state, created: { name: event.name } };
    case 'concurrency.limited':
      return { ...state, concurrentCalls: event.calls };
    case 'price.changed':
      return { ...state, prices: { ...state.prices, [event.item]: event.microcredits } };
    case 'conversation_analysis.set':
      return { ...state, conversationSilenceMinutes: event.silenceMinutes };
    case 'call_analysis.switched':
      return { ...state, analysesCalls: event.enabled };
    case 'time_zone.changed':
      return { ...state, timeZone: event.timeZone };
    case 'carriers.chosen':
      return { ...state, carriers: event.choice };
    case 'quota.set':
      return withQuota(state, event);
    case 'quiet_hours.changed':
      return { ...state, callingHours: { ...state.callingHours, quietHours: event.quietHours } };
    case 'attempts_per_day.changed':
      return { ...state, callingHours: { ...state.callingHours, attemptsPerDay: event.attemptsPerDay } };
    case 'destinations.changed': {
      const { countries, types } = event;
      return { ...state, destinations: { countries, types }, destinationsSet: true };
    }
    case 'destinations.seeded': {
      const destinations = { ...state.destinations, countries: event.countries };
      return { ...state, destinations, destinationsSet: true };
    }
    case 'call_limits.changed': {
      const { spendPerDayMicrocredits, callsPerMinute } = event;
      const admittedAt = latestOf(state.admittedAt, callsPerMinute);
      return { ...state, callLimits: { spendPerDayMicrocredits, callsPerMinute }, admittedAt };
    }
    case 'call_prices.changed':
      return { ...state, callPrices: event.prices };
    case 'call.priced':
      return changed(state, event.callId, { blockMicrocredits: event.blockMicrocredits });
    case 'spend_day.started':
      return { ...state, spend: { endsAt: event.endsAt, microcredits: 0 } };
    case 'credit.granted':
    case 'credit.reserved':
    case 'credit.settled':
    case 'credit.reservation_made':
    case 'credit.reservation_captured':
      return ledger(state, event, at);
    case 'line.queued':
      return state;
    case 'line.leased':
      return {
        ...changed(state, event.callId, { line: 'leased', checkAt: event.checkAt }),
        leased: state.leased + 1,
      };
    case 'line.notified':
      return changed(state, event.callId, { notified: true });
    case 'line.check_due':
      return changed(state, event.callId, { checking: true });
    case 'line.renewed':
      return changed(state, event.callId, { checking: false, checkAt: event.checkAt });
    case 'line.released': {
      const { [event.callId]: released, ...admissions } = state.admissions;
      return { ...state, admissions, leased: state.leased - (released?.line === 'leased' ? 1 : 0) };
    }
    case 'key.created':
      return { ...state, keys: { ...state.keys, [event.keyId]: false } };
    case 'key.revoked':
      return { ...state, keys: { ...state.keys, [event.keyId]: true } };
    case 'key.used':
      return state;
    case 'category.created':
      return { ...state, categories: { ...state.categories, [event.categoryId]: event.name } };
    case 'category.deleted': {
      const { [event.categoryId]: _deleted, ...categories } = state.categories;
      return { ...state, categories };
    }
    default:
      return assertNever(event);
  }
};

type LedgerEvent = Extract<BusinessEvent, { readonly type: `credit.${string}` }>;

/** Moves credit between available, reserved and charged; their sum is the granted credit. */
const ledger = (state: BusinessState, event: LedgerEvent, at: number): BusinessState => {
  switch (event.type) {
    case 'credit.granted':
      return { ...state, availableMicrocredits: state.availableMicrocredits + event.microcredits };
    case 'credit.reserved': {
      const before = state.admissions[event.callId];
      const { spend, spent } = reservedOn(state.spend, before?.spent, event.microcredits, at);
      const { callsPerMinute } = state.callLimits;
      return {
        ...withAdmission(state, event.callId, {
          line: before?.line ?? 'waiting',
          source: event.source,
          notified: before?.notified ?? false,
          blocks: (before?.blocks ?? 0) + event.blocks,
          microcredits: (before?.microcredits ?? 0) + event.microcredits,
          blockMicrocredits: before?.blockMicrocredits ?? null,
          spent,
          checkAt: at + CHECK_CALL_MS,
          checking: false,
        }),
        availableMicrocredits: state.availableMicrocredits - event.microcredits,
        reservedMicrocredits: state.reservedMicrocredits + event.microcredits,
        spend,
        admittedAt:
          before === undefined ? latestOf([...state.admittedAt, at], callsPerMinute) : state.admittedAt,
      };
    }
    case 'credit.settled': {
      const admission = state.admissions[event.callId];
      const reserved = admission?.microcredits ?? 0;
      const { callId, blocks, chargedMicrocredits } = event;
      return {
        ...state,
        availableMicrocredits: state.availableMicrocredits + reserved - chargedMicrocredits,
        reservedMicrocredits: state.reservedMicrocredits - reserved,
        chargedMicrocredits: state.chargedMicrocredits + chargedMicrocredits,
        spend: settledOn(state.spend, { reserved, spent: admission?.spent }, chargedMicrocredits, at),
        settlements: [...state.settlements, { callId, blocks, chargedMicrocredits }].slice(-MAX_SETTLEMENTS),
      };
    }
    case 'credit.reservation_made': {
      const { reservationId, microcredits } = event;
      return {
        ...state,
        availableMicrocredits: state.availableMicrocredits - microcredits,
        reservedMicrocredits: state.reservedMicrocredits + microcredits,
        reservations: { ...state.reservations, [reservationId]: microcredits },
      };
    }
    case 'credit.reservation_captured': {
      const { reservationId, chargedMicrocredits, releasedMicrocredits } = event;
      const { [reservationId]: _captured, ...reservations } = state.reservations;
      return {
        ...state,
        availableMicrocredits: state.availableMicrocredits + releasedMicrocredits,
        reservedMicrocredits: state.reservedMicrocredits - chargedMicrocredits - releasedMicrocredits,
        chargedMicrocredits: state.chargedMicrocredits + chargedMicrocredits,
        reservations,
        captured: [...state.captured, reservationId].slice(-MAX_CAPTURED),
      };
    }
    default:
      return assertNever(event);
  }
};

/** The latest times that a limit needs; none without a limit. */
const latestOf = (moments: readonly number[], limit: number | null): readonly number[] =>
  limit === null || limit === 0 ? [] : moments.slice(-limit);

/** Lines that may be leased: the purchased ones, or as many as the owners allow. */
export const usableLines = ({
  lines,
  concurrentCalls,
}: Pick<BusinessState, 'lines' | 'concurrentCalls'>): number =>
  concurrentCalls === null ? lines : Math.min(lines, concurrentCalls);

/** The price of a further block of the call: that of its destination, or today's flat price. */
export const blockPriceOf = (
  { prices }: Pick<BusinessState, 'prices'>,
  { blockMicrocredits }: Pick<Admission, 'blockMicrocredits'>,
): number => blockMicrocredits ?? prices.call_block;

const withAdmission = (state: BusinessState, callId: string, admission: Admission): BusinessState => ({
  ...state,
  admissions: { ...state.admissions, [callId]: admission },
});

const changed = (state: BusinessState, callId: string, change: Partial<Admission>): BusinessState => {
  const admission = state.admissions[callId];
  return admission === undefined ? state : withAdmission(state, callId, { ...admission, ...change });
};
