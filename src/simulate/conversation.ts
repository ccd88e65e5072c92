/** What came of one simulated customer's conversation, whichever way it was held. */

export interface Line {
  readonly speaker: 'customer' | 'agent';
  readonly text: string;
}

export interface Conversation {
  /** As both heard it. */
  readonly lines: readonly Line[];
  /** How a call ended; null in writing. */
  readonly endReason: string | null;
  /** For each answer on a call: from the end of the customer's speech to its first frame, ms. */
  readonly answerMs: readonly number[];
  /** Why it could not be held to its end; null: it was. */
  readonly problem: string | null;
}
