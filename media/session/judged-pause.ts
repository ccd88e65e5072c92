/** A pause of the customer that a model judges (hearing/turn-verdict.ts). */
export interface JudgedPause {
  /** Of the latest judged pause; counts them. */
  number: number;
  /** Whether the voice has sounded since. */
  hasVoice: boolean;
  /** The verdict: probability that the turn has ended; null: there is none. */
  endProbability: number | null;
}

export const newPause = (): JudgedPause => ({ number: 0, hasVoice: false, endProbability: null });
