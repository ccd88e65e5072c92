/**
 * Answering machines. Their phrases, or their beep, distinguish them from people; the agent hangs up, or leaves its
 * message after the beep.
 *
 * V1. Only the answering party is judged: in the first {@link DETECTION_MS}, and not once the customer was answered more
 *     than {@link MOST_REPLIES} times.
 * V2. A machine is not answered, does not interrupt, and is not nudged.
 * V3. A message begins after the beep; if none is heard, after {@link QUIET_MS} of silence, and at most {@link MOST_MS}
 *     after the machine was recognised.
 * V4. The call ends with `voicemail`, after the message has been heard.
 * V5. A message begins with the disclosure, if the agent has one (disclosure.ts).
 */
import { answererOf } from '../../policies/answering-machine.js';
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
const QUIET_MS = 2_500;
const MOST_MS = 60_000;

/** Words of the answering party, final or not. */
export const judgeWords = (session: SessionState, text: string): void => {
  const { voicemail, brief } = session;
  if (voicemail.type !== 'undecided' || !canDetectMachine(session)) return;
  const answerer = answererOf(`${voicemail.words} ${text}`, brief.language);
  if (answerer === 'screener' && !voicemail.screened) {
    voicemail.screened = true;
    note(session, 'call_screened');
  }
  if (answerer === 'machine' || answerer === 'full_machine') onMachine(session, answerer === 'machine');
};

/** Final words: a greeting arrives in pieces. */
export const rememberWords = ({ voicemail }: SessionState, text: string): void => {
  if (voicemail.type === 'undecided') voicemail.words = `${voicemail.words} ${text}`.slice(-500);
};

/** 20 ms of the customer's audio. */
export const judgeSound = (session: SessionState, frame: Uint8Array): void => {
  const { voicemail } = session;
  const isWanted =
    voicemail.type === 'waiting' || (voicemail.type === 'undecided' && canDetectMachine(session));
  if (!isWanted || !voicemail.beep.hear(frame)) return;
  if (voicemail.type === 'undecided') onMachine(session, true);
  if (session.voicemail.type === 'waiting' && session.operator.type === 'none') leaveMessage(session);
};

/** V3 */
export const checkVoicemail = (session: SessionState): void => {
  const { voicemail, now, silence } = session;
  if (voicemail.type !== 'waiting' || session.operator.type !== 'none') return;
  const isQuiet = !customerSpeaks(session) && now >= Math.max(silence.quietSince, voicemail.since) + QUIET_MS;
  if (isQuiet || now >= voicemail.since + MOST_MS) leaveMessage(session);
};

/** V1: whether a machine may still be found. */
export const canDetectMachine = ({
  voicemail,
  brief,
  now,
  speech,
  ending,
  operator,
}: SessionState): boolean =>
  voicemail.type === 'undecided' &&
  operator.type === 'none' &&
  !brief.resumed &&
  brief.voicemail.type !== 'talk' &&
  ending.type === 'none' &&
  now < DETECTION_MS &&
  speech.replies <= MOST_REPLIES;

const onMachine = (session: SessionState, takesMessages: boolean): void => {
  const { brief, voicemail, now } = session;
  if (voicemail.type !== 'undecided') return;
  note(session, 'voicemail');
  // No one heard the agent's speech in the meantime.
  interruptOnce(session);
  yieldTurn(session, '');
  if (brief.voicemail.type === 'leave_message' && takesMessages) {
    session.voicemail = { type: 'waiting', since: now, beep: voicemail.beep };
    return;
  }
  session.voicemail = { type: 'finished' };
  end(session, 'customer', 'voicemail');
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
