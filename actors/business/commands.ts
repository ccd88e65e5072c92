/** What a business can be told and asked, and what it owes. */
import type { Author } from '../../schemas/audit.js';
import type { CallingHours, QuietHours } from '../../schemas/calling-hours.js';
import type { CarrierChoice } from '../../schemas/carrier-choice.js';
import type { CallLimits, CallPrices, DestinationPolicy } from '../../schemas/destination.js';
import type { PriceItem, PriceList } from '../../schemas/prices.js';
import type { QuotaChoices, QuotaItem } from '../../schemas/quotas.js';
import type { Scope } from '../../schemas/scopes.js';

export type BusinessCommand =
  | {
      readonly type: 'create';
      readonly name: string;
      readonly lines: number;
      readonly prices: PriceList;
      readonly microcredits: number;
    }
  | { readonly type: 'set_lines'; readonly lines: number }
  | { readonly type: 'set_price'; readonly item: PriceItem; readonly microcredits: number }
  /** A name of the IANA database; null: the installation's. */
  | { readonly type: 'set_time_zone'; readonly timeZone: string | null }
  /** Null: as the installation's. */
  | { readonly type: 'choose_carriers'; readonly choice: CarrierChoice | null }
  /** Null: the installation's. */
  | { readonly type: 'set_quota'; readonly item: QuotaItem; readonly limit: number | null }
  /** Null: recipients may be called at any time. */
  | { readonly type: 'set_quiet_hours'; readonly quietHours: QuietHours | null }
  /** Calls to a number, each day of the recipient; null: without a limit. */
  | { readonly type: 'set_attempts_per_day'; readonly attemptsPerDay: number | null }
  /** Omitted fields stay unchanged. */
  | ({ readonly type: 'set_destinations' } & Partial<DestinationPolicy>)
  /** Sets the countries once: nothing changes where they were set or seeded before. */
  | { readonly type: 'seed_destinations'; readonly countries: readonly string[] | null }
  /** Omitted fields stay unchanged. */
  | ({ readonly type: 'set_call_limits' } & Partial<CallLimits>)
  /** Replaces the whole list; calls that are up keep their price. */
  | { readonly type: 'set_call_prices'; readonly prices: CallPrices }
  | { readonly type: 'grant_credit'; readonly microcredits: number; readonly reason: string }
  | {
      readonly type: 'create_key';
      readonly keyId: string;
      readonly name: string;
      readonly secretHash: string;
      readonly scopes: readonly Scope[];
      readonly by?: Author;
    }
  | { readonly type: 'revoke_key'; readonly keyId: string; readonly by?: Author }
  | { readonly type: 'key_used'; readonly keyId: string; readonly usedAt: number }
  | { readonly type: 'create_category'; readonly categoryId: string; readonly name: string }
  /** Deleting one that is gone is harmless. Refused with `category_name_mismatch`. */
  | { readonly type: 'delete_category'; readonly categoryId: string; readonly confirmName: string }
  /**
   * Reserves the first block and leases a line or queues for one. `source`: the iteration that it is a call of; null for
   * a single call. `to`: the number in E.164, whose prefix has the price; absent (a browser, or a node of an
   * older build): the flat price. Refused with `insufficient_credit`, `spend_limit_reached`, `call_rate_exceeded`.
   */
  | {
      readonly type: 'admit_call';
      readonly callId: string;
      readonly source: string | null;
      readonly to?: string;
    }
  /** Reserves blocks up to `block`, as far as the credit and the spend of the day go. */
  | { readonly type: 'extend_call'; readonly callId: string; readonly block: number }
  /** Charges the call once, frees the rest of its reservation and its line. */
  | {
      readonly type: 'settle_call';
      readonly callId: string;
      readonly blocks: number;
      readonly carrierCostMicrocredits: number;
    }
  /** Reserves credit for something else than a call, once for an id. Refused with `insufficient_credit`. */
  | { readonly type: 'reserve'; readonly reservationId: string; readonly microcredits: number }
  /** Charges at most what was reserved and frees the rest, once for an id. */
  | { readonly type: 'capture'; readonly reservationId: string; readonly microcredits: number }
  | { readonly type: 'line_notified'; readonly callId: string }
  /** The holder of the line was asked and is alive. */
  | { readonly type: 'call_alive'; readonly callId: string };

export type BusinessEffect =
  /** Tell a waiting call that it holds a line now. */
  | { readonly kind: 'notify_line'; readonly callId: string }
  /**
   * Ask the holder of a reservation whether it still is, and tell it once more where it has a line; answers `call_alive`
   * or `settle_call`.
   */
  | { readonly kind: 'check_call'; readonly callId: string; readonly hasLine: boolean };

/** What came of a command that is about one call. */
interface CallReply {
  readonly call: CallAccount;
}

export interface BusinessReplies {
  readonly set_lines: Pick<BusinessDetails, 'lines'>;
  readonly set_price: Pick<BusinessDetails, 'prices'>;
  readonly set_time_zone: Pick<BusinessDetails, 'timeZone'>;
  readonly choose_carriers: Pick<BusinessDetails, 'carriers'>;
  readonly set_quota: Pick<BusinessDetails, 'quotas'>;
  readonly set_quiet_hours: Pick<BusinessDetails, 'callingHours'>;
  readonly set_attempts_per_day: Pick<BusinessDetails, 'callingHours'>;
  readonly set_destinations: { readonly destinations: DestinationPolicy };
  /** The policy that holds now, however it was set. */
  readonly seed_destinations: { readonly destinations: DestinationPolicy };
  readonly set_call_limits: { readonly callLimits: CallLimits };
  readonly set_call_prices: { readonly count: number };
  readonly grant_credit: Pick<BusinessDetails, 'availableMicrocredits'>;
  readonly admit_call: CallReply;
  /** `spendLimited`: the credit would cover the blocks, the spend limit of the day does not. Absent: an older build. */
  readonly extend_call: CallReply & { readonly spendLimited?: boolean };
  readonly settle_call: CallReply;
}

export interface BusinessQueries {
  /** @throws DomainError business_not_found */
  get(): BusinessDetails;
  /** What a source has of the lines, and how many want some. */
  line_share(source: string): LineShare;
  /** The prices of calls by prefix. */
  call_prices(): CallPrices;
}

export interface BusinessDetails {
  readonly name: string;
  readonly lines: number;
  readonly leasedLines: number;
  readonly prices: PriceList;
  /** Null: the installation's. Absent where a build that is older than it says so. */
  readonly timeZone?: string | null;
  /** Null: the installation's. Absent where a build that is older than it says so. */
  readonly carriers?: CarrierChoice | null;
  /** Those that differ from the installation's. Absent in answers of builds that are older than it. */
  readonly quotas?: QuotaChoices;
  /** Absent where a build that is older than it says so. */
  readonly callingHours?: CallingHours;
  /** Absent where a build that is older than it says so. */
  readonly destinations?: DestinationPolicy;
  /** Absent where a build that is older than it says so. */
  readonly callLimits?: CallLimits;
  /** Spend of the latest day that was counted. Absent where a build that is older than it says so. */
  readonly spend?: SpendOfDay;
  readonly availableMicrocredits: number;
  readonly reservedMicrocredits: number;
  readonly chargedMicrocredits: number;
  /** Id → name. */
  readonly categories: Readonly<Record<string, string>>;
}

/** What calls cost in one day. */
export interface SpendOfDay {
  /** When the day ends, ms since the epoch; 0: no day was counted yet. */
  readonly endsAt: number;
  /** Reserved and charged in it. */
  readonly microcredits: number;
}

export interface LineShare {
  /** Of the business. */
  readonly lines: number;
  /** By the source. */
  readonly leased: number;
  /** Iterations that have calls or want some, the source itself among them. */
  readonly sources: number;
}

/** What is reserved for a call, or what it was charged. */
export type CallAccount =
  /** It was never admitted, or was settled so long ago that it is forgotten. */
  | { readonly is: 'unknown' }
  | {
      readonly is: 'admitted';
      readonly line: 'leased' | 'waiting';
      readonly reservedBlocks: number;
      /** When the call is asked whether it lives, ms since the epoch; one that does not exist then is not admitted any more. */
      readonly checkAt: number;
    }
  | { readonly is: 'settled'; readonly blocks: number; readonly chargedMicrocredits: number };
