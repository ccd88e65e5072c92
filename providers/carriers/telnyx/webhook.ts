/** Telnyx webhooks (docs/reference/protocols/telnyx.md "Webhooks"): each carries one event. */
import { createPublicKey, verify } from 'node:crypto';
import { isRecord } from '../../../schemas/json.js';
import type { CallbackRequest, CarrierProgress, CarrierReport } from '../carrier.js';

/** The state of a call whose customer is being transferred, which ends the call's stream. */
export const PUT_THROUGH = 'put_through';

/** The tolerance of Telnyx's own library, s. */
const TOLERANCE_S = 300;
/** An Ed25519 key as a SubjectPublicKeyInfo, before its 32 bytes (RFC 8410). */
const KEY_HEAD = Buffer.from('302a300506032b6570032100', 'hex');

/**
 * Verifies that a request was signed with the key, within five minutes of `now`, ms since the epoch.
 * @throws Error when the key is invalid
 */
export const createVerifier = (
  publicKey: string,
  now: () => number,
): ((request: CallbackRequest) => boolean) => {
  const key = createPublicKey({
    key: Buffer.concat([KEY_HEAD, Buffer.from(publicKey, 'base64')]),
    format: 'der',
    type: 'spki',
  });
  return ({ headers, body }) => {
    const timestamp = headers['telnyx-timestamp'] ?? '';
    const signature = Buffer.from(headers['telnyx-signature-ed25519'] ?? '', 'base64');
    const isRecent =
      /^\d{1,12}$/.test(timestamp) && Math.abs(now() / 1_000 - Number(timestamp)) <= TOLERANCE_S;
    const signed = Buffer.concat([Buffer.from(`${timestamp}|`), body]);
    return verify(null, signed, key, signature) && isRecent;
  };
};

export interface TelnyxEvent {
  readonly type: string;
  readonly callControlId: string;
  /** As we set it; empty if there is none. */
  readonly state: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Null if it is not an event of a call. */
export const eventOf = (body: Uint8Array): TelnyxEvent | null => {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return null;
  }
  const data = isRecord(value) ? value.data : null;
  if (!isRecord(data) || typeof data.event_type !== 'string' || !isRecord(data.payload)) return null;
  const { call_control_id: callControlId, client_state: state } = data.payload;
  if (typeof callControlId !== 'string' || callControlId === '') return null;
  return {
    type: data.event_type,
    callControlId,
    state: typeof state === 'string' ? Buffer.from(state, 'base64').toString('utf8') : '',
    payload: data.payload,
  };
};

const HANGUPS: ReadonlyMap<unknown, CarrierProgress> = new Map([
  ['user_busy', 'busy'],
  ['timeout', 'no_answer'],
  ['no_answer', 'no_answer'],
  ['originator_cancel', 'cancelled'],
  // These do not show whether the call was answered.
  ['normal_clearing', 'ended'],
  ['time_limit', 'ended'],
]);

/** The call progress that an event reports; null: none. */
export const reportOf = ({ type, callControlId, payload }: TelnyxEvent): CarrierReport | null => {
  const report = (progress: CarrierProgress): CarrierReport => ({ carrierCallId: callControlId, progress });
  switch (type) {
    case 'call.initiated':
      return report('queued');
    case 'call.answered':
      return report('answered');
    case 'call.machine.detection.ended':
      return payload.result === 'machine' || payload.result === 'fax_detected'
        ? { ...report('answered'), answeredBy: 'machine' }
        : null;
    case 'call.hangup': {
      const progress = HANGUPS.get(payload.hangup_cause) ?? 'failed';
      const isUnknown = progress === 'failed' && payload.hangup_cause === 'not_found';
      return isUnknown ? { ...report('failed'), failure: 'invalid_number' } : report(progress);
    }
    default:
      return null;
  }
};

/** Whether the other leg of a transfer ended because it was not answered. */
export const isUnanswered = ({ type, payload }: TelnyxEvent): boolean =>
  type === 'call.hangup' &&
  payload.hangup_cause !== 'normal_clearing' &&
  payload.hangup_cause !== 'time_limit';
