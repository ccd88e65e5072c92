/** The agent's reply: asking the model, with what the customer has really heard. */
import type { Turn } from '../../actors/call/events.js';
import { messagesOf } from '../history.js';
import { createSentences } from '../sentences.js';
import { newSpeechAct, type ReplyTiming } from '../speech-act.js';
import { heardSoFar } from './books.js';
import { interrupt, yieldTurn } from './interruption.js';
import { firstOf } from './preference.js';
import { say } from './speaking.js';
import type { Reply, SessionState } from './state.js';

/** Begins a reply, a generation of its own (M1). `cutOff`: an answer that broke off with the line, to be given again. */
export const respond = (session: SessionState, speechEndAt: number, cutOff: Turn | null = null): void => {
  const { speech, now } = session;
  if (session.turn.type === 'replying') {
    // The customer went on before the answer was complete.
    interrupt(session);
    yieldTurn(session, '');
  }
  speech.generation += 1;
  speech.askedToSpeakAt = speechEndAt;
  const timing: ReplyTiming = {
    speechEndAt,
    finalAt: now,
    firstTokenAt: null,
    firstAudioAt: null,
    firstFrameAt: null,
    firstPlayedAt: null,
  };
  const act = newSpeechAct('reply', speech.generation, timing);
  speech.acts.push(act);
  const reply: Reply = {
    type: 'replying',
    generation: speech.generation,
    act,
    timing,
    sentences: createSentences(),
    cutOff,
    model: firstOf(speech.models, now),
    attempt: 1,
    movedAt: now,
    began: false,
    spoke: false,
    endCall: false,
  };
  session.turn = reply;
  if (speech.repeat !== null) {
    say(session, act, speech.repeat);
    speech.repeat = null;
  }
  ask(session, reply);
};

/** Asks the model, for the first time or once more. */
export const ask = (session: SessionState, reply: Reply): void => {
  reply.movedAt = session.now;
  reply.began = false;
  reply.sentences = createSentences();
  const { generation, model, cutOff } = reply;
  const conversation = heardSoFar(session).filter((turn) => turn !== cutOff);
  const messages = messagesOf(session.brief.instructions, conversation, cutOff);
  session.out.push({ type: 'respond', generation, model, messages });
};
