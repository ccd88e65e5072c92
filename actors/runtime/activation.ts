/** One actor in memory, as those see it who reach it (directory.ts) or speak for it (wire.ts); made by activate.ts. */
import type { ActorRef, Envelope } from './actor.js';

export interface CommandOutcome {
  /** The reply to a command, or the result of a query. */
  readonly answer: unknown;
  /** Sequence of the actor's last commit; 0 when it has none. */
  readonly seq: number;
}

/** This activation has given way to another: ask the actor again. Nothing was applied. */
export class Moved extends Error {
  override readonly name = 'Moved';
}

/**
 * A newer build is needed: the journal holds what this one cannot read, or it was told what it does not know. Nothing
 * was applied.
 */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
  /** The version of the kind that it takes (event-versions.ts); null for a command or a query, whose sender knows it. */
  readonly version: number | null;

  constructor(message: string, version: number | null) {
    super(message);
    this.version = version;
  }
}

/**
 * The actor's journal cannot be read: what lies in it is no commit, a message is missing, or the build fails over it. No
 * retry mends it; another build or an operator may (skipping.ts).
 */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly code = 'journal_unreadable';
}

/** An actor in memory, its types forgotten: who asks knows the actor, who reads it wrote it (trust.ts). */
export interface Activation {
  readonly ref: ActorRef;
  /**
   * Of a command, or of a query in its place (wire.ts).
   * @param giveUpAt ms since the epoch; a command that has not begun by then is not begun at all
   * @throws DomainError as `decide` or the query threw it, `not_ready` (mailbox full), `journal_unavailable`, `record_unreadable`,
   *   `internal`; Moved;
   *   NotUnderstood
   */
  run(envelope: Envelope<unknown>, giveUpAt: number): Promise<CommandOutcome>;
  /**
   * Timer `name`, armed for `dueAt`, is due by the server's clock; ignored unless the state wants it. Resolves with how long
   * it is still too early, ms: nothing was done then, and the wake has to come again; 0: it was handled. Throws as
   * {@link run} does.
   */
  wake(name: string, dueAt: number): Promise<number>;
  /**
   * Loads the actor, and runs the effect `key` again if it is parked; an empty key: only loads.
   * False: it is not owed. Throws as {@link run} does.
   */
  retry(key: string): Promise<boolean>;
  /** The state may be stale: drops it, and loads it again before the next command; before each for the next `forMs`. */
  doubt(forMs?: number): void;
  /** The journal can be reached again: whoever owes something or has something to recover does so at once. */
  resume(): void;
  /** Gives way to another activation (A7). */
  abdicate(): void;
  /** Nothing waiting, nothing running, nothing to recover; what is parked is found again when it is loaded. */
  idle(): boolean;
  /** About how much memory it takes, bytes. */
  bytes(): number;
  mailboxDepth(): number;
  effectsRunning(): number;
  /** Is about to leave memory: has what is known kept where reading it again would take long. */
  keep(): void;
  /** Finishes what waits, aborts effects; idempotent. */
  stop(): Promise<void>;
}
