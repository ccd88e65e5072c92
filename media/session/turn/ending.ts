/**
 * The end that the session itself decides: it waits for the last words, so that no goodbye is clipped. Failures of
 * providers lead to it once an apology was not enough.
 */
import type { EndedBy, EndReason } from '../../../schemas/calls/voice-call.js';
import { totalMs } from '../../speech/utterance.js';
import { isDisclosing } from '../disclosure-state.js';
import type { SessionState } from '../state.js';
import { abandon, yieldTurn } from '../voice/interruption.js';
import { speak } from '../voice/speaking.js';
import { note } from '../voice/transcript-ledger.js';
import { checkLine } from './line-actions.js';

/** Decides that the call ends; the first decision holds. */
export const end = (session: SessionState, by: EndedBy, reason: EndReason): void => {
  if (session.ending.type !== 'none') return;
  // Cut speech is not resumed and nothing new is generated: the last words are the last.
  yieldTurn(session, '');
  abandon(session);
  const { speech, now, brief } = session;
  const leftMs = speech.acts
    .flatMap((act) => act.open)
    .reduce((sum, utterance) => sum + totalMs(utterance) - utterance.ackedMs, 0);
  const deadlineAt = now + leftMs + brief.settings.receiptGraceMs;
  session.ending = { type: 'last_words', by, reason, deadlineAt };
};

/** Hangs up once the last words were heard, or will not be. */
export const checkEnd = (session: SessionState): void => {
  const { ending, speech, now, out, brief } = session;
  if (ending.type !== 'last_words') return;
  // The disclosure has deadlines of its own, and other last words wait for it.
  if (isDisclosing(session) && session.line === 'up') return;
  // Keys that must be pressed before the end.
  checkLine(session);
  const { receiptGraceMs, stallMs } = brief.settings;
  // The words may not have been synthesised when the end was decided: their length counts once it is known.
  const waiting = speech.acts.some((act) => act.open.length > 0);
  const lastEnd = Math.max(ending.deadlineAt, waiting ? speech.playout.endsAt() + receiptGraceMs : 0);
  const stuck = now > ending.deadlineAt + 2 * stallMs + 60_000;
  if (waiting && now < lastEnd && !stuck) return;
  session.ending = { type: 'hung_up' };
  out.push({ type: 'command', command: { type: 'hang_up', by: ending.by, reason: ending.reason } });
};

/** How often a request is attempted: once per provider, and twice with a single one. */
export const attempts = (providers: number): number => Math.max(2, providers);

/** Consecutive failed replies before the call is given up. */
const MAX_FAILURES = 2;

/** What the customer hears when a provider fails: apologises; ends the call if that happens again before a reply was heard. `phrase`: the apology. */
export const fail = (
  session: SessionState,
  reason: 'model_failed' | 'speech_provider_failed',
  phrase = session.brief.phrases.apology,
): void => {
  note(session, reason);
  session.speech.failures += 1;
  if (session.ending.type !== 'none') return;
  speak(session, 'apology', phrase);
  if (session.speech.failures >= MAX_FAILURES) end(session, 'provider', reason);
};
