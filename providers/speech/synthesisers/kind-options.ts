/** Options of all network synthesiser kinds. */
import type { SynthesisFailure } from './failure.js';
import type { SpeechDeadlines } from './limits.js';

export interface KindOptions {
  /** Called when an account's voices cannot be listed; speech still works. The failure has no text of the provider. */
  readonly onWarning: (provider: string, failure: SynthesisFailure) => void;
  readonly deadlines?: SpeechDeadlines;
}
