/**
 * Questions to the agent's sources, announced at the likely end of the customer's turn: their vectors come from a provider, and the
 * answer must not wait for them. Nothing else depends on it, and if the customer continues, it is not used.
 *
 * K1. The same words are announced once, and a turn has at most {@link MOST_A_TURN} announcements.
 */

import { questionIn } from '../../speech/history.js';
import { plainWords } from '../../speech/plain-words.js';
import type { SessionState } from '../state.js';
import { conversationOf } from '../turn/replying.js';
import { customerTurn, heardSoFar } from '../voice/transcript-ledger.js';

const MOST_A_TURN = 3;

/** Runs when everything that an input leads to is done. `isLikelyOver`: whether the turn has likely ended by now. */
export const announceQuestion = (
  session: SessionState,
  turnText: string,
  isLikelyOver: () => boolean,
): void => {
  const { brief, customer, recognition, out, questions } = session;
  if (brief.awaitsWords !== true) return;
  const words = plainWords(turnText);
  if (words === '') {
    questions.announced = [];
    return;
  }
  const { announced } = questions;
  if (announced.length >= MOST_A_TURN || announced.includes(words) || !isLikelyOver()) return;
  questions.announced = [...announced, words]; // K1
  const { partial } = recognition;
  const heard = [...customer.turnWords, ...(partial === null ? [] : [partial])];
  const turns = [...heardSoFar(session, null), customerTurn(session, heard, 'ahead')];
  const { question } = questionIn(conversationOf(session, turns));
  if (question !== null) out.push({ type: 'question_ahead', question: { ...question, isAhead: true } });
};
