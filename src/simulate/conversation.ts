/** The result of one simulated customer's conversation, on the phone or in writing. */

export interface Line {
  /** `human`: a person who took the call over. */
  readonly speaker: 'customer' | 'agent' | 'human';
  readonly text: string;
}

/** Why a conversation did not reach its end. */
export interface Problem {
  /** Where the fault is: in the agent, or in the simulation. */
  readonly of: 'agent' | 'simulation';
  /** Human-readable. */
  readonly text: string;
}

export interface Conversation {
  /** As both sides heard it. */
  readonly lines: readonly Line[];
  /** How a call ended; null in writing. */
  readonly endReason: string | null;
  /** For each answer on a call: from the end of the customer's speech to its first frame, ms. */
  readonly answerMs: readonly number[];
  readonly problem: Problem | null;
}
