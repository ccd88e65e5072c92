/** The reasons that a provider did not speak, in our own words: the provider's own text is not passed on. */

/**
 * `auth`: the key is rejected. `rate`: too much at once or within a period. `timeout`: nothing arrived in time.
 * `unavailable`: no connection, or a broken one. `refused`: the provider does not speak this text, in this voice, with this
 * model. `protocol`: it sent something invalid.
 */
export type FailureKind = 'auth' | 'rate' | 'timeout' | 'unavailable' | 'refused' | 'protocol';

interface FailureDetails {
  /** Status of the answer or the message, if it had one. */
  readonly status?: number | null;
  /** The wait that the provider requests, ms. */
  readonly retryAfterMs?: number | null;
}

/** A provider did not speak, or stopped in the middle. The message is our own, and contains neither key nor address. */
export class SynthesisFailure extends Error {
  override readonly name = 'SynthesisFailure';
  readonly kind: FailureKind;
  /** {@link kind} in the property that logs read. */
  readonly code: string;
  readonly status: number | null;
  readonly retryAfterMs: number | null;

  constructor(
    kind: FailureKind,
    message: string,
    { status = null, retryAfterMs = null }: FailureDetails = {},
  ) {
    super(message);
    this.kind = kind;
    this.code = `synthesis_${kind}`;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The meaning of an HTTP status: of an answer, of a refused upgrade, or in a provider's message. */
const kindOfStatus = (status: number): FailureKind => {
  // 402: no credit, which concerns the account, as the key does.
  if (status === 401 || status === 402 || status === 403) return 'auth';
  if (status === 429) return 'rate';
  if (status === 408 || status === 504) return 'timeout';
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'refused' : 'protocol';
};

/** The failure of an answer without a success status. */
export const failureOfStatus = (
  provider: string,
  status: number,
  retryAfterMs: number | null = null,
): SynthesisFailure =>
  new SynthesisFailure(kindOfStatus(status), `${provider} answered ${status}`, { status, retryAfterMs });
