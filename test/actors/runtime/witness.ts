/** An activation for tests of what stands around it. */
import type { Activation } from '../../../actors/runtime/activation.js';
import type { ActorRef } from '../../../actors/runtime/actor.js';

/** One that takes note of what it is told, and is always idle. */
export const witness = (ref: ActorRef, begun: string[]): Activation => ({
  ref,
  run: async ({ commandId }) => {
    begun.push(commandId);
    return { answer: null, seq: 0 };
  },
  wake: async (name) => {
    begun.push(name);
    return 0;
  },
  retry: async () => false,
  doubt: () => undefined,
  resume: () => undefined,
  abdicate: () => {
    begun.push('abdicated');
  },
  idle: () => true,
  lastUsed: () => 0,
  passivateAfterMs: null,
  mailboxDepth: () => 0,
  effectsRunning: () => 0,
  stop: async () => undefined,
});
