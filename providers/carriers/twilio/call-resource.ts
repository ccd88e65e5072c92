/** Twilio's words for a call in ours: the REST resource and the status callback (protocol file sections 5 and 6). */
import type { CarrierProgress, CarrierReport } from '../carrier.js';

const PROGRESS: Readonly<Record<string, CarrierProgress>> = {
  queued: 'queued',
  initiated: 'queued',
  ringing: 'ringing',
  'in-progress': 'answered',
  completed: 'completed',
  busy: 'busy',
  failed: 'failed',
  'no-answer': 'no_answer',
  canceled: 'cancelled',
};

/** Null for a status that we do not know. */
export const progressOf = (status: string | null): CarrierProgress | null => PROGRESS[status ?? ''] ?? null;

const MICROCREDITS = 1_000_000;

/** `price` is a negative decimal string that may be late; absent means unknown. */
export const costOf = (price: string | null): number | undefined => {
  const amount = Number(price ?? Number.NaN);
  return Number.isFinite(amount) ? Math.round(Math.abs(amount) * MICROCREDITS) : undefined;
};

interface Facts {
  readonly sid: string;
  readonly status: string | null;
  readonly durationSeconds: string | null;
  readonly price: string | null;
  readonly sipResponseCode: string | null;
  readonly answeredBy: string | null;
}

/** A report, or null when the status is none that we know. */
export const reportOf = (facts: Facts): CarrierReport | null => {
  const progress = progressOf(facts.status);
  if (progress === null) return null;
  const seconds = Number(facts.durationSeconds ?? Number.NaN);
  const cost = costOf(facts.price);
  return {
    carrierCallId: facts.sid,
    progress,
    ...(progress === 'completed' && Number.isInteger(seconds) ? { durationSeconds: seconds } : {}),
    ...(cost === undefined ? {} : { costMicrocredits: cost }),
    // SIP 404: the number does not exist at its carrier.
    ...(progress === 'failed' && facts.sipResponseCode === '404' ? { failure: 'invalid_number' } : {}),
    ...(facts.answeredBy === null ? {} : { answeredBy: facts.answeredBy === 'human' ? 'human' : 'machine' }),
  };
};
