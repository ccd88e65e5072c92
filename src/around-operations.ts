/** What a node does around its operations: measures them, and has speech ready before it is needed. */
import type { Operations } from '../operations/operations.js';
import type { Views } from '../views/views.js';
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

/** What has speech ready, in the background. */
export interface Preparation {
  readonly views: Pick<Views, 'agent'>;
  /** Speaks for agents that choose no voice. */
  readonly defaultVoiceId: string;
  prepare(text: string, voiceId: string, language: string): void;
  learn(instructions: string): void;
}

/** Has the greeting's audio and the expected phrases ready while the phone still rings. */
export const withPreparation = (
  operations: Operations,
  { views, defaultVoiceId, prepare, learn }: Preparation,
): Operations => ({
  ...operations,
  startCall: async (caller, body) => {
    const started = await operations.startCall(caller, body);
    const agent = views.agent(caller.businessId, body.agentId);
    if (agent === null) return started;
    const { firstGreeting = '', liveVoiceId, language } = agent.voiceSettings;
    if (firstGreeting !== '')
      prepare(firstGreeting, liveVoiceId ?? defaultVoiceId, language ?? agent.languageCode);
    // Second: the phone may be answered before the phrases are learned, which take the same voice some seconds.
    learn(agent.instructions);
    return started;
  },
});
