/**
 * The words of a reply that a speech-to-speech engine speaks: they grow with its audio, as one utterance.
 *
 * Y1. The words that were heard are placed by the sound of the audio, as without word timings: never more than belong to
 *     what was played.
 * Y2. Words without audio were not spoken.
 */
import type { Utterance } from '../../speech/utterance.js';
import type { Reply, SessionState } from '../state.js';
import { nextUtterance, usualMs } from './speaking.js';

/** Adds a piece of its words. */
export const addWords = (session: SessionState, { voice }: Reply, text: string): void => {
  const { utterance } = voice;
  if (utterance === null) {
    voice.words += text;
    return;
  }
  utterance.text += text;
  // Y1: the length of the whole is an estimate until its end has arrived.
  utterance.expectedMs = usualMs(session, utterance.text);
};

/** The utterance of its current speech; a new one joins the queue when it starts to sound. */
export const voiceOf = (session: SessionState, reply: Reply): Utterance => {
  const { speech, out } = session;
  const { voice, act, generation } = reply;
  if (voice.utterance !== null) return voice.utterance;
  const text = voice.words.trimStart();
  const utterance = nextUtterance(session, act, text, usualMs(session, text));
  utterance.response = reply.engine;
  voice.utterance = utterance;
  voice.words = '';
  reply.spoke = true;
  act.open.push(utterance);
  speech.playout.enqueue(utterance);
  out.push({ type: 'engine_speaks', generation, utterance: utterance.id });
  return utterance;
};

/** The engine's speech breaks off: no more of it arrives. */
export const breakVoice = ({ speech, engine, now, out }: SessionState, reply: Reply): void => {
  const { voice, engine: response } = reply;
  const { utterance } = voice;
  voice.utterance = null;
  voice.words = '';
  if (utterance === null) {
    // Audio that the engine may have made meanwhile was not heard.
    if (response !== null && response !== '' && engine.listening !== null)
      out.push({ type: 'engine_heard', response, playedMs: 0 });
    return;
  }
  utterance.truncated = true;
  if (utterance.cleared) utterance.complete = true;
  else speech.playout.completed(utterance, now, out);
};
