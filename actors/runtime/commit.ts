/** One message of the journal: the events of one command (architecture.md, "The journal"). */
export interface Commit<Event> {
  /** Sequence in the shard's stream; 0 before it is written. */
  readonly seq: number;
  readonly commandId: string;
  /** ms since the epoch. */
  readonly at: number;
  readonly events: readonly Event[];
}
