/** What the actor system reports about itself. */

/** Events to be counted by a listener. */
export type RuntimeEvent =
  | 'activation'
  | 'passivation'
  | 'abdication'
  /** This node was not heard for so long that others may have taken over its actors. */
  | 'lease_ended'
  /** An actor was taken over from a node that no longer answers. */
  | 'taken_over'
  | 'commit'
  | 'conflict'
  | 'journal_unavailable'
  | 'snapshot'
  | 'effect_started'
  | 'effect_failed'
  /** Given up for now; it is in the trouble book. */
  | 'effect_parked'
  | 'wake'
  | 'wake_failed'
  /** The clock of the journal's server is ahead. */
  | 'wake_early'
  /** An actor's journal could not be read. */
  | 'load_failed'
  /** A consumer was deleted, and is recreated. */
  | 'consumer_gone'
  /** A newer build has written to an actor, or sent a command that is unknown here. */
  | 'not_understood'
  /** An actor that has ended was archived, and what its archive holds was removed. */
  | 'archived'
  | 'archive_cleared'
  /** A request was passed on to a node whose build knows more. */
  | 'passed_on';

/** The current values. */
export interface RuntimeStats {
  /** Actors in memory. */
  readonly activations: number;
  /** Their approximate memory, bytes. */
  readonly activationBytes: number;
  /** Commands that wait or run, over all activations. */
  readonly mailboxDepth: number;
  /** Effects owed, not done and not parked, over all activations. */
  readonly effectsRunning: number;
}
