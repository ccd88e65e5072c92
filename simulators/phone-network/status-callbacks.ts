/** Status callbacks of a call, in the order of its statuses, with faults on demand. */

import type { CallFacts, CallStatus } from './call-facts.js';
import type { CalleeScript } from './callee.js';
import { type NetworkDialect, send } from './network-dialect.js';

/** An undelivered callback is sent once more after this long, ms. */
const RETRY_AFTER_MS = 1_000;

export interface SentCallback {
  readonly status: CallStatus;
  /** HTTP status of the response; 0 without one. */
  readonly answer: number;
}

/** The callbacks of one call. */
export const createCallbacks = (
  { callback }: Pick<NetworkDialect, 'callback'>,
  script: CalleeScript,
  sent: SentCallback[],
) => {
  let sequence = 0;
  let tail: Promise<unknown> = Promise.resolve();
  return (call: CallFacts, status: CallStatus): void => {
    if (script.callbacks.send === 'none' || call.request.statusCallback === '') return;
    const request = callback(call, status, sequence);
    if (request === null) return;
    sequence += 1;
    const times = script.callbacks.send === 'twice' ? 2 : 1;
    tail = tail.then(async () => {
      if (script.callbacks.delayMs > 0) await later(script.callbacks.delayMs);
      for (let time = 0; time < times; time += 1) {
        let { status: answer } = await send(request);
        if (answer === 0) {
          await later(RETRY_AFTER_MS);
          ({ status: answer } = await send(request));
        }
        sent.push({ status, answer });
      }
    });
  };
};

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
