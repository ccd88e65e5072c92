/** One message of the journal: the events of one command (docs/architecture.md "The journal"). */
export interface Commit<Event> {
  /** Sequence in the shard's stream; 0 before it is written. */
  readonly seq: number;
  readonly commandId: string;
  /** ms since the epoch. */
  readonly at: number;
  /** Of the actor's kind, needed to read it (event-versions.ts). */
  readonly version: number;
  readonly events: readonly Event[];
}

/** The version in a commit's message; one that says none is older than versions are, or needs none. */
export const writtenVersion = (message: Readonly<Record<string, unknown>>): number =>
  typeof message.version === 'number' ? message.version : 1;
