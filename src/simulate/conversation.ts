/** What came of one simulated customer's conversation, whichever way it was held. */

export interface Line {
  /** `human`: somebody who took the call over. */
  readonly speaker: 'customer' | 'agent' | 'human';
  readonly text: string;
}

/** Why a conversation was not held to its end. */
export interface Problem {
  /** Whose fault it is: the agent's, or of what simulates. */
  readonly of: 'agent' | 'simulation';
  /** For people. */
  readonly text: string;
}

export interface Conversation {
  /** As both heard it. */
  readonly lines: readonly Line[];
  /** How a call ended; null in writing. */
  readonly endReason: string | null;
  /** For each answer on a call: from the end of the customer's speech to its first frame, ms. */
  readonly answerMs: readonly number[];
  readonly problem: Problem | null;
}
