/**
 * Keys that the customer presses: they are what the customer said, as a turn of their own.
 *
 * K1. Keys form one entry until `#`, a pause of `keyPauseMs`, or {@link MOST_PRESSED} keys; then the turn ends.
 * K2. A key is never a cough: it takes the floor at once, except where words would be held (a greeting, a disclosure) or
 *     only recorded (a machine, an operator, the last words).
 * K3. While keys are being entered, words wait for them: one reply answers both.
 */
import type { Heard } from '../../policies/greeting-hold.js';
import type { SessionState } from '../state.js';
import { agentIsSilent, isMachine } from '../turn/callee.js';
import { endTurn } from '../turn/customer.js';
import { interruptOnce, yieldTurn } from '../voice/interruption.js';
import { note, recordCustomer } from '../voice/transcript-ledger.js';
import { restartSilence } from './listening.js';

/** Most keys of one entry: more than any number that people type. */
export const MOST_PRESSED = 64;
/** Ends an entry. */
const END_KEY = '#';

/** The customer has pressed a key. */
export const onKey = (session: SessionState, digit: string): void => {
  const { customer, inbound, silence, now, brief } = session;
  restartSilence(session);
  silence.nudges = 0;
  note(session, `dtmf_${digit}`);
  // The sound of a key that the line carries is no voice without words.
  inbound.notUnderstood.word();
  takeFloor(session);
  const { text = '', startMs = now } = customer.keys ?? {};
  const keys = { text: `${text}${digit}`, startMs, endMs: now, finishesAt: now + brief.settings.keyPauseMs };
  customer.keys = keys;
  if (digit === END_KEY || keys.text.length >= MOST_PRESSED) finishKeys(session);
};

/** On every tick. K1 */
export const checkKeys = (session: SessionState): void => {
  const { keys } = session.customer;
  if (keys !== null && session.now >= keys.finishesAt) finishKeys(session);
};

/** The keys so far, as a part of the customer's turn; none are entered any more. */
export const takeKeys = ({ customer }: SessionState): readonly Heard[] => {
  const { keys } = customer;
  customer.keys = null;
  if (keys === null) return [];
  const { text, startMs, endMs } = keys;
  return [{ text, startMs, endMs, endOfUtterance: true, isKeys: true }];
};

const finishKeys = (session: SessionState): void => {
  const { customer } = session;
  const keys = takeKeys(session);
  if (isMachine(session)) return recordCustomer(session, keys);
  if (customer.hold.active) {
    for (const heard of keys) customer.hold.hold(heard);
    return;
  }
  takeFloor(session);
  customer.turnWords = [...customer.turnWords, ...keys].sort((a, b) => a.startMs - b.startMs);
  endTurn(session);
};

/** K2 */
const takeFloor = (session: SessionState): void => {
  const { customer, ending, turn, speech, now } = session;
  if (customer.hold.active || isMachine(session) || agentIsSilent(session) || ending.type !== 'none') return;
  if (turn.type === 'replying' || speech.playout.speaking(now)) interruptOnce(session);
  yieldTurn(session, '');
  // A key answers the sentence that it cuts.
  speech.repeat = null;
};
