/**
 * Derives row numbers from positions in the journal: unique, in the order of the commits within a business, and the same whenever
 * the views are rebuilt.
 */
import type { Stored } from './stored-event.js';

const ROWS_A_COMMIT = 4_096;
const MAX_SHARDS = 64;

/**
 * `offset`: for events that create several rows; at most 4,095 together with the event's own index. Such events are `alone` in
 * their message (actors/runtime/actor.ts), or the rows of the next event would have the same numbers.
 */
export const rowNumber = (
  { seq, index, shard }: Pick<Stored<unknown>, 'seq' | 'index' | 'shard'>,
  offset = 0,
): number => (seq * ROWS_A_COMMIT + index + offset) * MAX_SHARDS + shard;
