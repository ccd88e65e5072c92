/** The journal's events as passed to the projections, and the row numbers that their positions give. */

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

const ROWS_A_COMMIT = 4_096;
const MAX_SHARDS = 64;

/**
 * A row number, derived from the position in the journal: unique, in the order of the commits within a business, and the
 * same whenever the views are rebuilt.
 *
 * `offset`: for events that create several rows; at most 4,095 together with the event's own index. Such events are `alone` in
 * their message (actors/runtime/actor.ts), or the rows of the next event would have the same numbers.
 */
export const rowNumber = (
  { seq, index, shard }: Pick<Stored<unknown>, 'seq' | 'index' | 'shard'>,
  offset = 0,
): number => (seq * ROWS_A_COMMIT + index + offset) * MAX_SHARDS + shard;
