/** The people who are called and written to, and how they behave. */
import type { Callee } from '../plan.js';

/** The agent's greeting. */
export const GREETING = 'Hello, this is the house of tests.';
/** How long callees talk after the answer, ms. */
const TALK_MS = { talks: 5_000, listens: 2_500 } as const;

/** The callee's script for the simulated network. */
export const scriptOf = (callee: Callee): object => {
  const ringMs = 300;
  switch (callee) {
    case 'talks':
      return { outcome: 'answer', ringMs, steps: [{ atMs: TALK_MS.talks, do: { type: 'hang_up' } }] };
    case 'listens':
      return {
        outcome: 'answer',
        ringMs,
        stream: 'never',
        steps: [{ atMs: TALK_MS.listens, do: { type: 'hang_up' } }],
      };
    case 'busy':
      return { outcome: 'busy', ringMs };
    case 'no_answer':
      return { outcome: 'no_answer', ringMs: 1_500 };
    case 'fails':
      return { outcome: 'failed', ringMs };
  }
};

const CALLEES: readonly Callee[] = ['talks', 'listens', 'busy', 'no_answer', 'fails'];
/** Number of the call of a step, E.164. */
export const numberOf = (callee: Callee, step: number): string =>
  `+1415555${String(1_000 + CALLEES.indexOf(callee) * 1_000 + step)}`;
/** Number of a contact, E.164. */
export const contactMobile = (contact: number): string => `+1415556${String(1_000 + contact)}`;
/** Number of a customer's mobile, without the plus. */
export const customerDigits = (customer: number): string => `1415557${String(1_000 + customer)}`;
