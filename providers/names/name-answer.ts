/** The outcome of a name look-up. */

export interface NameAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** The reason that a name has no address now. */
export type NameFailure =
  /** The name server reports that there is none. */
  | 'not_found'
  /** The name server did not answer in time. */
  | 'timed_out'
  /** The name server answered with an error. */
  | 'failed'
  /** The business has reached its limit of running and queued look-ups. */
  | 'limited'
  /** The resolver was closed, or the caller no longer needs the name. */
  | 'cancelled';

export type NameAnswer =
  | { readonly addresses: readonly NameAddress[]; readonly ttlMs: number }
  | { readonly failure: NameFailure };

const MESSAGES: Readonly<Record<NameFailure, string>> = {
  not_found: 'the name has no address',
  timed_out: 'the name server did not answer in time',
  failed: 'the name server failed',
  limited: 'too many look-ups of this business are in progress',
  cancelled: 'the look-up was cancelled',
};

/** Error codes in the style of socket errors. */
const CODES = {
  not_found: 'NAME_NOT_FOUND',
  timed_out: 'NAME_TIMED_OUT',
  failed: 'NAME_FAILED',
  limited: 'NAME_LOOKUPS_LIMITED',
  cancelled: 'NAME_CANCELLED',
} as const satisfies Readonly<Record<NameFailure, string>>;

/** Does not contain the name, because errors may be logged. */
export class NameNotResolved extends Error {
  override readonly name = 'NameNotResolved';
  readonly failure: NameFailure;
  readonly code: (typeof CODES)[NameFailure];

  constructor(failure: NameFailure) {
    super(MESSAGES[failure]);
    this.failure = failure;
    this.code = CODES[failure];
  }
}
