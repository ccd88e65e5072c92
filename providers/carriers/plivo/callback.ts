/** Translates Plivo's description of a call into ours: callbacks and look-ups (docs/reference/protocols/plivo.md "Callbacks"). */
import type { CarrierProgress, CarrierReport } from '../carrier.js';

const PROGRESS: ReadonlyMap<string, CarrierProgress> = new Map([
  ['queued', 'queued'],
  ['ringing', 'ringing'],
  ['in-progress', 'answered'],
  ['completed', 'completed'],
  ['busy', 'busy'],
  ['no-answer', 'no_answer'],
  ['timeout', 'no_answer'],
  ['cancel', 'cancelled'],
  ['failed', 'failed'],
]);

const CODES: ReadonlyMap<string, CarrierProgress> = new Map([
  ['1000', 'cancelled'],
  ['3000', 'no_answer'],
  ['3010', 'busy'],
  ['4000', 'completed'],
  ['4010', 'completed'],
  ['6000', 'completed'],
  ['6010', 'no_answer'],
  ['9000', 'cancelled'],
]);
/** The destination is invalid or out of service. */
const INVALID: ReadonlySet<string> = new Set(['2000', '2010', '2020']);
/** The destination rejected the call. */
const REJECTED: ReadonlySet<string> = new Set(['2030', '2040', '3020']);

const MICROCREDITS = 1_000_000;
const DECIMAL = /^\d{1,9}(\.\d+)?$/;
const SECONDS = /^\d{1,9}$/;

export interface PlivoFacts {
  readonly id: string;
  readonly status: string;
  readonly code: string;
  readonly seconds: string;
  /** A positive decimal. */
  readonly cost: string;
  readonly isMachine: boolean;
}

/** Null if it contains nothing that we know. */
export const reportOf = ({
  id,
  status,
  code,
  seconds,
  cost,
  isMachine,
}: PlivoFacts): CarrierReport | null => {
  const reported = PROGRESS.get(status);
  const progress =
    reported === 'failed' || reported === undefined
      ? (CODES.get(code) ?? reported ?? failedBy(code))
      : reported;
  if (progress === undefined) return null;
  return {
    carrierCallId: id,
    progress,
    ...(progress === 'completed' && SECONDS.test(seconds) ? { durationSeconds: Number(seconds) } : {}),
    ...(DECIMAL.test(cost) ? { costMicrocredits: Math.round(Number(cost) * MICROCREDITS) } : {}),
    ...(progress === 'failed' && INVALID.has(code) ? { failure: 'invalid_number' } : {}),
    ...(progress === 'failed' && REJECTED.has(code) ? { failure: 'rejected_by_carrier' } : {}),
    ...(isMachine ? { answeredBy: 'machine' } : {}),
  };
};

const failedBy = (code: string): CarrierProgress | undefined => (code === '' ? undefined : 'failed');

/** The call progress that a callback reports; null: none. */
export const parseForm = (body: Uint8Array): CarrierReport | null => {
  const form = new URLSearchParams(Buffer.from(body).toString('utf8'));
  const field = (name: string): string => form.get(name) ?? '';
  const id = field('RequestUUID') || field('CallUUID');
  if (id === '') return null;
  return reportOf({
    id,
    status: field('CallStatus'),
    code: field('HangupCauseCode'),
    seconds: field('Duration'),
    cost: field('TotalCost'),
    isMachine: field('Machine') === 'true',
  });
};

/** Whether the transferred customer talked to somebody. */
export const hasTalked = (body: Uint8Array): boolean =>
  new URLSearchParams(Buffer.from(body).toString('utf8')).get('DialStatus') === 'completed';
