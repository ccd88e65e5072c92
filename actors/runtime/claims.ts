/**
 * Who of several activations of one actor stays. Pure.
 *
 * Safety does not hang on it: the journal lets only one of them commit (journal.ts, J1). But one that has lost
 * and does not know would answer questions from a stale state, and would go on with effects that the other one
 * resumes. So each tells the others when it begins, on the actor's own subject, and the earlier one stays.
 */

/** Of one activation, or of one that the node has come back to after its connection was lost. */
export interface ActivationClaim {
  /** When it began, ms since its node's epoch: any total order will do, clocks need not agree. */
  readonly at: number;
  /** Unique to the node. */
  readonly node: string;
}

/** Of an activation whose node's lease has ended: whoever claims the actor is before it. */
export const noClaim = (node: string): ActivationClaim => ({ at: Number.MAX_SAFE_INTEGER, node });

/** What an activation with the claim `mine` does when it hears of `other`. */
export const onClaim = (mine: ActivationClaim, other: ActivationClaim): 'ignore' | 'insist' | 'give_way' => {
  if (other.node === mine.node) return 'ignore';
  const mineFirst = mine.at < other.at || (mine.at === other.at && mine.node < other.node);
  return mineFirst ? 'insist' : 'give_way';
};
