/** Commands, queries and effects of a business. */
import type { Scope } from '../../schemas/accounts/access.js';
import type { Author } from '../../schemas/accounts/audit.js';
import type { PriceItem, PriceList } from '../../schemas/accounts/prices.js';
import type { QuotaChoices, QuotaItem } from '../../schemas/accounts/quotas.js';
import type { CarrierChoice } from '../../schemas/accounts/settings.js';
import type { CallingHours, QuietHours } from '../../schemas/campaigns/calling-hours.js';
import type { CallLimits, CallPrices, DestinationPolicy } from '../../schemas/campaigns/destination.js';
import type { Conditional } from '../../schemas/tag.js';

/** The commands of one request to change settings. */
export type SettingCommand = Extract<
  BusinessCommand,
  {
    readonly type:
      | 'rename'
      | 'limit_concurrency'
      | 'set_time_zone'
      | 'choose_carriers'
      | 'set_quiet_hours'
      | 'set_attempts_per_day'
      | 'set_destinations'
      | 'set_call_limits'
      | 'switch_call_analysis'
      | 'set_conversation_analysis';
  }
>;

export type BusinessCommand =
  | {
      readonly type: 'create';
      readonly name: string;
      readonly lines: number;
      readonly prices: PriceList;
      readonly microcredits: number;
    }
  | { readonly type: 'set_lines'; readonly lines: number }
  | { readonly type: 'rename'; readonly name: string }
  /** Most calls at a time, within the lines; null: all lines. Live calls go on. */
  | { readonly type: 'limit_concurrency'; readonly calls: number | null }
  | { readonly type: 'set_price'; readonly item: PriceItem; readonly microcredits: number }
  /** An IANA time zone name; null: the installation's time zone. */
  | { readonly type: 'set_time_zone'; readonly timeZone: string | null }
  /** Null: the installation's carriers. */
  | { readonly type: 'choose_carriers'; readonly choice: CarrierChoice | null }
  /** Null: the installation's quota. */
  | { readonly type: 'set_quota'; readonly item: QuotaItem; readonly limit: number | null }
  /** Null: recipients may be called at any time. */
  | { readonly type: 'set_quiet_hours'; readonly quietHours: QuietHours | null }
  /** Whether its calls are analysed when they have ended. */
  | { readonly type: 'switch_call_analysis'; readonly enabled: boolean }
  /** `silenceMinutes`: how long a conversation is silent before it is analysed; null: none is. */
  | { readonly type: 'set_conversation_analysis'; readonly silenceMinutes: number | null }
  /** Most calls to a number per day, in the recipient's time zone; null: no limit. */
  | { readonly type: 'set_attempts_per_day'; readonly attemptsPerDay: number | null }
  /** Omitted fields stay unchanged. */
  | ({ readonly type: 'set_destinations' } & Partial<DestinationPolicy>)
  /** Applies all of them, or none: refused with `resource_changed`. Older builds do not know it. */
  | ({ readonly type: 'change_settings'; readonly changes: readonly SettingCommand[] } & Conditional)
  /** Sets the countries once. Changes nothing if they were set or seeded before. */
  | { readonly type: 'seed_destinations'; readonly countries: readonly string[] | null }
  /** Omitted fields stay unchanged. */
  | ({ readonly type: 'set_call_limits' } & Partial<CallLimits>)
  /** Replaces the whole list. Live calls keep their price. */
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
  /** Deleting a missing category is harmless. Refused with `category_name_mismatch`. */
  | { readonly type: 'delete_category'; readonly categoryId: string; readonly confirmName: string }
  /**
   * Reserves the first block and leases a line or queues for one. `source`: the iteration that the call belongs to; null
   * for a single call. `to`: the number in E.164, whose prefix determines the price; absent (a browser, or a node of an
   * older build): the flat price. Refused with `insufficient_credit`, `spend_limit_reached`, `call_rate_exceeded`.
   */
  | {
      readonly type: 'admit_call';
      readonly callId: string;
      readonly source: string | null;
      readonly to?: string;
      /** Also admits a call whose reservation was released, because the call had not started. */
      readonly again?: true;
    }
  /** Reserves all blocks up to `block`, or none if the credit or the day's spend limit does not cover them. */
  | { readonly type: 'extend_call'; readonly callId: string; readonly block: number }
  /** Charges the call once, and frees its line and the rest of its reservation. */
  | {
      readonly type: 'settle_call';
      readonly callId: string;
      readonly blocks: number;
      readonly carrierCostMicrocredits: number;
    }
  /** Reserves credit for something other than a call, once per id. Refused with `insufficient_credit`. */
  | { readonly type: 'reserve'; readonly reservationId: string; readonly microcredits: number }
  /** Charges at most the reserved amount and frees the rest, once per id. */
  | {
      readonly type: 'capture';
      readonly reservationId: string;
      readonly microcredits: number;
      /** The call whose analysis is charged, null for a run of analyses; absent: the charge is of a simulation or a campaign summary. */
      readonly analysisOf?: string | null;
      /** The conversation whose analysis is charged; absent: none. */
      readonly conversationId?: string;
      /** The simulation run that is charged; absent: none. */
      readonly simulationRunId?: string;
    }
  | { readonly type: 'line_notified'; readonly callId: string }
  /** The call that holds the reservation was checked and is alive. */
  | { readonly type: 'call_alive'; readonly callId: string };

export type BusinessEffect =
  /** Notify a waiting call that it holds a line now. */
  | { readonly kind: 'notify_line'; readonly callId: string }
  /**
   * Check that the call that holds a reservation is alive, and notify it again if it has a line; answers `call_alive` or
   * `settle_call`.
   */
  | { readonly kind: 'check_call'; readonly callId: string; readonly hasLine: boolean };

/** The reply to a command about one call. */
interface CallReply {
  readonly call: CallAccount;
}

export interface BusinessReplies {
  readonly set_lines: Pick<BusinessDetails, 'lines'>;
  readonly set_price: Pick<BusinessDetails, 'prices'>;
  readonly switch_call_analysis: Pick<BusinessDetails, 'analysesCalls'>;
  readonly set_conversation_analysis: Pick<BusinessDetails, 'conversationSilenceMinutes'>;
  readonly set_time_zone: Pick<BusinessDetails, 'timeZone'>;
  readonly choose_carriers: Pick<BusinessDetails, 'carriers'>;
  readonly set_quota: Pick<BusinessDetails, 'quotas'>;
  readonly set_quiet_hours: Pick<BusinessDetails, 'callingHours'>;
  readonly set_attempts_per_day: Pick<BusinessDetails, 'callingHours'>;
  readonly set_destinations: { readonly destinations: DestinationPolicy };
  /** The policy now in force, however it was set. */
  readonly seed_destinations: { readonly destinations: DestinationPolicy };
  readonly set_call_limits: { readonly callLimits: CallLimits };
  readonly set_call_prices: { readonly count: number };
  readonly grant_credit: Pick<BusinessDetails, 'availableMicrocredits'>;
  readonly admit_call: CallReply;
  /** `spendLimited`: the credit covers the blocks, but the day's spend limit does not. Absent from older builds. */
  readonly extend_call: CallReply & { readonly spendLimited?: boolean };
  readonly settle_call: CallReply;
}

export interface BusinessQueries {
  /** @throws DomainError business_not_found */
  get(): BusinessDetails;
  /** The lines that a source has leased, and the number of sources that share the lines. */
  line_share(source: string): LineShare;
  /** The prices of calls by prefix. */
  call_prices(): CallPrices;
}

export interface BusinessDetails {
  readonly name: string;
  readonly lines: number;
  /** The most calls at a time that its owners allow; null: all lines. Absent from older builds. */
  readonly concurrentCalls?: number | null;
  readonly leasedLines: number;
  readonly prices: PriceList;
  /** Whether its calls are analysed when they have ended. Absent from older builds. */
  readonly analysesCalls?: boolean;
  /** How long a conversation is silent before it is analysed, minutes; null: none is. Absent from older builds. */
  readonly conversationSilenceMinutes?: number | null;
  /** Null: the installation's time zone. Absent from older builds. */
  readonly timeZone?: string | null;
  /** Null: the installation's carriers. Absent from older builds. */
  readonly carriers?: CarrierChoice | null;
  /** Quotas that differ from the installation's. Absent from older builds. */
  readonly quotas?: QuotaChoices;
  /** Absent from older builds. */
  readonly callingHours?: CallingHours;
  /** Absent from older builds. */
  readonly destinations?: DestinationPolicy;
  /** Absent from older builds. */
  readonly callLimits?: CallLimits;
  /** Spend of the latest counted day. Absent from older builds. */
  readonly spend?: SpendOfDay;
  readonly availableMicrocredits: number;
  readonly reservedMicrocredits: number;
  readonly chargedMicrocredits: number;
  /** Id → name. */
  readonly categories: Readonly<Record<string, string>>;
  /** The tag of the settings. Absent from older builds. */
  readonly settingsTag?: string;
}

/** Spend on calls in one day. */
export interface SpendOfDay {
  /** When the day ends, ms since the epoch; 0: no day has been counted yet. */
  readonly endsAt: number;
  /** Reserved and charged on that day. */
  readonly microcredits: number;
}

export interface LineShare {
  /** Lines that the business may use: the purchased ones, or as many as its owners allow. */
  readonly lines: number;
  /** Lines leased by the source. */
  readonly leased: number;
  /** Iterations with admitted calls, including the source itself. */
  readonly sources: number;
}

/** The reservation of a call, or its charge. */
export type CallAccount =
  /** The call was never admitted, or was settled so long ago that it is forgotten. */
  | { readonly is: 'unknown' }
  | {
      readonly is: 'admitted';
      readonly line: 'leased' | 'waiting';
      readonly reservedBlocks: number;
      /** When the call is next checked, ms since the epoch. A call that does not exist by then is no longer admitted. */
      readonly checkAt: number;
    }
  | { readonly is: 'settled'; readonly blocks: number; readonly chargedMicrocredits: number };
