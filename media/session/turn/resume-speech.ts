/** Resumes after a cough or a backchannel: cleared speech continues from where it was cut. */
import { GO_ON } from '../../../providers/llm/language-model.js';
import { isFinished, type SpeechAct } from '../../speech/act.js';
import { restOf } from '../../speech/playout.js';
import { heardText, type Utterance, wordTimes } from '../../speech/utterance.js';
import { spokenDisclosure } from '../disclosure-state.js';
import type { SessionState } from '../state.js';
import { nextUtterance, say } from '../voice/speaking.js';
import { bookUtterance, finish, proofOf } from '../voice/transcript-ledger.js';
import { respond } from './replying.js';
import { pump } from './settling.js';

export const resumeSpeech = (session: SessionState): void => {
  const { turn, speech, ending } = session;
  if (turn.type !== 'interrupted' || ending.type === 'hung_up') return;
  session.turn = { type: 'open' };
  speech.acts.unshift(...turn.cut.map(({ act }) => act));
  // An apology may have been queued while the reply before it was still being made: cut speech plays in its old order.
  const inOrder = turn.cut
    .flatMap(({ act, utterances }) => utterances.map((cut) => ({ ...cut, act })))
    .sort((a, b) => a.place - b.place);
  for (const { act } of turn.cut) act.complete = true;
  for (const { act, utterance, heardMs } of inOrder) {
    bookUtterance(session, act, utterance, heardMs, proofOf(session));
    // A filler is not resumed: it would delay the reply itself.
    if (act.kind === 'filler') continue;
    const spoken = spokenDisclosure(session);
    const isDisclosure = spoken?.act === act;
    // Nothing of an earlier attempt at the disclosure is repeated.
    if (isDisclosure && spoken.utterance !== utterance) continue;
    const fromMs = isDisclosure ? 0 : heardMs;
    const text = textAfter(utterance, fromMs);
    const again = sayAgain(session, act, utterance, text, fromMs);
    if (isDisclosure && again !== null)
      session.disclosure = { type: 'owed', spoken: { ...spoken, utterance: again, retryAt: null } };
  }
  for (const { act } of turn.cut) if (isFinished(act)) finish(session, act, false);
  const lost = turn.cut.find(
    ({ act, unfinished }) => unfinished && act.parts.length === 0 && isFinished(act),
  );
  if (lost !== undefined) respond(session, lost.act.timing?.speechEndAt ?? session.now);
  else if (turn.cut.some(({ act, unfinished }) => unfinished && isOfEngine(act)))
    respond(session, session.now, null, GO_ON);
  pump(session);
};

/** An engine's audio ends where it was stopped, not at the end of a sentence. */
const isOfEngine = ({ open, parts }: SpeechAct): boolean =>
  [...open, ...parts].some(({ response }) => response !== null);

/** The words that were not heard to their end. */
const textAfter = (utterance: Utterance, heardMs: number): string => {
  if (heardMs === 0) return utterance.text;
  const heard = heardText(utterance, heardMs);
  const words = heard === '' ? 0 : heard.split(' ').length;
  return utterance.text.split(/\s+/).slice(words).join(' ');
};

/** Says the text of an utterance from there on; null: nothing is left of it. */
const sayAgain = (
  session: SessionState,
  act: SpeechAct,
  cut: Utterance,
  text: string,
  fromMs: number,
): Utterance | null => {
  if (cut.complete) return resay(session, act, cut, text, fromMs);
  return text === '' ? null : say(session, act, text);
};

/** Sends the rest of audio that exists already. */
const resay = (
  session: SessionState,
  act: SpeechAct,
  cut: Utterance,
  text: string,
  playedMs: number,
): Utterance | null => {
  const rest = restOf(cut, playedMs);
  if (rest.length === 0) return null;
  const again = nextUtterance(session, act, text, Math.max(0, cut.expectedMs - playedMs));
  again.response = cut.response;
  again.chunks = [rest];
  again.bytes = rest.length;
  again.complete = true;
  again.truncated = cut.truncated;
  again.words = wordTimes(cut)
    .filter((word) => word.endMs > playedMs)
    .map(({ word, startMs, endMs }) => ({
      word,
      startMs: Math.max(0, startMs - playedMs),
      endMs: endMs - playedMs,
    }));
  act.open.push(again);
  session.speech.playout.enqueue(again);
  return again;
};
