/**
 * Models that hear whether a turn has ended, by the voice itself, behind one small interface. They judge pauses,
 * and only where the recogniser does not report the end of a turn (media/policies/end-of-turn.ts, E5).
 */

export interface TurnDetector {
  readonly name: string;
  /**
   * Judges a pause. `pcm`: the latest speech of the customer up to the pause, Int16 at 8,000 Hz, the last 8 s or less; it is
   * transferred to the model's thread, and must not be used afterwards. Resolves to the probability that the turn has
   * ended, 0 to 1, or to null if there is no verdict in time: too many pauses wait, or the model is gone. Never rejects.
   */
  judge(pcm: Int16Array<ArrayBuffer>): Promise<number | null>;
  /** Idempotent; pauses that wait get null. */
  close(): Promise<void>;
}
