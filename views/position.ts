/** Where an event lies: what a projection needs besides the event itself. */
export interface Position {
  readonly business: string;
  readonly id: string;
  /** Sequence of the commit in its shard. */
  readonly seq: number;
  /** Number of the event in the commit. */
  readonly n: number;
  /** ms since the epoch. */
  readonly at: number;
}
