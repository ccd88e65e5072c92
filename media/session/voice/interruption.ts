/**
 * Interrupting the agent. Cut speech is kept until its cause is clear: the customer takes the floor ({@link yieldTurn}),
 * or it was a cough, and the agent resumes (resume-speech.ts).
 *
 * I1. Receipts that have arrived are applied before an interruption is judged (M3): what was proven at the cut counts as
 *     heard, and later receipts prove nothing.
 * I2. Late output of the model and the synthesiser for cut speech is dropped (M1).
 */
import { isQuestion } from '../../policies/backchannel.js';
import type { SpeechAct } from '../../speech/act.js';
import { totalMs } from '../../speech/utterance.js';
import { forgetSpoken } from '../disclosure-state.js';
import type { SessionState } from '../state.js';
import { breakVoice } from './engine-utterance.js';
import { bookUtterance, estimateWithoutReceipts, finish, heardMs, proofOf } from './transcript-ledger.js';

/** A sink that discards its outputs. */
const DISCARD = { push: () => 0 } as const;

/** Abandons the reply that the model is making; the part that was spoken stays. I2. */
export const abandon = (session: SessionState): void => {
  const { turn, out } = session;
  if (turn.type !== 'replying') return;
  out.push({ type: 'cancel_response', generation: turn.generation });
  breakVoice(session, turn);
  turn.act.complete = true;
  session.turn = { type: 'open' };
};

/** Stops all speech, and all that is being made. It would replace an interruption that is still being judged. */
export const interrupt = (session: SessionState): void => {
  const { speech, turn, out, now, line } = session;
  estimateWithoutReceipts(session);
  // Audio that was queued at the carrier is gone with its stream.
  const dropped = speech.playout.clear(now, line === 'up' ? out : DISCARD);
  const unfinished = turn.type === 'replying' ? turn.act : null;
  abandon(session);
  const cut = speech.acts.map((act) => ({
    act,
    unfinished: act === unfinished,
    utterances: act.open
      .map((utterance) => ({
        utterance,
        heardMs: heardMs(session, utterance),
        place: dropped.indexOf(utterance),
      }))
      .filter(({ place }) => place !== -1),
  }));
  speech.acts = [];
  for (const { utterance } of cut.flatMap(({ utterances }) => utterances))
    if (speech.synthesis.delete(utterance.id))
      out.push({ type: 'cancel_synthesis', utterance: utterance.id });
  session.turn = { type: 'interrupted', atMs: now, cut };
};

/** Stops everything, unless that was done before and is still being judged. */
export const interruptOnce = (session: SessionState): void => {
  if (session.turn.type !== 'interrupted') interrupt(session);
};

/** Cuts all other speech of the agent: nothing more of it is made or sent, but audio that was sent plays to its end. */
export const cutAllBut = ({ speech, out, now }: SessionState, kept: SpeechAct): void => {
  for (const act of speech.acts.filter((other) => other !== kept)) {
    act.complete = true;
    for (const utterance of act.open) {
      if (speech.synthesis.delete(utterance.id))
        out.push({ type: 'cancel_synthesis', utterance: utterance.id });
      utterance.truncated ||= utterance.sentBytes < utterance.bytes || !utterance.complete;
      utterance.bytes = utterance.sentBytes;
      if (!utterance.complete || utterance.truncated) speech.playout.completed(utterance, now, out);
    }
  }
};

/** The customer has taken the floor with `words`, or the call has ended: cut speech ends with what was heard of it. */
export const yieldTurn = (session: SessionState, words: string): void => {
  const { turn, speech, brief } = session;
  if (turn.type !== 'interrupted') return;
  session.turn = { type: 'open' };
  for (const { act, unfinished, utterances } of turn.cut) {
    forgetSpoken(session, act);
    const whole =
      !unfinished &&
      utterances.every(
        ({ utterance, heardMs: played }) => utterance.complete && played >= totalMs(utterance),
      );
    for (const { utterance, heardMs: played } of utterances) {
      const isPartlyHeard = played > 0 && played < totalMs(utterance);
      if (isPartlyHeard && brief.settings.repeatInterruptedSentence) speech.repeat ??= utterance.text;
      bookUtterance(session, act, utterance, played, proofOf(session));
    }
    finish(session, act, !whole);
  }
  if (speech.repeat !== null && isQuestion(words, brief.language)) speech.repeat = null;
};
