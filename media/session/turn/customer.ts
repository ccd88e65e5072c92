/** The customer's turn: it ends, and gets one answer. */

import type { SessionState } from '../state.js';
import { yieldTurn } from '../voice/interruption.js';
import { recordCustomer } from '../voice/transcript-ledger.js';
import { agentIsSilent, isMachine } from './callee.js';
import { respond } from './replying.js';

export const endTurn = (session: SessionState): void => {
  const { customer, inbound } = session;
  const heard = customer.turnWords;
  customer.turnWords = [];
  customer.turnDeadline = null;
  inbound.voice.restart();
  // Agent speech that a lost line cut is booked first.
  if (heard.length > 0) yieldTurn(session, heard.map(({ text }) => text).join(' '));
  recordCustomer(session, heard);
  const last = heard.at(-1);
  const isOpen = session.ending.type === 'none' && session.phase === 'open';
  const isAnswered = isOpen && !isMachine(session) && !agentIsSilent(session);
  if (last !== undefined && isAnswered) respond(session, last.endMs);
};

/** Releases the words held during the greeting; one turn answers them all. */
export const releaseHold = (session: SessionState): void => {
  const released = session.customer.hold.release();
  if (released.length === 0) return;
  session.customer.turnWords.push(...released);
  endTurn(session);
};
