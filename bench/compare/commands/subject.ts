/** Whoever takes commands durably, in a comparison. */

/** How many keys commands go to, and how many commands are under way at a time. */
export const LANES = 128;

export interface CommandSubject {
  readonly name: string;
  /** Processes that serve it beside this one, whose time is counted as well. */
  readonly pids: readonly number[];
  /** From now on the one key is another one, which nobody has sent anything to. */
  nextOne(): Promise<void>;
  /** A command to the one key that all lanes share; resolves once it is durable. */
  toOne(): Promise<unknown>;
  /** A command to a lane's own key. */
  toMany(lane: number): Promise<unknown>;
}
