/** Why a recogniser of a network service cannot go on, in words of our own: nothing that a provider wrote is in them. */

/**
 * `auth`: the key, or the account behind it; `rate`: too many at a time or too fast; `timeout`: it did not answer in time;
 * `unavailable`: not there, or its own fault; `protocol`: one side did not understand the other.
 */
export type FailureKind = 'auth' | 'rate' | 'timeout' | 'unavailable' | 'protocol';

export interface RecognitionFailure {
  readonly kind: FailureKind;
  /** A few words of ours: a status, a close code, a deadline. */
  readonly detail: string;
  /** Another connection would end the same way. */
  readonly lasting: boolean;
}

/** A connection that may go better next time. */
export const passing = (kind: FailureKind, detail: string): RecognitionFailure => ({
  kind,
  detail,
  lasting: false,
});

/** What no other connection would change. */
export const lasting = (kind: FailureKind, detail: string): RecognitionFailure => ({
  kind,
  detail,
  lasting: true,
});

/** An upgrade that was answered with a status other than 101; the statuses mean what RFC 9110 says. */
export const failureOfStatus = (status: number): RecognitionFailure => {
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

/** A close code that has no meaning of a provider's own (RFC 6455 section 7.4.1). */
export const failureOfCloseCode = (code: number): RecognitionFailure => {
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
