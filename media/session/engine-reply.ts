/**
 * A reply that an engine of speech to speech makes, as it comes.
 *
 * Y3. Where it fails before anything of it was said, a model and a synthesiser make the reply; the engine is asked again a minute
 *     later, as other providers are (preference.ts).
 */
import { totalMs } from '../utterance.js';
import { note } from './books.js';
import { breakVoice, voiceOf } from './engine-voice.js';
import { pump } from './settling.js';
import type { Reply, SessionState } from './state.js';

/** An engine that failed is not asked for so long, ms. */
const AVOIDED_MS = 60_000;

/** A piece of its sound, for the reply that the engine makes now. */
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

/** It has said all that it says in this response; false: it has only written it. */
export const completeVoice = (session: SessionState, reply: Reply): boolean => {
  const { speech, now, out } = session;
  const { voice } = reply;
  const { utterance, words } = voice;
  voice.utterance = null;
  voice.words = '';
  if (utterance === null && words.trim() !== '') return false;
  // What follows is another response.
  reply.engine = '';
  if (utterance === null) return true;
  utterance.text = utterance.text.trim();
  speech.playout.completed(utterance, now, out);
  const { ms, characters } = speech.pace;
  speech.pace = { ms: ms + totalMs(utterance), characters: characters + utterance.text.length };
  pump(session);
  return true;
};

/** It has failed. True: nothing of the reply was said, and others can make it. Y3 */
export const leaveEngine = (session: SessionState, reply: Reply): boolean => {
  session.engine.avoidedUntil = session.now + AVOIDED_MS;
  if (reply.spoke) return false;
  note(session, 'model_retried');
  breakVoice(session, reply);
  reply.engine = null;
  reply.voice.kept = null;
  return true;
};
