/**
 * The one place where a value is trusted to be what we wrote ourselves: events of a version that this build knows
 * (event-versions.ts) and snapshots from the journal, commands, replies and results between nodes. Their envelopes are
 * checked where they are parsed (journal.ts, wire.ts); checking every event against a schema would cost more than the
 * commit itself, and an actor's `evolve` could do nothing sensible with one that fails.
 */
export const asWritten = <T>(value: unknown): T => value as T;
