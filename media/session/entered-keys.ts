/** Keys that the customer is entering (hearing/pressed-keys.ts). */

/** Times are ms of the recording's clock. */
export interface EnteredKeys {
  readonly text: string;
  readonly startMs: number;
  readonly endMs: number;
  /** Without another key by then, they are complete. */
  readonly finishesAt: number;
}
