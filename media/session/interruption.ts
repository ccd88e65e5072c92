/**
 * Cutting the agent short. What was cut is kept until it is clear what for: the customer takes the word
 * ({@link yieldTurn}), or it was a cough, and the agent goes on (resuming.ts).
 *
 * I1. Receipts that have arrived are believed before an interruption is judged (M3): heard is what was proven when it
 *     was cut, and receipts that come later prove nothing.
 * I2. What the model and the synthesiser still bring for what was cut is dropped (M1).
 */
import { asksSomething } from '../backchannel.js';
import type { SpeechAct } from '../speech-act.js';
import { totalMs } from '../utterance.js';
import { estimateWithoutReceipts, finish, heard, heardMs, proofOf } from './books.js';
import { forgetSpoken } from './disclosure-state.js';
import { breakVoice } from './engine-voice.js';
import type { SessionState } from './state.js';

/** Takes what is sent to nobody. */
const NOBODY = { push: () => 0 } as const;

/** Gives up the reply that the model is making; what was said of it stays. I2. */
export const abandon = (session: SessionState): void => {
  const { turn, out } = session;
  if (turn.type !== 'replying') return;
  out.push({ type: 'cancel_response', generation: turn.generation });
  breakVoice(session, turn);
  turn.act.complete = true;
  session.turn = { type: 'open' };
};

/** Stops everything that is being said or made. An interruption that is judged already is another one. */
export const interrupt = (session: SessionState): void => {
  const { speech, turn, out, now, line } = session;
  estimateWithoutReceipts(session);
  // What was queued at the carrier is gone with its stream.
  const dropped = speech.playout.clear(now, line === 'up' ? out : NOBODY);
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

/** Stops everything, unless that has been done and is still judged. */
export const interruptOnce = (session: SessionState): void => {
  if (session.turn.type !== 'interrupted') interrupt(session);
};

/** Of what else the agent set out to say nothing more is made or sent; what was sent plays to its end. */
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

/** The customer has taken the word with `words`, or the call is over: what was heard of what was cut is all. */
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
      const inPart = played > 0 && played < totalMs(utterance);
      if (inPart && brief.settings.repeatInterruptedSentence) speech.repeat ??= utterance.text;
      heard(session, act, utterance, played, proofOf(session));
    }
    finish(session, act, !whole);
  }
  if (speech.repeat !== null && asksSomething(words, brief.language)) speech.repeat = null;
};
