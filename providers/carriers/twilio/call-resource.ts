/**
 * Translates Twilio's description of a call into ours: the REST resource and the status callback (docs/reference/protocols/twilio.md
 * "Looking up and ending a call", "Status callbacks").
 */
import type { CarrierProgress, CarrierReport } from '../carrier.js';

const PROGRESS: ReadonlyMap<string, CarrierProgress> = new Map([
  ['queued', 'queued'],
  ['initiated', 'queued'],
  ['ringing', 'ringing'],
  ['in-progress', 'answered'],
  ['completed', 'completed'],
  ['busy', 'busy'],
  ['failed', 'failed'],
  ['no-answer', 'no_answer'],
  ['canceled', 'cancelled'],
]);

const MICROCREDITS = 1_000_000;
const DECIMAL = /^[+-]?\d{1,9}(\.\d+)?$/;
const SECONDS = /^\d{1,9}$/;

/** `price` is a negative decimal string that may arrive late; absent means unknown. */
const costOf = (price: string | null): number | undefined =>
  price !== null && DECIMAL.test(price) ? Math.round(Math.abs(Number(price)) * MICROCREDITS) : undefined;

export interface CallFacts {
  readonly sid: string;
  readonly status: string | null;
  readonly durationSeconds: string | null;
  readonly price: string | null;
  readonly sipResponseCode: string | null;
  readonly answeredBy: string | null;
}

/** A report, or null if the status is unknown to us. */
export const reportOf = (facts: CallFacts): CarrierReport | null => {
  const progress = PROGRESS.get(facts.status ?? '');
  if (progress === undefined) return null;
  const seconds = facts.durationSeconds ?? '';
  const cost = costOf(facts.price);
  const answeredBy = listener(facts.answeredBy);
  return {
    carrierCallId: facts.sid,
    progress,
    // Empty for a call that was never connected.
    ...(progress === 'completed' && SECONDS.test(seconds) ? { durationSeconds: Number(seconds) } : {}),
    ...(cost === undefined ? {} : { costMicrocredits: cost }),
    // SIP 404: the number does not exist at its carrier.
    ...(progress === 'failed' && facts.sipResponseCode === '404' ? { failure: 'invalid_number' } : {}),
    ...(answeredBy === undefined ? {} : { answeredBy }),
  };
};

/** `machine_start`, `machine_end_beep` and the like are machines, and so is a fax; `unknown` is no verdict. */
const listener = (verdict: string | null): 'human' | 'machine' | undefined => {
  if (verdict === 'human') return 'human';
  return verdict === 'fax' || verdict?.startsWith('machine') === true ? 'machine' : undefined;
};

/**
 * The report in a status callback, which is a form; null if it is not about a call. `AnsweredBy` may arrive without a
 * status; the call was then answered.
 */
export const parseStatusCallback = (body: Uint8Array): CarrierReport | null => {
  const form = new URLSearchParams(Buffer.from(body).toString('utf8'));
  const sid = form.get('CallSid');
  if (sid === null || sid === '') return null;
  return reportOf({
    sid,
    status: form.get('CallStatus') ?? (form.get('AnsweredBy') === null ? null : 'in-progress'),
    // `Duration` would be the billed minutes.
    durationSeconds: form.get('CallDuration'),
    price: form.get('Price'),
    sipResponseCode: form.get('SipResponseCode'),
    answeredBy: form.get('AnsweredBy'),
  });
};

/** Whether the transferred customer talked to somebody (docs/reference/protocols/twilio.md "Putting a customer through"). */
export const hasTalked = (body: Uint8Array): boolean => {
  const status = new URLSearchParams(Buffer.from(body).toString('utf8')).get('DialCallStatus');
  return status === 'completed' || status === 'answered';
};
