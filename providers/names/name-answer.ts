/** The outcome of a look-up of a name. */

export interface NameAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Why a name has no address now. */
export type NameFailure =
  /** Its name server says that there is none. */
  | 'not_found'
  /** Its name server did not answer in time. */
  | 'timed_out'
  /** Its name server answered with an error. */
  | 'failed'
  /** The business has as many look-ups under way, and waiting, as it may have. */
  | 'limited'
  /** The resolver was closed, or the caller does not need the name any more. */
  | 'cancelled';

export type NameAnswer =
  | { readonly addresses: readonly NameAddress[]; readonly ttlMs: number }
  | { readonly failure: NameFailure };

const WORDS: Readonly<Record<NameFailure, string>> = {
  not_found: 'the name has no address',
  timed_out: 'the name server did not answer in time',
  failed: 'the name server failed',
  limited: 'too many look-ups of the business are under way',
  cancelled: 'the look-up was cancelled',
};

/** The codes, as errors of sockets have them. */
const CODES = {
  not_found: 'NAME_NOT_FOUND',
  timed_out: 'NAME_TIMED_OUT',
  failed: 'NAME_FAILED',
  limited: 'NAME_LOOKUPS_LIMITED',
  cancelled: 'NAME_CANCELLED',
} as const satisfies Readonly<Record<NameFailure, string>>;

/** Says nothing of the name: it may be in a log. */
export class NameNotResolved extends Error {
  override readonly name = 'NameNotResolved';
  readonly failure: NameFailure;
  readonly code: (typeof CODES)[NameFailure];

  constructor(failure: NameFailure) {
    super(WORDS[failure]);
    this.failure = failure;
    this.code = CODES[failure];
  }
}
