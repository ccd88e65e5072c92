/** What the synthesiser brings for the utterances that are being made; what was cancelled is not among them. */
import type { WordTiming } from '../../providers/speech/synthesiser.js';
import { totalMs } from '../utterance.js';
import { note } from './books.js';
import { end } from './ending.js';
import { fail, MAX_ATTEMPTS } from './failing.js';
import { abandon } from './interruption.js';
import { pump, settle } from './settling.js';
import { synthesise } from './speaking.js';
import type { SessionState } from './state.js';

export const onSpeechAudio = (
  session: SessionState,
  id: string,
  payload: Uint8Array,
  words: readonly WordTiming[],
): void => {
  const { speech, silence, now, out } = session;
  const pending = speech.synthesis.get(id);
  if (pending === undefined) return;
  const { utterance, act } = pending;
  if (act.timing !== null) act.timing.firstAudioAt ??= now;
  pending.movedAt = now;
  utterance.chunks.push(payload);
  utterance.bytes += payload.length;
  utterance.words.push(...words);
  pump(session);
  const due = silence.nudgeDue;
  if (due?.utterance !== utterance.id || utterance.firstSentAt === null) return;
  silence.nudgeDue = null;
  out.push({ type: 'observe', measure: 'nudge.accuracy', ms: Math.abs(utterance.firstSentAt - due.dueAt) });
};

export const onSpeechDone = (session: SessionState, id: string): void => {
  const { speech, now, out } = session;
  const pending = speech.synthesis.get(id);
  if (pending === undefined) return;
  const { utterance } = pending;
  speech.synthesis.delete(id);
  speech.playout.completed(utterance, now, out);
  const { ms, characters } = speech.pace;
  speech.pace = { ms: ms + totalMs(utterance), characters: characters + utterance.text.length };
  pump(session);
};

/** An utterance that has no sound yet is asked for once more; of any other what there is may play. */
export const onSpeechFailed = (session: SessionState, id: string): void => {
  const { speech, now, out } = session;
  const pending = speech.synthesis.get(id);
  if (pending === undefined) return;
  speech.synthesis.delete(id);
  const { utterance, act, attempt } = pending;
  if (attempt < MAX_ATTEMPTS && utterance.bytes === 0) {
    note(session, 'synthesiser_retried');
    synthesise(session, utterance, act, attempt + 1);
    return;
  }
  // A reply that cannot be said on ends here; an apology is not followed by its rest.
  if (session.turn.type === 'replying' && session.turn.act === act) abandon(session);
  // What is missing was never said.
  utterance.truncated = true;
  speech.playout.completed(utterance, now, out);
  settle(session);
  if (act.kind === 'apology') end(session, 'provider', 'speech_provider_failed');
  else if (act.kind === 'greeting' && utterance.bytes > 0) note(session, 'speech_provider_failed');
  else fail(session, 'speech_provider_failed');
};
