/** What the actor system tells of itself. */

/** Things that happen; whoever listens counts them. */
export type RuntimeEvent =
  | 'activation'
  | 'passivation'
  | 'abdication'
  /** This node was not heard for so long that others may have gone on with its actors. */
  | 'lease_ended'
  /** An actor of a node that does not answer any more. */
  | 'taken_over'
  | 'commit'
  | 'conflict'
  | 'journal_unavailable'
  | 'snapshot'
  | 'effect_started'
  | 'effect_failed'
  /** Given up for now; it is in the book of trouble. */
  | 'effect_parked'
  | 'wake'
  | 'wake_failed'
  /** The clock of the journal's server is ahead. */
  | 'wake_early'
  /** An actor's journal could not be read. */
  | 'load_failed'
  /** A consumer was deleted under us, and is made again. */
  | 'consumer_gone'
  /** An actor that a newer build went on with, or a command of one. */
  | 'not_understood'
  /** An actor that is over was archived, and what its archive holds was removed. */
  | 'archived'
  | 'archive_cleared'
  /** A question that went to a node whose build knows more. */
  | 'passed_on';

/** How things stand now. */
export interface RuntimeStats {
  /** Actors in memory. */
  readonly activations: number;
  /** What they take together, about, bytes. */
  readonly activationBytes: number;
  /** Commands that wait or run, over all activations. */
  readonly mailboxDepth: number;
  /** Effects owed, not done and not parked, over all activations. */
  readonly effectsRunning: number;
}
