/** What the customer hears when a provider fails, and when that ends the call. */

import type { SessionState } from '../state.js';
import { speak } from '../voice/speaking.js';
import { note } from '../voice/transcript-ledger.js';
import { end } from './ending.js';

/** How often a request is attempted: once per provider, and twice with a single one. */
export const attempts = (providers: number): number => Math.max(2, providers);

/** Consecutive failed replies before the call is given up. */
const MAX_FAILURES = 2;

/** Apologises; ends the call if that happens again before a reply was heard. */
export const fail = (session: SessionState, reason: 'model_failed' | 'speech_provider_failed'): void => {
  note(session, reason);
  session.speech.failures += 1;
  if (session.ending.type !== 'none') return;
  speak(session, 'apology', session.brief.phrases.apology);
  if (session.speech.failures >= MAX_FAILURES) end(session, 'provider', reason);
};
