/** What all kinds of synthesisers over the network are given. */
import type { SynthesisFailure } from './failure.js';
import type { SpeechDeadlines } from './limits.js';

export interface KindOptions {
  /** Told why an account's voices could not be listed; speaking goes on. The failure holds nothing of the provider's. */
  readonly onWarning: (provider: string, failure: SynthesisFailure) => void;
  readonly deadlines?: SpeechDeadlines;
}
