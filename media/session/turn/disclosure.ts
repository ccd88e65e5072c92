/**
 * What the agent must say first on every call: that it is an AI, that the call is recorded.
 *
 * D1. It precedes everything else that the agent says, and nothing cuts it: neither the customer nor an operator
 *     (operator.ts). Their words are held as during a greeting (customer.ts).
 * D2. It counts as heard once 95 % of it was: by the carrier's receipts, or by the clock if there are none. The call is
 *     notified then.
 * D3. A disclosure that was cut before that, with its line or its session, is spoken again from its beginning; one that
 *     was heard is not, except for a message on voicemail, which always begins with it (voicemail.ts).
 * D4. Without it the agent says nothing: if no synthesiser makes it, the call ends (disclosure-failing.ts).
 */
import { playedAt, reckonedMs, totalMs, type Utterance } from '../../speech/utterance.js';
import { owesDisclosure, spokenDisclosure } from '../disclosure-state.js';
import type { SessionState } from '../state.js';
import { greetingIsHeld, speak } from '../voice/speaking.js';
import { estimateWithoutReceipts, isOverdue, receiptsAreMissing } from '../voice/transcript-ledger.js';
import { agentIsSilent } from './callee.js';
import { releaseHold } from './customer.js';
import { resumeConversation } from './resume-conversation.js';

/** Starts to speak it if it is owed and has not begun. */
export const disclose = (session: SessionState): void => {
  const { brief, speech } = session;
  const { disclosure: text = '' } = brief;
  if (!owesDisclosure(session) || spokenDisclosure(session) !== null) return;
  const utterance = speak(session, 'disclosure', text);
  const act = speech.acts.find(({ open }) => open.includes(utterance));
  if (act !== undefined)
    session.disclosure = { type: 'owed', spoken: { act, utterance, rounds: 1, retryAt: null } };
};

/** D2. Runs before any of it is settled. */
export const proveDisclosure = (session: SessionState): void => {
  const { turn, brief } = session;
  const spoken = spokenDisclosure(session);
  if (spoken === null || turn.type === 'interrupted') return;
  estimateWithoutReceipts(session);
  const { utterance } = spoken;
  if (!utterance.complete || utterance.truncated || utterance.bytes === 0) return;
  const requiredMs = totalMs(utterance) * brief.settings.greetingShare;
  const isAcked = utterance.ackedMs >= requiredMs;
  if (!isAcked && clockMs(session, utterance) < requiredMs) return;
  const heardAtMs = Math.max(0, Math.round(playedAt(utterance, requiredMs) ?? session.now));
  onHeard(session, heardAtMs, isAcked && brief.reckonedReceipts !== true ? 'acked' : 'estimated');
};

/** How much of it has played by our own clock, which counts only if receipts are missing. */
const clockMs = (session: SessionState, utterance: Utterance): number => {
  if (isOverdue(session, utterance)) return totalMs(utterance);
  return receiptsAreMissing(session) ? reckonedMs(utterance, session.now) : 0;
};

const onHeard = (session: SessionState, heardAtMs: number, heard: 'acked' | 'estimated'): void => {
  const { out, customer, brief } = session;
  session.disclosure = { type: 'heard' };
  out.push({ type: 'command', command: { type: 'disclose', heardAtMs, heard } });
  out.push({ type: 'disclosure', outcome: heard });
  if (!customer.hold.active || greetingIsHeld(session)) return;
  releaseHold(session);
  // If their held words are answered, that answer takes its place.
  const isFree = session.turn.type === 'open' && session.ending.type === 'none' && session.phase === 'open';
  if (brief.resumed && isFree && !agentIsSilent(session)) resumeConversation(session);
};
