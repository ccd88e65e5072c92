/** The journal's events as the projections get them. */

/** One event with its place in the journal. */
export interface Stored<E> {
  readonly businessId: string;
  readonly shard: number;
  /** Of the actor. */
  readonly id: string;
  readonly seq: number;
  /** Its place among the events of its message, which may hold several commits. */
  readonly index: number;
  /** When its commit was made, ms since the epoch. */
  readonly at: number;
  readonly event: E;
}
