/** Events of a business: its lines, its credit ledger, its keys and its contact categories. */
import type { Scope } from '../../schemas/accounts/access.js';
import type { Author } from '../../schemas/accounts/audit.js';
import type { PriceItem, PriceList } from '../../schemas/accounts/prices.js';
import type { QuotaItem } from '../../schemas/accounts/quotas.js';
import type { CarrierChoice } from '../../schemas/accounts/settings.js';
import type { QuietHours } from '../../schemas/campaigns/calling-hours.js';
import type { CallLimits, CallPrices, DestinationPolicy } from '../../schemas/campaigns/destination.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

export type BusinessEvent =
  | {
      readonly type: 'business.created';
      readonly name: string;
      /** Purchased lines: the most calls that can be live at the same time. */
      readonly lines: number;
      /** An item that did not exist yet has its standard price. */
      readonly prices: Omit<PriceList, 'call_analysis' | 'conversation_analysis' | 'simulated_conversation'> &
        Partial<PriceList>;
    }
  | { readonly type: 'lines.changed'; readonly lines: number }
  | { readonly type: 'business.renamed'; readonly name: string }
  /** The most calls at a time that its owners allow, within the lines; null: all lines. */
  | { readonly type: 'concurrency.limited'; readonly calls: number | null }
  | { readonly type: 'price.changed'; readonly item: PriceItem; readonly microcredits: number }
  /** Whether its calls are analysed when they have ended. */
  | { readonly type: 'call_analysis.switched'; readonly enabled: boolean }
  /** Null: no conversation is analysed. */
  | { readonly type: 'conversation_analysis.set'; readonly silenceMinutes: number | null }
  /** The time zone of the times that its agents use, an IANA name; null: the installation's. */
  | { readonly type: 'time_zone.changed'; readonly timeZone: string | null }
  /** The carriers and the caller numbers of its calls; null: the installation's. */
  | { readonly type: 'carriers.chosen'; readonly choice: CarrierChoice | null }
  /** Null: the installation's quota applies again. */
  | { readonly type: 'quota.set'; readonly item: QuotaItem; readonly limit: number | null }
  /** When recipients are not called, in their own time zones; null: no quiet hours. */
  | { readonly type: 'quiet_hours.changed'; readonly quietHours: QuietHours | null }
  /** Most calls to a number per day, in the recipient's time zone; null: no limit. */
  | { readonly type: 'attempts_per_day.changed'; readonly attemptsPerDay: number | null }
  /** The destinations that it may call, as a whole. */
  | ({ readonly type: 'destinations.changed' } & DestinationPolicy)
  /**
   * The initial countries, set once if the operator restricts them: those called before and those of its own numbers; null:
   * the installation's (docs/reference/api.md "Destinations").
   */
  | { readonly type: 'destinations.seeded'; readonly countries: readonly string[] | null }
  | ({ readonly type: 'call_limits.changed' } & CallLimits)
  /** The prices of calls by prefix, as a whole. */
  | { readonly type: 'call_prices.changed'; readonly prices: CallPrices }
  /** The prefix of the call's destination has a price of its own, per block. Follows the call's first `credit.reserved`. */
  | { readonly type: 'call.priced'; readonly callId: string; readonly blockMicrocredits: number }
  /** A day of counted spend starts. `endsAt`: ms since the epoch. */
  | { readonly type: 'spend_day.started'; readonly endsAt: number }
  | { readonly type: 'credit.granted'; readonly microcredits: number; readonly reason: string }
  /** Credit for the next blocks of a call is reserved, at its admission or as it continues. */
  | {
      readonly type: 'credit.reserved';
      readonly callId: string;
      /** The iteration that the call belongs to; null for a single call. */
      readonly source: string | null;
      readonly blocks: number;
      readonly microcredits: number;
    }
  /** The single settlement of a call. The rest of its reservation is free again. */
  | {
      readonly type: 'credit.settled';
      readonly callId: string;
      readonly blocks: number;
      readonly chargedMicrocredits: number;
      readonly releasedMicrocredits: number;
    }
  /** Credit is reserved for something other than a call. */
  | {
      readonly type: 'credit.reservation_made';
      readonly reservationId: string;
      readonly microcredits: number;
    }
  /** Part of a reservation is charged; the rest is free again. */
  | {
      readonly type: 'credit.reservation_captured';
      readonly reservationId: string;
      readonly chargedMicrocredits: number;
      readonly releasedMicrocredits: number;
      /** The call whose analysis was charged, null for a run of analyses; absent: the charge is of a simulation or a campaign summary. */
      readonly analysisOf?: string | null;
      /** The conversation whose analysis is charged; absent: none. */
      readonly conversationId?: string;
      /** The simulation run that is charged; absent: none. */
      readonly simulationRunId?: string;
    }
  | { readonly type: 'line.queued'; readonly callId: string }
  | { readonly type: 'line.leased'; readonly callId: string; readonly checkAt: number }
  /** The call has been notified that it holds the line. */
  | { readonly type: 'line.notified'; readonly callId: string }
  | { readonly type: 'line.check_due'; readonly callId: string }
  /** The call is alive; the next check is at `checkAt` (ms since the epoch). */
  | { readonly type: 'line.renewed'; readonly callId: string; readonly checkAt: number }
  | { readonly type: 'line.released'; readonly callId: string }
  | {
      readonly type: 'key.created';
      readonly keyId: string;
      readonly name: string;
      /** Lower-case hex SHA-256 of the secret part. */
      readonly secretHash: string;
      readonly scopes: readonly Scope[];
      /** Absent in events of earlier versions. */
      readonly by?: Author;
    }
  /** `by`: absent in events of earlier versions. */
  | { readonly type: 'key.revoked'; readonly keyId: string; readonly by?: Author }
  /** Recorded at most once a minute per key. `usedAt`: ms since the epoch. */
  | { readonly type: 'key.used'; readonly keyId: string; readonly usedAt: number }
  | { readonly type: 'category.created'; readonly categoryId: string; readonly name: string }
  | { readonly type: 'category.deleted'; readonly categoryId: string };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const BUSINESS_EVENTS = {
  'business.created': 1,
  'lines.changed': 1,
  'business.renamed': 8,
  'concurrency.limited': 8,
  'price.changed': 1,
  'call_analysis.switched': 6,
  'conversation_analysis.set': 7,
  'time_zone.changed': 3,
  'carriers.chosen': 4,
  'quota.set': 5,
  'quiet_hours.changed': 5,
  'attempts_per_day.changed': 5,
  'destinations.changed': 5,
  'destinations.seeded': 5,
  'call_limits.changed': 5,
  'call_prices.changed': 5,
  'call.priced': 5,
  'spend_day.started': 5,
  'credit.granted': 1,
  'credit.reserved': 1,
  'credit.settled': 1,
  'credit.reservation_made': { version: 2, formerly: 'credit.set_aside' },
  'credit.reservation_captured': { version: 2, formerly: 'credit.taken' },
  'line.queued': 1,
  'line.leased': 1,
  'line.notified': 1,
  'line.check_due': 1,
  'line.renewed': 1,
  'line.released': 1,
  'key.created': 1,
  'key.revoked': 1,
  'key.used': 1,
  'category.created': 1,
  'category.deleted': 1,
} as const satisfies VersionsOf<BusinessEvent>;

/** The kind, for readers of its events. */
export const BUSINESS_KIND = eventKind<BusinessEvent>('business', BUSINESS_EVENTS);
