/** A system under comparison that accepts commands durably. */

/** Number of keys that commands go to, and of commands in flight at a time. */
export const LANES = 128;

export interface CommandSubject {
  readonly name: string;
  /** Processes that serve it besides this one; their time counts as well. */
  readonly pids: readonly number[];
  /** Switches the one key to a fresh one that has received no command. */
  nextKey(): Promise<void>;
  /** Sends a command to the one key that all lanes share; resolves once it is durable. */
  toOneKey(): Promise<unknown>;
  /** Sends a command to a lane's own key. */
  toManyKeys(lane: number): Promise<unknown>;
}
