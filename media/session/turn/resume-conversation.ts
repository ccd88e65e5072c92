/** Resumes the conversation of an earlier session of the call. */
import { COLLEAGUE_LEFT, TRANSFER_FAILED } from '../../../providers/llm/language-model.js';
import type { SessionState } from '../state.js';
import { speak } from '../voice/speaking.js';
import { respond } from './replying.js';

/** Resumes where an earlier session was cut off, so that the line does not stay silent in the middle of an answer. */
export const resumeConversation = (session: SessionState): void => {
  const { brief, now } = session;
  const turns = brief.turns.filter(({ disclosure }) => disclosure !== true);
  const last = turns.at(-1);
  if (brief.isBack) return respond(session, now, null, TRANSFER_FAILED);
  if (last?.speaker === 'customer') return respond(session, now);
  // An operator who spoke had the line of another session.
  if (last?.speaker === 'human') return respond(session, now, null, COLLEAGUE_LEFT);
  const cutOff = last === undefined ? brief.greeting !== '' : last.interrupted;
  if (!cutOff) {
    // Words of the customer to a lost session are lost, and cannot be distinguished from silence.
    if (brief.followsLost === true) session.silence.lossNudgeAt = now + brief.settings.nudgeAfterLossMs;
    return;
  }
  const hasCustomerSpoken = turns.some(({ speaker }) => speaker === 'customer');
  if (last === undefined || !hasCustomerSpoken) speak(session, 'nudge', brief.phrases.nudge);
  else respond(session, now, last);
};
