/** The other phone of a transfer: it follows its script, and its audio is not simulated. */
import type { CalleeScript } from './callee.js';

/** The outcome of dialling. */
export type DialStatus = 'completed' | 'busy' | 'no-answer' | 'failed';

/** A phone that was dialled for a customer. */
export interface Dialled {
  readonly number: string;
  /** The caller ID that it showed, E.164. */
  readonly from: string;
  readonly status: DialStatus;
}

/** When the transfer ends, and how: a callee that answers talks until its script hangs up. */
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
