/**
 * What Parley needs from a telephony carrier. One folder a carrier; nothing outside that folder knows its
 * names, statuses or wire format (CONTRIBUTING.md "How the code reads").
 */
import type { MediaDialect } from './media-dialect.js';

export interface PlaceRequest {
  readonly callId: string;
  readonly businessId: string;
  /** E.164. */
  readonly to: string;
  /** A number of the account, E.164. Default: its usual one. */
  readonly from?: string;
  /** Address of our media socket for this call, `wss://…/media/<carrier>/<token>`. */
  readonly mediaUrl: string;
  /** Where the carrier reports progress; contains our call id, so a report finds its call even before we know the carrier's id. */
  readonly statusUrl: string;
  /** Where a carrier asks what is to be done with the call ({@link Carrier.document}). */
  readonly documentUrl: string;
  /** How long to let it ring, ms. */
  readonly ringTimeoutMs: number;
  /** The carrier's own limit, a safety net above ours, ms. */
  readonly timeLimitMs: number;
}

/** `unknown`: the carrier may or may not have placed the call; it must be looked up, never repeated. */
export type PlaceOutcome =
  | { readonly outcome: 'placed'; readonly carrierCallId: string }
  | {
      readonly outcome: 'refused';
      readonly reason: 'invalid_number' | 'rejected_by_carrier' | 'carrier_failed';
    }
  | { readonly outcome: 'unknown' };

/** `gone`: the carrier says that the call is over already. `failed`: try again later. */
export type HangUpOutcome = 'accepted' | 'gone' | 'failed';

/** A call whose customer is to be put through to somebody else. */
export interface TransferRequest {
  readonly carrierCallId: string;
  /** E.164. */
  readonly to: string;
  /** What the other phone shows, a number of the account, E.164. Default: its usual one. */
  readonly from?: string;
  /** Where the carrier asks what is to be done with the customer when that is over ({@link Carrier.document}). */
  readonly documentUrl: string;
  /** How long the other phone may ring, ms. */
  readonly ringTimeoutMs: number;
}

/** `accepted`: the customer hears it ring, and our stream of the call ends. `unknown`: that may be so; it is not repeated. */
export type TransferOutcome = 'accepted' | 'refused' | 'unknown';

/** What a carrier is told to do with a call. */
export interface CallDocument {
  readonly contentType: string;
  readonly body: string;
}

/** How far a call has come, in our words. */
export type CarrierProgress =
  | 'queued'
  | 'ringing'
  | 'answered'
  | 'completed'
  /** It is over, and the carrier does not say whether anybody had answered it. */
  | 'ended'
  | 'busy'
  | 'no_answer'
  | 'failed'
  | 'cancelled';

/** A carrier's word on one call, from a callback or a look-up. */
export interface CarrierReport {
  readonly carrierCallId: string;
  readonly progress: CarrierProgress;
  /** Connected seconds; only with `completed`. */
  readonly durationSeconds?: number;
  /** What the attempt cost, where the carrier says so (1 unit of its currency = 1,000,000). */
  readonly costMicrocredits?: number;
  /** Why a `failed` call failed, where the carrier says so. */
  readonly failure?: 'invalid_number' | 'rejected_by_carrier' | 'carrier_failed';
  readonly answeredBy?: 'human' | 'machine';
}

export type LookUpOutcome =
  | { readonly outcome: 'found'; readonly report: CarrierReport }
  /** The carrier has no call that can be this one. */
  | { readonly outcome: 'not_found' }
  /** Several calls could be this one, or the carrier did not answer: ask again later. */
  | { readonly outcome: 'unknown' };

/**
 * Of our account, as far as asking tells. `refused`: its key or token; `number_unknown`: it may not call from the number that
 * it is to call from; `application_unknown`: what is to take its calls is not there; `unknown`: nobody answered.
 */
export type AccountOutcome = 'accepted' | 'refused' | 'number_unknown' | 'application_unknown' | 'unknown';

export interface LookUpRequest {
  readonly callId: string;
  /** Known once placement was confirmed or a callback arrived. */
  readonly carrierCallId: string | null;
  readonly to: string;
  /** When placement was asked, ms since the epoch: no earlier call can be this one. */
  readonly placedAfter: number;
}

/** A callback as it came over HTTP. */
export interface CallbackRequest {
  /** Exactly the address that the carrier was given, scheme, host, path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Carrier {
  /** Stable name, also the path segment of its callbacks and media sockets: `twilio`, `loopback`. */
  readonly name: string;
  readonly media: MediaDialect;
  /** Asks the carrier to place a call. Never throws: whatever is not a definite answer is `unknown`. */
  place(request: PlaceRequest, signal: AbortSignal): Promise<PlaceOutcome>;
  /** Never throws. */
  hangUp(carrierCallId: string, signal: AbortSignal): Promise<HangUpOutcome>;
  /** Never throws. */
  transfer(request: TransferRequest, signal: AbortSignal): Promise<TransferOutcome>;
  /** Never throws. */
  lookUp(request: LookUpRequest, signal: AbortSignal): Promise<LookUpOutcome>;
  /** Whether calls could be placed; places none, and costs nothing. Never throws. */
  lookAtAccount(signal: AbortSignal): Promise<AccountOutcome>;
  /** Whether the callback was signed by the carrier; constant time. */
  verifyCallback(request: CallbackRequest): boolean;
  /** Null when the callback says nothing about a call's progress. Call only after {@link verifyCallback}. */
  parseCallback(request: CallbackRequest): CarrierReport | null;
  /** Has the carrier do what a callback asks for, as streaming to `mediaUrl` again. Never throws. Call only after {@link verifyCallback}. */
  afterCallback(request: CallbackRequest, mediaUrl: string): Promise<void>;
  /**
   * What the carrier is to do with a call when it asks for that, as after a transfer: who talked to somebody is hung up on, who
   * reached nobody comes back to `mediaUrl`. Never throws. Call only after {@link verifyCallback}.
   */
  document(request: CallbackRequest, mediaUrl: string): Promise<CallDocument>;
}
