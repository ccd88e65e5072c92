/**
 * A disclosure that no synthesiser completes. All synthesisers are tried {@link MOST_ROUNDS} times, {@link RETRY_MS}
 * apart, each time for the whole text; then the call ends, because the agent must say nothing else without it
 * (disclosure.ts, D4).
 */
import type { Utterance } from '../../speech/utterance.js';
import { spokenDisclosure } from '../disclosure-state.js';
import { closeOperator, handBack } from '../operator/operator.js';
import type { SessionState } from '../state.js';
import { end } from '../turn/ending.js';
import { interruptOnce, yieldTurn } from '../voice/interruption.js';
import { nextUtterance, synthesise, usualMs } from '../voice/speaking.js';
import { note } from '../voice/transcript-ledger.js';

const MOST_ROUNDS = 2;
const RETRY_MS = 1_000;

/** No synthesiser has completed this utterance. False: it is not the disclosure. */
export const onDisclosureFailed = (session: SessionState, utterance: Utterance): boolean => {
  const spoken = spokenDisclosure(session);
  if (spoken?.utterance !== utterance) return false;
  if (spoken.rounds >= MOST_ROUNDS) {
    fail(session);
    return true;
  }
  note(session, 'disclosure_retried');
  // Until then it keeps its place in the queue, so that no other speech comes before it.
  session.disclosure = { type: 'owed', spoken: { ...spoken, retryAt: session.now + RETRY_MS } };
  return true;
};

/** On every tick: when a retry is due, has the whole text synthesised again, in place of what exists. */
export const retryDisclosure = (session: SessionState): void => {
  const { turn, line, now, speech, out, brief } = session;
  const spoken = spokenDisclosure(session);
  if (spoken === null || spoken.retryAt === null || now < spoken.retryAt) return;
  if (turn.type === 'interrupted' || line !== 'up') return;
  const { act, utterance: before, rounds } = spoken;
  const { disclosure: text = '' } = brief;
  const utterance = nextUtterance(session, act, text, usualMs(session, text));
  act.open.push(utterance);
  speech.playout.enqueueNext(utterance);
  before.truncated = true;
  before.bytes = before.sentBytes;
  speech.playout.completed(before, now, out);
  synthesise(session, utterance, act);
  session.disclosure = { type: 'owed', spoken: { act, utterance, rounds: rounds + 1, retryAt: null } };
};

/** Without the disclosure, the voicemail message that had decided the end was not spoken either. */
const fail = (session: SessionState): void => {
  const { out } = session;
  session.disclosure = { type: 'failed' };
  out.push({ type: 'disclosure', outcome: 'failed' });
  note(session, 'disclosure_failed');
  handBack(session, '', 'session_ended');
  closeOperator(session);
  interruptOnce(session);
  yieldTurn(session, '');
  if (session.ending.type === 'hung_up') return;
  session.ending = { type: 'none' };
  end(session, 'provider', 'disclosure_failed');
};
