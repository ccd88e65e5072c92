/** Why a provider did not speak, in words of our own: what it wrote itself goes nowhere. */

/**
 * `auth`: the key is not taken. `rate`: too much at once or in a while. `timeout`: nothing came in time. `unavailable`: no
 * connection, or one that broke. `refused`: it will not speak this text, in this voice, with this model. `protocol`: it
 * sent what cannot be.
 */
export type FailureKind = 'auth' | 'rate' | 'timeout' | 'unavailable' | 'refused' | 'protocol';

interface FailureDetails {
  /** Of the answer or the message, where it had one. */
  readonly status?: number | null;
  /** How long the provider asks to wait, ms. */
  readonly retryAfterMs?: number | null;
}

/** A provider did not speak, or stopped in the middle. Its message is ours, and holds neither key nor address. */
export class SynthesisFailure extends Error {
  override readonly name = 'SynthesisFailure';
  readonly kind: FailureKind;
  /** As {@link kind}, where logs look for it. */
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

/** What an HTTP status says, of an answer, of a refused upgrade, or as providers use it in messages. */
const kindOfStatus = (status: number): FailureKind => {
  // 402: no credit; a matter of the account, as the key is.
  if (status === 401 || status === 402 || status === 403) return 'auth';
  if (status === 429) return 'rate';
  if (status === 408 || status === 504) return 'timeout';
  if (status >= 500) return 'unavailable';
  return status >= 400 ? 'refused' : 'protocol';
};

/** The failure of an answer with a status that is no success. */
export const failureOfStatus = (
  provider: string,
  status: number,
  retryAfterMs: number | null = null,
): SynthesisFailure =>
  new SynthesisFailure(kindOfStatus(status), `${provider} answered ${status}`, { status, retryAfterMs });
