/** The customer's turn: it ends, and gets one answer. */

import { keysMessage } from '../../../providers/llm/language-model.js';
import type { Heard } from '../../policies/greeting-hold.js';
import { usesEngine } from '../engine/request.js';
import type { SessionState } from '../state.js';
import { yieldTurn } from '../voice/interruption.js';
import { recordCustomer } from '../voice/transcript-ledger.js';
import { agentIsSilent, answerDelayedUntil, isMachine } from './callee.js';
import { requestTransfer } from './line-actions.js';
import { isStuckAfter } from './phone-menu.js';
import { respond } from './replying.js';

/** While keys are being entered, the turn goes on until they are complete. */
export const endTurn = (session: SessionState): void => {
  const { customer, inbound } = session;
  if (customer.keys !== null) return;
  const heard = customer.turnWords;
  const isOpen = session.ending.type === 'none' && session.phase === 'open';
  const isAnswered = isOpen && !isMachine(session) && !agentIsSilent(session);
  const delayedUntil = answerDelayedUntil(session);
  if (isAnswered && heard.length > 0 && delayedUntil !== null) {
    customer.turnDeadline = delayedUntil;
    return;
  }
  customer.turnWords = [];
  customer.turnDeadline = null;
  inbound.voice.restart();
  // Agent speech that a lost line cut is booked first.
  if (heard.length > 0) yieldTurn(session, heard.map(({ text }) => text).join(' '));
  recordCustomer(session, heard);
  const last = heard.at(-1);
  if (last === undefined || !isAnswered) return;
  const text = heard.map((part) => part.text).join(' ');
  if (!isStuckAfter(session, text, (name) => requestTransfer(session, name, last.endMs)))
    respond(session, last.endMs, null, unheardKeys(session, heard));
};

/** A speech-to-speech engine has heard the words itself, but no keys. */
const unheardKeys = (session: SessionState, heard: readonly Heard[]): string | null => {
  const keys = heard.flatMap(({ text, isKeys }) => (isKeys === true ? [text] : []));
  return keys.length === 0 || !usesEngine(session) ? null : keysMessage(keys.join(''));
};

/** Releases the words held during the greeting; one turn answers them all. */
export const releaseHold = (session: SessionState): void => {
  const released = session.customer.hold.release();
  if (released.length === 0) return;
  session.customer.turnWords.push(...released);
  endTurn(session);
};
