/**
 * What an engine of speech to speech says of a reply, in words: they grow with its sound, as one utterance.
 *
 * Y1. What is heard of it is in proportion to its sound, as without word timings: never more words than belong to what was played.
 * Y2. Words without a sound were not said.
 */
import type { Utterance } from '../utterance.js';
import { nextUtterance, usualMs } from './speaking.js';
import type { Reply, SessionState } from './state.js';

/** A piece of its words. */
export const addWords = (session: SessionState, { voice }: Reply, text: string): void => {
  const { utterance } = voice;
  if (utterance === null) {
    voice.words += text;
    return;
  }
  utterance.text += text;
  // Y1: how long the whole is, is guessed until its end is there.
  utterance.expectedMs = usualMs(session, utterance.text);
};

/** The utterance of what it says now; a new one in the line where it begins to sound. */
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

/** Nothing more of it comes, and it was not at its end. */
export const breakVoice = ({ speech, engine, now, out }: SessionState, reply: Reply): void => {
  const { voice, engine: response } = reply;
  const { utterance } = voice;
  voice.utterance = null;
  voice.words = '';
  if (utterance === null) {
    // Of what the engine may have made meanwhile nothing was heard.
    if (response !== null && response !== '' && engine.listening !== null)
      out.push({ type: 'engine_heard', response, playedMs: 0 });
    return;
  }
  utterance.truncated = true;
  if (utterance.cleared) utterance.complete = true;
  else speech.playout.completed(utterance, now, out);
};
