/**
 * A model's verdict on pauses of the customer, where one is installed: whether the turn has ended, by the voice
 * (policies/end-of-turn.ts, E5).
 *
 * P1. A pause is judged once, {@link PAUSE_MS} after the voice has stopped; a verdict on an earlier pause is dropped.
 * P2. A verdict holds until the voice sounds again.
 */
import type { SessionState } from '../state.js';
import { agentIsSilent, isMachine } from '../turn/callee.js';
import { turnEndOf } from '../turn/turn-end.js';

/** The model was trained on pauses of this length. */
const PAUSE_MS = 200;

/** Checked on every tick. */
export const checkPause = (session: SessionState): void => {
  const { brief, customer, inbound, speech, now, out } = session;
  const { pause } = customer;
  if (brief.judgesTurns !== true) return;
  if (inbound.voice.loud()) {
    pause.hasVoice = true;
    pause.endProbability = null;
    return;
  }
  if (!pause.hasVoice || inbound.voice.silenceMs() < PAUSE_MS) return;
  pause.hasVoice = false;
  if (isMachine(session) || agentIsSilent(session) || speech.playout.speaking(now)) return;
  pause.number += 1;
  out.push({ type: 'judge_turn', pause: pause.number });
};

/** Takes the verdict: a turn that already waits for its end gets another deadline. P1 */
export const onTurnJudged = (session: SessionState, number: number, probability: number): void => {
  const { customer } = session;
  if (number !== customer.pause.number || customer.pause.hasVoice) return;
  customer.pause.endProbability = probability;
  if (customer.turnDeadline !== null) customer.turnDeadline = turnEndOf(session);
};
