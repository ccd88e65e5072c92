/** Handles the synthesiser's output for pending utterances; cancelled ones are not among them. */

import type { WordTiming } from '../../../providers/speech/synthesiser.js';
import { hasWords } from '../../../providers/speech/written-words.js';
import { totalMs, type Utterance } from '../../speech/utterance.js';
import { avoid } from '../preference.js';
import type { SessionState } from '../state.js';
import { attempts, end, fail } from '../turn/ending.js';
import { pump, settle } from '../turn/settling.js';
import { admit, isAwaited } from '../voice/filler.js';
import { abandon } from '../voice/interruption.js';
import { note } from '../voice/transcript-ledger.js';
import { onDisclosureFailed } from './disclosure-failing.js';

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
  // Words without audio were not spoken, whatever the provider reports.
  if (utterance.bytes === 0 && hasWords(utterance.text)) return onSpeechFailed(session, id);
  const isAdmitted = utterance.kind !== 'filler' || admit(session, utterance);
  speech.synthesis.delete(id);
  if (!isAdmitted) return;
  speech.playout.completed(utterance, now, out);
  const { ms, characters } = speech.pace;
  speech.pace = { ms: ms + totalMs(utterance), characters: characters + utterance.text.length };
  pump(session);
};

/** An utterance without audio is requested again; of any other, the existing audio may play. */
export const onSpeechFailed = (session: SessionState, id: string): void => {
  const pending = session.speech.synthesis.get(id);
  if (pending === undefined) return;
  const { speech, brief, out, now } = session;
  const { utterance, act, attempt, synthesiser, requestedAt } = pending;
  const { synthesisers } = brief.providers;
  avoid(speech.synthesisers, synthesiser, synthesisers, now);
  const isWanted = act.kind === 'filler' ? isAwaited(session, utterance) : session.ending.type !== 'hung_up';
  if (isWanted && attempt < attempts(synthesisers) && utterance.bytes === 0) {
    note(session, 'synthesiser_retried');
    const next = (synthesiser % synthesisers) + 1;
    speech.synthesis.set(id, { ...pending, synthesiser: next, attempt: attempt + 1, movedAt: now });
    const inMs = requestedAt - now;
    out.push({ type: 'synthesise', utterance: id, synthesiser: next, text: utterance.text, inMs });
    return;
  }
  giveUpSpeech(session, id);
};

/** Gives up the rest of an utterance; nothing more of its act follows. */
export const giveUpSpeech = (session: SessionState, id: string): void => {
  const { speech, now, out } = session;
  const pending = speech.synthesis.get(id);
  if (pending === undefined) return;
  speech.synthesis.delete(id);
  const { utterance, act } = pending;
  if (onDisclosureFailed(session, utterance)) return;
  // A reply that cannot continue ends here; an apology is not followed by its rest.
  if (session.turn.type === 'replying' && session.turn.act === act) abandon(session);
  // The missing part was never spoken.
  utterance.truncated = true;
  speech.playout.completed(utterance, now, out);
  for (const later of act.open.slice(act.open.indexOf(utterance) + 1)) drop(session, later);
  settle(session);
  if (act.kind === 'filler') return;
  if (act.kind === 'apology') end(session, 'provider', 'speech_provider_failed');
  else if (act.kind === 'greeting' && utterance.bytes > 0) note(session, 'speech_provider_failed');
  else fail(session, 'speech_provider_failed');
};

/** Nothing of it is spoken. */
const drop = ({ speech, now, out }: SessionState, utterance: Utterance): void => {
  if (speech.synthesis.delete(utterance.id)) out.push({ type: 'cancel_synthesis', utterance: utterance.id });
  utterance.chunks = [];
  utterance.bytes = 0;
  utterance.truncated = true;
  speech.playout.completed(utterance, now, out);
};
