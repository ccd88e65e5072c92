/** Resumes after a cough or a backchannel: cleared speech continues from where it was cut. */
import { GO_ON } from '../../../providers/llm/language-model.js';
import { isFinished, type SpeechAct } from '../../speech/act.js';
import { resumeMs, timedWords, type Utterance, unheardText } from '../../speech/utterance.js';
import { restOf } from '../../speech/utterance-audio.js';
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
    const again = sayAgain(session, act, utterance, isDisclosure ? 0 : heardMs);
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

/** Says an utterance from the first word on that was not heard to its end; null: nothing is left of it. */
const sayAgain = (
  session: SessionState,
  act: SpeechAct,
  cut: Utterance,
  heardMs: number,
): Utterance | null => {
  const text = unheardText(cut, heardMs);
  if (cut.complete) return resay(session, act, cut, text, heardMs);
  return text === '' ? null : say(session, act, text);
};

/** Whether no white space is before the rest of its text. */
const isGlued = ({ text }: Utterance, rest: string): boolean => {
  const before = text.trimEnd().slice(0, -rest.length);
  return rest !== '' && before !== '' && before.trimEnd() === before;
};

/** Sends the rest of audio that exists already, from the beginning of a word. */
const resay = (
  session: SessionState,
  act: SpeechAct,
  cut: Utterance,
  text: string,
  heardMs: number,
): Utterance | null => {
  const fromMs = resumeMs(cut, heardMs);
  const rest = restOf(cut, fromMs);
  if (rest.length === 0) return null;
  const again = nextUtterance(session, act, text, Math.max(0, cut.expectedMs - fromMs));
  again.response = cut.response;
  again.chunks = [rest];
  again.bytes = rest.length;
  again.complete = true;
  again.truncated = cut.truncated;
  again.repeatedMs = heardMs - fromMs;
  again.isGlued = isGlued(cut, text);
  again.words = timedWords(cut).flatMap(({ text: word, startMs, endMs }) =>
    endMs > heardMs && Number.isFinite(endMs) && startMs !== null
      ? [{ word, startMs: Math.max(0, startMs - fromMs), endMs: endMs - fromMs }]
      : [],
  );
  act.open.push(again);
  session.speech.playout.enqueue(again);
  return again;
};
