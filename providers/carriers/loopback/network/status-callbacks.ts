/** Signed, form-encoded status callbacks (docs/protocols/twilio.md "Status callbacks"), with faults on demand. */
import { signRequest } from '../../twilio/signature.js';
import type { CalleeScript } from './callee.js';
import type { CallStatus, SimulatedCall } from './simulated-call.js';

/** A callback that could not be delivered is sent once more, this much later, ms. */
const RETRY_AFTER_MS = 1_000;
const TIMEOUT_MS = 15_000;

export interface SentCallback {
  readonly status: CallStatus;
  /** HTTP status of the answer; 0 when there was none. */
  readonly answer: number;
}

/** Sends callbacks of one call in the order of its statuses. */
export const createCallbacks = (authToken: string, script: CalleeScript, sent: SentCallback[]) => {
  let sequence = 0;
  let tail: Promise<unknown> = Promise.resolve();

  const deliver = async (url: string, params: readonly (readonly [string, string])[]): Promise<number> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': signRequest(authToken, url, params),
        },
        body: new URLSearchParams(params.map(([name, value]): [string, string] => [name, value])).toString(),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  };

  return (call: SimulatedCall, status: CallStatus): void => {
    const { request } = call;
    if (script.callbacks.send === 'none' || request.statusCallback === '') return;
    const ended = !['queued', 'initiated', 'ringing', 'in-progress'].includes(status);
    const params: (readonly [string, string])[] = [
      ['CallSid', request.sid],
      ['AccountSid', request.accountSid],
      ['From', request.from],
      ['To', request.to],
      ['CallStatus', status],
      ['Direction', 'outbound-api'],
      ['ApiVersion', '2010-04-01'],
      ['SequenceNumber', String(sequence)],
      ['CallbackSource', 'call-progress-events'],
      ['Timestamp', new Date().toUTCString()],
    ];
    if (ended)
      params.push(
        ['CallDuration', String(call.durationSeconds())],
        ['Duration', String(Math.ceil(call.durationSeconds() / 60))],
      );
    sequence += 1;
    const times = script.callbacks.send === 'twice' ? 2 : 1;
    tail = tail.then(async () => {
      if (script.callbacks.delayMs > 0) await later(script.callbacks.delayMs);
      for (let time = 0; time < times; time += 1) {
        let answer = await deliver(request.statusCallback, params);
        if (answer === 0) {
          await later(RETRY_AFTER_MS);
          answer = await deliver(request.statusCallback, params);
        }
        sent.push({ status, answer });
      }
    });
  };
};

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
