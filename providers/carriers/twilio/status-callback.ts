/** Status callbacks of calls (docs/reference/protocols/twilio.md "Status callbacks"): each is a form with one report. */
import type { CarrierReport } from '../carrier.js';
import { reportOf } from './call-resource.js';

/** Null if it is not about a call. `AnsweredBy` may arrive without a status; the call was then answered. */
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
