/** One actor in memory, as seen by the code that reaches it (directory.ts) or speaks for it (wire.ts); created by activate.ts. */
import type { ActorRef, Envelope } from './actor.js';

export interface CommandOutcome {
  /** The reply to a command, or the result of a query. */
  readonly answer: unknown;
  /** Sequence of the actor's last commit; 0 when it has none. */
  readonly seq: number;
}

/**
 * This activation has yielded to another: send the request again, under the same commandId. The command may have been
 * written already (activate.ts, A7).
 */
export class Moved extends Error {
  override readonly name = 'Moved';
}

/**
 * A newer build is needed: the journal holds events that this build cannot read, or the request is one that it does not
 * know. Nothing was applied.
 */
export class NotUnderstood extends Error {
  override readonly name = 'NotUnderstood';
  /** Version of the kind that is needed (event-versions.ts); null for a command or a query, whose sender's build knows it. */
  readonly version: number | null;

  constructor(message: string, version: number | null) {
    super(message);
    this.version = version;
  }
}

/**
 * The actor's journal cannot be read: a message holds no commit, a message is missing, or the build fails on it. A
 * retry does not help; another build or an operator may (skipping.ts).
 */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly code = 'journal_unreadable';
}

/** An actor in memory, with its types erased: callers know the actor, and readers of its values wrote them (trust.ts). */
export interface Activation {
  readonly ref: ActorRef;
  /**
   * The outcome of a command, or of a query in its place (wire.ts).
   * @param deadline ms since the epoch; a command that has not begun by then is not begun at all
   * @throws DomainError as thrown by `decide` or the query, `not_ready` (mailbox full), `journal_unavailable`,
   *   `record_unreadable`, `internal`; Moved; NotUnderstood
   */
  run(envelope: Envelope<unknown>, deadline: number): Promise<CommandOutcome>;
  /**
   * Timer `name`, armed for `dueAt`, is due by the server's clock; ignored unless the state wants it. Resolves with how
   * early it still is, ms: nothing was done then, and the wake has to come again; 0: it was handled. Throws as
   * {@link run} does.
   */
  wake(name: string, dueAt: number): Promise<number>;
  /**
   * Loads the actor, and runs the effect `key` again if it is parked; an empty key only loads. False: the effect is not
   * owed. Throws as {@link run} does.
   */
  retry(key: string): Promise<boolean>;
  /** The state may be stale: drops it, and loads it again before the next command; before every command for the next `forMs`. */
  doubt(forMs?: number): void;
  /** The journal can be reached again: resumes at once if effects are owed or a recovery is active. */
  resume(): void;
  /** Yields to another activation (A7). */
  abdicate(): void;
  /** Nothing waits, runs or recovers; parked effects are found again when the actor is loaded. */
  isIdle(): boolean;
  /** Approximate memory, bytes. */
  bytes(): number;
  mailboxDepth(): number;
  effectsRunning(): number;
  /** Called before the actor leaves memory: writes a snapshot if reading the history again would take long. */
  keep(): void;
  /** Finishes waiting work, aborts effects; idempotent. */
  stop(): Promise<void>;
}
