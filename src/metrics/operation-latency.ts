/** Wraps a node's operations in latency measurements. */
import { callIdOf } from '../../operations/calls/calls.js';
import type { Operations } from '../../operations/operations.js';
import type { Latency } from './latency.js';

/** Starts the measurements, which last until the result leaves for the carrier or, with `webhook.emit`, the subscriber. */
export const withLatency = (
  operations: Operations,
  latency: Latency,
  wallClock: () => number,
): Operations => ({
  ...operations,
  calls: {
    ...operations.calls,
    start: async (caller, body) => {
      latency.begin('start.place', callIdOf(caller), wallClock() - caller.at);
      return operations.calls.start(caller, body);
    },
    cancel: async (caller, callId) => {
      latency.begin('cancel.hangup', callId, wallClock() - caller.at);
      return operations.calls.cancel(caller, callId);
    },
  },
  inbound: {
    receive: async (channel, webhook) => {
      for (const { providerMessageId } of webhook.messages) latency.begin('webhook.emit', providerMessageId);
      return operations.inbound.receive(channel, webhook);
    },
  },
});
