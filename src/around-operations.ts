/** What a node does around its operations: it measures them. */
import type { Operations } from '../operations/operations.js';
import type { Latency } from './latency.js';

/** Measures from the request to the moment at which something leaves for the carrier. */
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
