/** The reasons that a provider's stream fails, in our own words: they contain no text of a provider. */

/**
 * `auth`: the key, or the account behind it; `rate`: too many at a time or too fast; `timeout`: no answer in time;
 * `unavailable`: unreachable, or an internal error; `protocol`: one side did not understand the other.
 */
export type FailureKind = 'auth' | 'rate' | 'timeout' | 'unavailable' | 'protocol';

export interface StreamFailure {
  readonly kind: FailureKind;
  /** A few words of our own: a status, a close code, a deadline. */
  readonly detail: string;
  /** Whether another connection would fail the same way. */
  readonly lasting: boolean;
}

/** A failure that another connection may not have. */
export const passing = (kind: FailureKind, detail: string): StreamFailure => ({
  kind,
  detail,
  lasting: false,
});

/** A failure that any other connection would have as well. */
export const lasting = (kind: FailureKind, detail: string): StreamFailure => ({
  kind,
  detail,
  lasting: true,
});

/** The failure of an upgrade that was answered with a status other than 101, by the meanings of RFC 9110. */
export const failureOfStatus = (status: number): StreamFailure => {
  const detail = `HTTP ${status}`;
  switch (status) {
    case 401:
    case 402:
    case 403:
      return lasting('auth', detail);
    case 408:
      return passing('timeout', detail);
    case 429:
      return passing('rate', detail);
    default:
      return status >= 500 ? passing('unavailable', detail) : lasting('protocol', detail);
  }
};

/** The failure of a close code without a provider's own meaning (RFC 6455 section 7.4.1). */
export const failureOfCloseCode = (code: number): StreamFailure => {
  const detail = `close code ${code}`;
  switch (code) {
    case 1002:
    case 1003:
    case 1007:
    case 1009:
      return passing('protocol', detail);
    case 1008:
      return lasting('protocol', detail);
    case 1013:
      return passing('rate', detail);
    default:
      return passing('unavailable', detail);
  }
};
