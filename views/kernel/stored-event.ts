/** The journal's events as passed to the projections. */

/** One event with its position in the journal. */
export interface Stored<E> {
  readonly businessId: string;
  readonly shard: number;
  /** The id of the actor. */
  readonly id: string;
  readonly seq: number;
  /** Its index among the events of its message, which may hold several commits. */
  readonly index: number;
  /** The time of its commit, ms since the epoch. */
  readonly at: number;
  readonly event: E;
}
