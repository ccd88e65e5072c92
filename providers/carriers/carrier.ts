/**
 * The interface that Parley needs from a telephony carrier. Each carrier has one folder; nothing outside it knows the
 * carrier's names, statuses or wire format (CONTRIBUTING.md "How the code reads").
 */
import type { ApiResult } from '../http-api.js';
import type { MediaDialect } from './media-dialect.js';

export interface PlaceRequest {
  readonly callId: string;
  readonly businessId: string;
  /** E.164. */
  readonly to: string;
  /** Caller ID: a number of the account, E.164. Default: the account's usual one. */
  readonly from?: string;
  /** Address of our media socket for this call, `wss://…/media/<carrier>/<token>`. */
  readonly mediaUrl: string;
  /** Where the carrier reports progress. Contains our call ID: a report finds its call even before we know the carrier's ID. */
  readonly statusUrl: string;
  /** Where a carrier fetches the instructions for the call ({@link Carrier.document}). */
  readonly documentUrl: string;
  /** How long to let the phone ring, ms. */
  readonly ringTimeoutMs: number;
  /** The time limit that the carrier enforces, a safety net above ours, ms. */
  readonly timeLimitMs: number;
}

/** `unknown`: the carrier may or may not have placed the call; look it up, never retry the placement. */
export type PlaceOutcome =
  | { readonly outcome: 'placed'; readonly carrierCallId: string }
  | {
      readonly outcome: 'refused';
      readonly reason: 'invalid_number' | 'rejected_by_carrier' | 'carrier_failed';
    }
  | { readonly outcome: 'unknown' };

/** `gone`: the carrier reports that the call has already ended. `failed`: try again later. */
export type HangUpOutcome = 'accepted' | 'gone' | 'failed';

/** A request to transfer a call's customer to another phone. */
export interface TransferRequest {
  readonly carrierCallId: string;
  /** E.164. */
  readonly to: string;
  /** Caller ID on the other phone: a number of the account, E.164. Default: the account's usual one. */
  readonly from?: string;
  /** Where the carrier fetches the next instructions once the transfer has ended ({@link Carrier.document}). */
  readonly documentUrl: string;
  /** How long the other phone may ring, ms. */
  readonly ringTimeoutMs: number;
}

/** `accepted`: the customer hears ringing, and our stream of the call ends. `unknown`: this may have happened; do not retry. */
export type TransferOutcome = 'accepted' | 'refused' | 'unknown';

/** Instructions to a carrier for a call. */
export interface CallDocument {
  readonly contentType: string;
  readonly body: string;
}

/** The progress of a call, in our terms. */
export type CarrierProgress =
  | 'queued'
  | 'ringing'
  | 'answered'
  | 'completed'
  /** The call has ended, and the carrier does not report whether it was answered. */
  | 'ended'
  | 'busy'
  | 'no_answer'
  | 'failed'
  | 'cancelled';

/** A carrier's report on one call, from a callback or a look-up. */
export interface CarrierReport {
  readonly carrierCallId: string;
  readonly progress: CarrierProgress;
  /** Connected seconds; only with `completed`. */
  readonly durationSeconds?: number;
  /** The cost of the attempt, if the carrier reports it (1 unit of its currency = 1,000,000). */
  readonly costMicrocredits?: number;
  /** Why a `failed` call failed, if the carrier reports it. */
  readonly failure?: 'invalid_number' | 'rejected_by_carrier' | 'carrier_failed';
  readonly answeredBy?: 'human' | 'machine';
}

export type LookUpOutcome =
  | { readonly outcome: 'found'; readonly report: CarrierReport }
  /** The carrier has no call that could be this one. */
  | { readonly outcome: 'not_found' }
  /** Several calls could be this one, or the carrier did not respond: try again later. */
  | { readonly outcome: 'unknown' };

/**
 * The state of our account, as far as a request can show. `refused`: the key or token is not accepted. `number_unknown`: the
 * account may not call from the configured number. `application_unknown`: the application for its calls does not exist.
 * `unknown`: no usable response.
 */
export type AccountOutcome = 'accepted' | 'refused' | 'number_unknown' | 'application_unknown' | 'unknown';

export interface LookUpRequest {
  readonly callId: string;
  /** Known once the placement is confirmed or a callback arrives. */
  readonly carrierCallId: string | null;
  readonly to: string;
  /** When the placement was requested, ms since the epoch: no earlier call can be this one. */
  readonly placedAfter: number;
}

/** A callback as received over HTTP. */
export interface CallbackRequest {
  /** Exactly the URL that we gave to the carrier: scheme, host, path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface Carrier {
  /** Stable name, also the path segment of its callbacks and media sockets: `twilio`, `loopback`. */
  readonly name: string;
  readonly media: MediaDialect;
  /** Requests a call from the carrier. Never throws: any response that is not definite is `unknown`. */
  place(request: PlaceRequest, signal: AbortSignal): Promise<PlaceOutcome>;
  /** Never throws. */
  hangUp(carrierCallId: string, signal: AbortSignal): Promise<HangUpOutcome>;
  /** Never throws. */
  transfer(request: TransferRequest, signal: AbortSignal): Promise<TransferOutcome>;
  /** Never throws. */
  lookUp(request: LookUpRequest, signal: AbortSignal): Promise<LookUpOutcome>;
  /** Checks whether calls could be placed; places none and costs nothing. Never throws. */
  checkAccount(signal: AbortSignal): Promise<AccountOutcome>;
  /** Whether the carrier signed the callback; constant time. */
  verifyCallback(request: CallbackRequest): boolean;
  /** Null if the callback does not report a call's progress. Call only after {@link verifyCallback}. */
  parseCallback(request: CallbackRequest): CarrierReport | null;
  /**
   * Sends the carrier the command that a callback calls for, such as streaming to `mediaUrl` again. Never throws. Call only
   * after {@link verifyCallback}.
   */
  afterCallback(request: CallbackRequest, mediaUrl: string): Promise<void>;
  /**
   * The instructions for a call when the carrier requests them, such as after a transfer: a customer who talked to somebody is
   * hung up on; an unanswered transfer returns to `mediaUrl`. Never throws. Call only after {@link verifyCallback}.
   */
  document(request: CallbackRequest, mediaUrl: string): Promise<CallDocument>;
}

/**
 * The meaning of a carrier's response to a request about our own account. `missing`: the meaning of a 404; `isThere`:
 * whether a successful response contains the requested resource.
 */
export const accountOutcome = (
  answer: ApiResult,
  missing: AccountOutcome,
  isThere: (body: unknown) => boolean = () => true,
): AccountOutcome => {
  if (answer.type !== 'answered') return 'unknown';
  const { status, body } = answer;
  if (status === 401 || status === 403) return 'refused';
  if (status === 404) return missing;
  if (status < 200 || status >= 300) return 'unknown';
  return isThere(body) ? 'accepted' : missing;
};
