/** Somebody else's phone, to which a customer is put through: it behaves as its script says, and nobody hears it. */
import type { CalleeScript } from './callee.js';

/** What became of it. */
export type DialStatus = 'completed' | 'busy' | 'no-answer' | 'failed';

/** A phone that was dialled for a customer. */
export interface Dialled {
  readonly number: string;
  /** What it showed, E.164. */
  readonly from: string;
  readonly status: DialStatus;
}

/** How long it takes until it is over, and how that is: somebody who answers talks until their script hangs up. */
export const dialling = (
  { outcome, ringMs, steps }: CalleeScript,
  timeoutMs: number,
): { readonly status: DialStatus; readonly afterMs: number } => {
  if (outcome === 'no_answer' || ringMs >= timeoutMs)
    return { status: 'no-answer', afterMs: Math.min(ringMs, timeoutMs) };
  if (outcome !== 'answer') return { status: outcome, afterMs: ringMs };
  const talkMs = steps.find((step) => step.do.type === 'hang_up')?.atMs ?? 0;
  return { status: 'completed', afterMs: ringMs + talkMs };
};
