/**
 * Decides which of several activations of one actor stays. Pure.
 *
 * Safety does not depend on it: the journal lets only one of them commit (journal.ts, J1). But an activation that has
 * lost without knowing it would answer queries from a stale state, and would continue effects that the other one
 * resumes. So each announces itself when it begins, on the actor's own subject, and the earlier one stays.
 */

/** The claim of one activation, or of one that the node has come back to after its connection was lost. */
export interface ActivationClaim {
  /** When it began, ms since its node's epoch: any total order will do, clocks need not agree. */
  readonly at: number;
  /** Unique to the node. */
  readonly node: string;
}

/** The claim of an activation whose node's lease has ended: every other claim to the actor precedes it. */
export const noClaim = (node: string): ActivationClaim => ({ at: Number.MAX_SAFE_INTEGER, node });

/** What an activation with the claim `mine` does when it hears of `other`. */
export const onClaim = (mine: ActivationClaim, other: ActivationClaim): 'ignore' | 'insist' | 'give_way' => {
  if (other.node === mine.node) return 'ignore';
  const mineFirst = mine.at < other.at || (mine.at === other.at && mine.node < other.node);
  return mineFirst ? 'insist' : 'give_way';
};
