/** Wraps a node's operations in latency measurements. */
import type { Operations } from '../../operations/operations.js';
import type { Latency } from './latency.js';

/** Starts the measurements, which last until the result leaves for the carrier or, with `webhook.emit`, the subscriber. */
export const withLatency = (
  operations: Operations,
  latency: Latency,
  wallClock: () => number,
): Operations => ({
  ...operations,
  startCall: async (caller, body) => {
    const callId = operations.callIdOf(caller);
    latency.begin('start.place', callId, wallClock() - caller.at);
    return operations.startCall(caller, body);
  },
  receiveFromChannel: async (channel, webhook) => {
    for (const { providerMessageId } of webhook.messages) latency.begin('webhook.emit', providerMessageId);
    return operations.receiveFromChannel(channel, webhook);
  },
  cancelCall: async (caller, callId) => {
    latency.begin('cancel.hangup', callId, wallClock() - caller.at);
    return operations.cancelCall(caller, callId);
  },
});
