/** What the actor system tells of itself. */

/** Things that happen; whoever listens counts them. */
export type RuntimeEvent =
  | 'activation'
  | 'passivation'
  | 'abdication'
  | 'commit'
  | 'conflict'
  | 'journal_unavailable'
  | 'snapshot'
  | 'effect_started'
  | 'effect_failed'
  | 'wake'
  | 'wake_failed'
  /** A consumer was deleted under us, and is made again. */
  | 'consumer_gone'
  /** An actor that a newer build went on with, or a command of one. */
  | 'not_understood'
  /** A question that went to a node whose build knows more. */
  | 'passed_on';

/** How things stand now. */
export interface RuntimeStats {
  /** Actors in memory. */
  readonly activations: number;
  /** Commands that wait or run, over all activations. */
  readonly mailboxDepth: number;
  /** Effects owed and not done, over all activations. */
  readonly effectsRunning: number;
}
