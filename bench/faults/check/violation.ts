/** A promise that a history breaks. */
export interface Violation {
  /** Stable name of the promise. */
  readonly code: string;
  /** What broke it: ids and values. */
  readonly what: string;
}
