/** What the sources of an agent are searched for. */

/** Messages before the question that are searched for, too. */
export const MESSAGES_BEFORE = 3;

/** The customer's question. */
export interface KnowledgeQuestion {
  /** The customer's last words. */
  readonly text: string;
  /**
   * What was said right before them, in order: "And how much is that?" means nothing alone. Empty: nothing.
   */
  readonly before: readonly string[];
}
