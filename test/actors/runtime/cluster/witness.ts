/** An activation for tests of the code around it. */
import type { Activation } from '../../../../actors/runtime/activation.js';
import type { ActorRef } from '../../../../actors/runtime/actor.js';

/** Notes the commands and wakes that it receives; it is idle unless `overrides` says otherwise. */
export const witness = (
  ref: ActorRef,
  begun: string[],
  overrides: Partial<Pick<Activation, 'isIdle' | 'bytes' | 'keep'>> = {},
): Activation => ({
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
  isIdle: () => true,
  bytes: () => 1,
  mailboxDepth: () => 0,
  effectsRunning: () => 0,
  keep: () => undefined,
  stop: async () => undefined,
  ...overrides,
});
