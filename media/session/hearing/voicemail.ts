/**
 * Answering machines. Their phrases (answerer.ts), or their beep, distinguish them from people; the agent hangs up, or
 * leaves its message after the beep.
 *
 * V1. Only the answering party is judged: in the first {@link DETECTION_MS}. Once the customer has heard more than
 *     {@link MOST_REPLIES} replies, only a beep counts, and only if the words before were suspicious.
 * V2. A machine is not answered, does not interrupt, and is not nudged.
 * V3. A message begins after the beep; if none is heard, after {@link QUIET_MS} of silence, and at most {@link MOST_MS}
 *     after the machine was recognised.
 * V4. The call ends with the machine's reason; with `voicemail`, after the message has been heard.
 * V5. A message begins with the disclosure, if the agent has one (disclosure.ts).
 * V6. If the beep is heard while a message without one is being left, the message begins again, once: only now does the
 *     machine record.
 */

import { END_REASONS } from '../../../schemas/calls/voice-call.js';
import type { MachineReason } from '../../policies/answering-machine.js';
import { isDisclosing } from '../disclosure-state.js';
import type { SessionState } from '../state.js';
import { customerSpeaks } from '../turn/callee.js';
import { disclose } from '../turn/disclosure.js';
import { end } from '../turn/ending.js';
import { interruptOnce, yieldTurn } from '../voice/interruption.js';
import { speak } from '../voice/speaking.js';
import { note } from '../voice/transcript-ledger.js';

const DETECTION_MS = 45_000;
const MOST_REPLIES = 2;
const QUIET_MS = 3_000;
const MOST_MS = 60_000;

/** 20 ms of the customer's audio. */
export const judgeSound = (session: SessionState, frame: Uint8Array): void => {
  const { voicemail, operator } = session;
  if (voicemail.type === 'finished' || (voicemail.type === 'undecided' && !canHearBeep(session))) return;
  if (!voicemail.beep.hear(frame)) return;
  if (voicemail.type === 'early') return leaveAgain(session);
  if (voicemail.type === 'undecided') foundMachine(session, 'voicemail');
  if (session.voicemail.type === 'waiting' && operator.type === 'none') leaveMessage(session);
};

/** V3. On every tick. */
export const checkVoicemail = (session: SessionState): void => {
  const { voicemail, now, silence } = session;
  if (voicemail.type !== 'waiting' || session.operator.type !== 'none') return;
  const isSilent = !customerSpeaks(session) && !voicemail.beep.sounding();
  const isQuiet = isSilent && now >= Math.max(silence.quietSince, voicemail.since) + QUIET_MS;
  if (!isQuiet && now < voicemail.since + MOST_MS) return;
  const { beep } = voicemail;
  leaveMessage(session);
  session.voicemail = { type: 'early', beep };
};

/** V1: whether words may still identify a machine. */
export const canDetectMachine = (session: SessionState): boolean =>
  isOpen(session) && heardReplies(session) <= MOST_REPLIES;

const canHearBeep = (session: SessionState): boolean =>
  isOpen(session) &&
  (heardReplies(session) <= MOST_REPLIES ||
    (session.voicemail.type === 'undecided' && session.voicemail.suspected));

const isOpen = ({ voicemail, brief, now, ending, operator }: SessionState): boolean =>
  voicemail.type === 'undecided' &&
  operator.type === 'none' &&
  !brief.resumed &&
  brief.voicemail.type !== 'talk' &&
  ending.type === 'none' &&
  now < DETECTION_MS;

/** Replies that the customer let the agent finish. */
const heardReplies = ({ turns }: SessionState): number =>
  turns.filter(
    ({ speaker, latencies, interrupted }) => speaker === 'assistant' && latencies !== null && !interrupted,
  ).length;

/** A machine has answered. */
export const foundMachine = (session: SessionState, reason: MachineReason): void => {
  const { brief, voicemail, now, out } = session;
  if (voicemail.type !== 'undecided') return;
  note(session, reason);
  if (voicemail.question !== null) out.push({ type: 'cancel_question', question: voicemail.question.id });
  // No one heard the agent's speech in the meantime.
  interruptOnce(session);
  yieldTurn(session, '');
  if (brief.voicemail.type === 'leave_message' && reason === 'voicemail') {
    session.voicemail = { type: 'waiting', since: now, beep: voicemail.beep };
    return;
  }
  session.voicemail = { type: 'finished' };
  end(session, END_REASONS[reason], reason);
};

/** V4, V5 */
const leaveMessage = (session: SessionState): void => {
  const { brief } = session;
  if (brief.voicemail.type !== 'leave_message') return;
  session.voicemail = { type: 'finished' };
  // Even if it was heard before, the machine had not begun to record.
  if (brief.disclosure && !isDisclosing(session)) session.disclosure = { type: 'owed', spoken: null };
  disclose(session);
  speak(session, 'message', brief.voicemail.text);
  end(session, 'customer', 'voicemail');
};

/** V6 */
const leaveAgain = (session: SessionState): void => {
  if (session.ending.type !== 'last_words' || session.operator.type !== 'none') return;
  interruptOnce(session);
  yieldTurn(session, '');
  session.ending = { type: 'none' };
  leaveMessage(session);
};
