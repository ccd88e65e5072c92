/**
 * A reply that a speech-to-speech engine makes, as it arrives.
 *
 * Y3. If it fails before anything was spoken, a model and a synthesiser make the reply; the engine is tried again a
 *     minute later, like other providers (preference.ts).
 */
import { totalMs } from '../../speech/utterance.js';
import type { Reply, SessionState } from '../state.js';
import { pump } from '../turn/settling.js';
import { breakVoice, voiceOf } from '../voice/engine-utterance.js';
import { note } from '../voice/transcript-ledger.js';

/** How long an engine that failed is avoided, ms. */
const AVOIDED_MS = 60_000;

/** A piece of audio for the reply that the engine is making. */
export const onEngineAudio = (session: SessionState, generation: number, payload: Uint8Array): void => {
  const reply = session.turn;
  if (reply.type !== 'replying' || reply.generation !== generation || reply.engine === null) return;
  reply.movedAt = session.now;
  reply.began = true;
  reply.timing.firstTokenAt ??= session.now;
  reply.timing.firstAudioAt ??= session.now;
  const utterance = voiceOf(session, reply);
  utterance.chunks.push(payload);
  utterance.bytes += payload.length;
  pump(session);
};

/** The engine has completed this response; false: it has only written text. */
export const completeVoice = (session: SessionState, reply: Reply): boolean => {
  const { speech, now, out } = session;
  const { voice } = reply;
  const { utterance, words } = voice;
  voice.utterance = null;
  voice.words = '';
  if (utterance === null && words.trim() !== '') return false;
  // The next output belongs to another response.
  reply.engine = '';
  if (utterance === null) return true;
  utterance.text = utterance.text.trim();
  speech.playout.completed(utterance, now, out);
  const { ms, characters } = speech.pace;
  speech.pace = { ms: ms + totalMs(utterance), characters: characters + utterance.text.length };
  pump(session);
  return true;
};

/** The engine has failed. True: nothing of the reply was spoken, and another provider can make it. Y3 */
export const leaveEngine = (session: SessionState, reply: Reply): boolean => {
  session.engine.avoidedUntil = session.now + AVOIDED_MS;
  if (reply.spoke) return false;
  note(session, 'model_retried');
  breakVoice(session, reply);
  reply.engine = null;
  reply.voice.kept = null;
  return true;
};
